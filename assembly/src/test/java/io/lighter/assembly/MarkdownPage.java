// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.assembly;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The links, anchors of headings and code of a Markdown file, as a forge renders them. Indented
 * code and HTML other than {@code src} and {@code href} count as text.
 *
 * @param path path in problems
 * @param content whole content
 * @param anchors valid targets of {@code #…} in links
 * @param links targets with their lines
 * @param fences code between lines of backticks
 * @param spans code within text
 */
record MarkdownPage(
    Path path,
    String content,
    Set<String> anchors,
    List<At> links,
    List<Fence> fences,
    List<At> spans) {

  /** A piece of text, and the number of its line. */
  record At(int line, String text) {}

  /** Lines of fenced code; the language is empty if the fence names none. */
  record Fence(String language, List<At> lines) {}

  private static final Pattern FENCE = Pattern.compile("\\s*(```+|~~~+)\\s*([\\w-]*).*");
  private static final Pattern HEADING = Pattern.compile("#{1,6}\\s+(.*?)\\s*#*\\s*");
  private static final Pattern SPAN = Pattern.compile("(`+)(.+?)\\1(?!`)");
  private static final Pattern LINK =
      Pattern.compile("]\\(<?([^)\\s>]+)>?(?:\\s+\"[^\"]*\")?\\)|^\\[[^\\]]+]:\\s+(\\S+)");
  private static final Pattern HTML_LINK = Pattern.compile("(?:src|href)=\"([^\"]+)\"");

  /** Reads a file. */
  static MarkdownPage read(Path file) throws IOException {
    return of(file, Files.readString(file));
  }

  /** A page with this content. */
  static MarkdownPage of(Path path, String content) {
    Map<String, Integer> headings = new LinkedHashMap<>();
    Set<String> anchors = new HashSet<>();
    List<At> links = new ArrayList<>();
    List<Fence> fences = new ArrayList<>();
    List<At> spans = new ArrayList<>();
    String fenceEnd = null;
    int number = 0;
    for (String line : content.lines().toList()) {
      number++;
      Matcher fence = FENCE.matcher(line);
      if (fenceEnd != null) {
        if (line.strip().equals(fenceEnd)) {
          fenceEnd = null;
        } else {
          fences.get(fences.size() - 1).lines().add(new At(number, line));
        }
      } else if (fence.matches()) {
        fenceEnd = fence.group(1);
        fences.add(new Fence(fence.group(2), new ArrayList<>()));
      } else {
        Matcher heading = HEADING.matcher(line);
        if (heading.matches()) {
          String anchor = anchor(heading.group(1));
          int before = headings.merge(anchor, 1, Integer::sum) - 1;
          anchors.add(before == 0 ? anchor : anchor + '-' + before);
        }
        collect(line, number, links, spans);
      }
    }
    return new MarkdownPage(path, content, anchors, links, fences, spans);
  }

  /** Place of a line in messages. */
  String at(int line) {
    return path + ":" + line;
  }

  /** Anchor of a heading, by GitHub's rules. */
  private static String anchor(String heading) {
    return heading
        .replaceAll("!?\\[([^\\]]*)]\\([^)]*\\)", "$1")
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\p{L}\\p{N}\\p{M}_\\- ]", "")
        .replace(' ', '-');
  }

  private static void collect(String line, int number, List<At> links, List<At> spans) {
    Matcher span = SPAN.matcher(line);
    while (span.find()) {
      spans.add(new At(number, span.group(2).strip()));
    }
    String text = span.replaceAll("`x`"); // code contains no link, but may be a link's text
    Matcher link = LINK.matcher(text);
    while (link.find()) {
      links.add(new At(number, link.group(1) != null ? link.group(1) : link.group(2)));
    }
    Matcher html = HTML_LINK.matcher(text);
    while (html.find()) {
      links.add(new At(number, html.group(1)));
    }
  }
}
