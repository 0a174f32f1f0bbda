// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.ycsb;

import java.io.PrintStream;
import site.ycsb.Status;

/**
 * Logs operations on standard error, because YCSB keeps only counts. Without {@code debug} it logs
 * only the first failure, since all failures of a stopped cluster are the same. Confined to one
 * thread.
 */
final class OperationLog {
  private final PrintStream out;
  private final boolean debug;
  private boolean told;

  OperationLog(PrintStream out, boolean debug) {
    this.out = out;
    this.debug = debug;
  }

  void done(String operation, String table, String key, Status status) {
    if (debug) {
      out.println(operation + " " + table + " " + key + ": " + status.getName());
    }
  }

  void failed(String operation, String table, String key, Exception failure) {
    if (debug || !told) {
      out.println(
          operation
              + " "
              + table
              + " "
              + key
              + " failed: "
              + failure
              + (debug ? "" : " (debug=true tells of every failure)"));
    }
    told = true;
  }
}
