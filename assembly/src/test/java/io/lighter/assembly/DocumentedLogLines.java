// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.assembly;

import io.lighter.assembly.MarkdownPage.At;
import io.lighter.assembly.MarkdownPage.Fence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Compares log lines of the documentation (code of the language {@code log}) with the strings in
 * the sources. Three dots in a line stand for variable text.
 */
final class DocumentedLogLines {
  private static final Pattern STRING = Pattern.compile("\"((?:[^\"\\\\\n]|\\\\.)*)\"");

  /** Placeholders of SLF4J and of {@code String.format}. */
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{}|%[,.\\d]*[sd]");

  /** Least number of letters; shorter formats would match too many lines. */
  private static final int FEWEST_LETTERS = 10;

  private final List<Pattern> formats;
  private int count;

  /**
   * Creates a comparison with sources.
   *
   * @param java source code, any number of files
   */
  DocumentedLogLines(String java) {
    formats = formats(java);
  }

  /** Creates a comparison with all main sources below a folder. */
  static DocumentedLogLines of(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root, 20)) {
      List<Path> sources =
          files.filter(file -> file.toString().matches(".*/src/main/java/.*\\.java")).toList();
      StringBuilder java = new StringBuilder();
      for (Path source : sources) {
        java.append(Files.readString(source)).append('\n');
      }
      return new DocumentedLogLines(java.toString());
    }
  }

  /** Returns the number of log lines in all pages that {@link #problems} was called with. */
  int count() {
    return count;
  }

  /** Returns the log lines that no string in the sources can produce, each with its place. */
  List<String> problems(MarkdownPage page) {
    List<String> problems = new ArrayList<>();
    for (Fence fence : page.fences()) {
      if (fence.language().equals("log")) {
        for (At line : fence.lines()) {
          String text = line.text().replaceFirst("\\s{2,}#.*", "").strip();
          if (!text.isEmpty()) {
            count++;
            if (formats.stream().noneMatch(format -> format.matcher(text).matches())) {
              problems.add(page.at(line.line()) + ": " + text + ": nothing logs this");
            }
          }
        }
      }
    }
    return problems;
  }

  private static List<Pattern> formats(String java) {
    String whole =
        java.replace("'\"'", "' '")
            .replaceAll("\"\\s*\\+\\s*\"", "") // one string on several lines
            .replaceAll("\"\\s*\\+\\s*[^\"+;{}]*?\\s*\\+\\s*\"", "{}");
    return STRING
        .matcher(whole)
        .results()
        .map(string -> string.group(1).replace("\\\"", "\""))
        .filter(text -> letters(text) >= FEWEST_LETTERS)
        .map(DocumentedLogLines::format)
        .toList();
  }

  private static long letters(String format) {
    return PLACEHOLDER.matcher(format).replaceAll("").chars().filter(Character::isLetter).count();
  }

  /**
   * Returns a pattern of a string, in which any text may replace a placeholder. Any text may follow
   * the string, and any text may precede a string that is the end of a concatenation.
   */
  private static Pattern format(String text) {
    String front = text.startsWith(" ") || text.startsWith(":") ? ".*" : "";
    Matcher placeholder = PLACEHOLDER.matcher(text);
    return Pattern.compile(
        Stream.of(placeholder.replaceAll("\0").split("\0", -1))
            .map(Pattern::quote)
            .collect(Collectors.joining(".*", front, ".*")));
  }
}
