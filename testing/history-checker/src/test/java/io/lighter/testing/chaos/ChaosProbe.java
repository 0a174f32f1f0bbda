// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.chaos;

import picocli.CommandLine;

/** {@code lighter chaos} as a separate process. */
final class ChaosProbe {
  private ChaosProbe() {}

  /** Runs the command with its arguments. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new ChaosCommand()).execute(args));
  }
}
