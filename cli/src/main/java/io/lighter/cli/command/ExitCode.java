// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.command;

/** Exit codes for the shell; scripts may rely on the numbers. */
public enum ExitCode {
  /** The command succeeded. */
  OK(0),
  /** The command failed. */
  FAILURE(1),
  /** The command line or the configuration is wrong, so a retry will fail again. */
  USAGE(2),
  /** No ZooKeeper or no manager answers, so a later retry may succeed. */
  NOT_AVAILABLE(3);

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  /** The number for the shell. */
  public int code() {
    return code;
  }
}
