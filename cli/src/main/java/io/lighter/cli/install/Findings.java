// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.install;

import java.util.ArrayList;
import java.util.List;

/** Collects the findings of one check, in order. Not thread-safe. */
public final class Findings {
  private final String check;
  private final List<Finding> list = new ArrayList<>();

  /**
   * Creates an empty collection.
   *
   * @param check name of the check in every finding
   */
  public Findings(String check) {
    this.check = check;
  }

  /** Adds a finding that needs no action. */
  public void ok(String subject, String found) {
    list.add(new Finding(Severity.OK, check, subject, found, ""));
  }

  /** Adds a notable finding with which Lighter still works. */
  public void warning(String subject, String found, String action) {
    list.add(new Finding(Severity.WARNING, check, subject, found, action));
  }

  /** Adds a finding that must be fixed first. */
  public void problem(String subject, String found, String action) {
    list.add(new Finding(Severity.PROBLEM, check, subject, found, action));
  }

  /** All findings so far. */
  public List<Finding> list() {
    return List.copyOf(list);
  }
}
