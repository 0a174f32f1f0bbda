// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Redirects standard error to a file. HBase's client prints stack traces of retried requests
 * ({@code RpcRetryingCallerWithReadReplicas.throwEnrichedException}), which would flood the
 * terminal.
 */
final class StandardError implements AutoCloseable {
  private final PrintStream before;
  private final PrintStream file;

  private StandardError(PrintStream before, PrintStream file) {
    this.before = before;
    this.file = file;
  }

  /** Redirects until it is closed; appends to the file. */
  static StandardError toFile(Path path) throws IOException {
    PrintStream file =
        new PrintStream(
            Files.newOutputStream(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND),
            true,
            UTF_8);
    StandardError redirected = new StandardError(System.err, file);
    System.setErr(file);
    return redirected;
  }

  @Override
  public void close() {
    System.setErr(before);
    file.close();
  }
}
