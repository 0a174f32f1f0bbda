// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.install;

/**
 * One line of the report.
 *
 * @param check name of the check
 * @param subject the key, file or table
 * @param found the observation
 * @param action the recommended action; empty for none
 */
public record Finding(
    Severity severity, String check, String subject, String found, String action) {
  public Finding {
    if ((severity == Severity.OK) != action.isEmpty()) {
      throw new IllegalArgumentException("an action for what is not ok, none else: " + subject);
    }
  }
}
