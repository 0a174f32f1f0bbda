// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * The files of the demo's result. Immutable.
 *
 * @param folder folder of the page; created when needed
 * @param json file of the result for programs; empty if there is none
 */
record DemoFiles(Path folder, Optional<Path> json) {
  private static final String PAGE = "demo.html";

  /** The file of the page. */
  Path page() {
    return folder.resolve(PAGE);
  }

  /**
   * Checks before a long run that the files can be written.
   *
   * @param withPage whether the page is written, too
   * @throws IllegalArgumentException naming the option whose file cannot be written
   */
  void requireWritable(boolean withPage) {
    json.ifPresent(file -> requireWritable("--json", file));
    if (withPage) {
      try {
        Files.createDirectories(folder);
      } catch (IOException e) {
        throw new IllegalArgumentException(
            "--out %s: expected a folder, or that one can be created: %s".formatted(folder, e), e);
      }
      requireWritable("--out", page());
    }
  }

  private static void requireWritable(String option, Path file) {
    try {
      boolean isNew = Files.notExists(file);
      Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND).close();
      if (isNew) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "%s %s: expected a file that can be written: %s".formatted(option, file, e), e);
    }
  }

  /** Writes the page and, if wanted, the JSON. */
  void write(DemoReport report) throws IOException {
    Files.writeString(page(), DemoPage.of(report));
    writeJson(ReportJson.of(report));
  }

  /** Writes the JSON, if wanted. */
  void writeJson(String text) throws IOException {
    if (json.isPresent()) {
      Files.writeString(json.get(), text);
    }
  }
}
