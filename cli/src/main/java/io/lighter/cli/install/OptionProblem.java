// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.install;

/** Converts "key = 'value': what is allowed", as start-up prints it, to a finding. */
final class OptionProblem {
  private static final String BETWEEN = " = ";
  private static final String ACTION =
      "correct it; docs/reference/configuration.md has all options";

  private OptionProblem() {}

  /**
   * Adds a problem.
   *
   * @param where prefix of the key, such as "ns:table "; empty for the site
   */
  static void add(Findings findings, String where, String problem) {
    int at = problem.indexOf(BETWEEN);
    if (at < 0) {
      findings.problem(where + "configuration", problem, ACTION);
    } else {
      findings.problem(
          where + problem.substring(0, at), problem.substring(at + BETWEEN.length()), ACTION);
    }
  }
}
