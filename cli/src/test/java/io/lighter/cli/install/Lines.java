// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.install;

import java.util.List;

/** Formats findings as comparable lines. */
final class Lines {
  private Lines() {}

  /** "severity subject: found", then " -> action" if there is one. */
  static List<String> of(Check check) {
    return check.findings().stream().map(Lines::line).toList();
  }

  private static String line(Finding finding) {
    String line =
        "%s %s: %s".formatted(finding.severity().label(), finding.subject(), finding.found());
    return finding.action().isEmpty() ? line : line + " -> " + finding.action();
  }
}
