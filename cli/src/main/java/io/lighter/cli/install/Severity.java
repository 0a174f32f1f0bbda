// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.install;

import java.util.Locale;

/** The severity of a finding. */
public enum Severity {
  /** As expected. */
  OK,
  /** Lighter works or may work, and an operator should know. Also for unknown states. */
  WARNING,
  /** Something is missing, or two things conflict. */
  PROBLEM;

  /** The printed label. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
