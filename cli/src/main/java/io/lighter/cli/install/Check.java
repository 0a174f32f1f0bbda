// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.install;

import io.lighter.cli.command.FirstLine;
import java.io.IOException;
import java.util.List;

/** A read-only check of one thing. */
public interface Check {
  /** A short, constant name. */
  String name();

  /**
   * Adds at least one finding.
   *
   * @throws IOException if the subject cannot be examined
   */
  void run(Findings findings) throws IOException;

  /** All findings; a failed examination is a problem, too. */
  default List<Finding> findings() {
    Findings findings = new Findings(name());
    try {
      run(findings);
    } catch (IOException | RuntimeException e) { // the other checks must still run
      findings.problem(
          "this check", "failed: " + FirstLine.of(e), "fix the cause, then run it again");
    }
    return findings.list();
  }
}
