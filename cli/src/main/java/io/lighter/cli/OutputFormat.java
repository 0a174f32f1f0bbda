// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import java.io.PrintWriter;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** The format of what a command shows: text, or JSON with {@code --json}. */
final class OutputFormat {
  @Option(names = "--json", description = "Print JSON; docs/reference/json.md describes it.")
  private boolean json;

  boolean json() {
    return json;
  }

  /**
   * Prints a result, of which only the wanted format is made.
   *
   * @param text ends with a line feed
   * @param withoutFeed JSON without a final line feed
   */
  void print(PrintWriter out, Supplier<String> text, Supplier<String> withoutFeed) {
    if (json) {
      out.println(withoutFeed.get());
    } else {
      out.print(text.get());
    }
    out.flush();
  }
}
