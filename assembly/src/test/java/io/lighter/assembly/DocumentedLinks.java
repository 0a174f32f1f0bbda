// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.assembly;

import io.lighter.assembly.MarkdownPage.At;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Links between the pages of a repository, and to its files.
 *
 * @param root root of the repository
 * @param pages all pages by absolute path
 */
record DocumentedLinks(Path root, Map<Path, MarkdownPage> pages) {
  private static final Pattern SCHEME = Pattern.compile("[a-z][a-z0-9+.-]*:.*");

  /** Broken links, each with its place. */
  List<String> problems() {
    List<String> problems = new ArrayList<>();
    for (Map.Entry<Path, MarkdownPage> page : pages.entrySet()) {
      for (At link : page.getValue().links()) {
        if (isInside(link.text())) {
          String problem = problem(page.getKey(), link.text());
          if (!problem.isEmpty()) {
            problems.add(page.getValue().at(link.line()) + ": " + link.text() + ": " + problem);
          }
        }
      }
    }
    return problems;
  }

  /** Number of links within the repository. */
  long count() {
    return pages.values().stream()
        .flatMap(page -> page.links().stream())
        .filter(link -> isInside(link.text()))
        .count();
  }

  private static boolean isInside(String target) {
    return !SCHEME.matcher(target).matches();
  }

  /** The problem of a link; empty if there is none. */
  private String problem(Path from, String target) {
    String[] parts = target.split("#", 2);
    String file = URLDecoder.decode(parts[0].replace("+", "%2B"), StandardCharsets.UTF_8);
    Path to = file.isEmpty() ? from : from.resolveSibling(file).normalize();
    if (!to.startsWith(root) || !Files.exists(to)) {
      return "no such file";
    }
    if (root.relativize(to).toString().matches("(.*/)?target(/.*)?")) {
      return "is made by the build";
    }
    if (parts.length == 1) {
      return "";
    }
    MarkdownPage page = pages.get(to);
    if (page == null) {
      return "an anchor in what is no page";
    }
    return page.anchors().contains(parts[1]) ? "" : "no such heading";
  }
}
