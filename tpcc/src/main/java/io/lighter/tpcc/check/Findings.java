// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.check;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/** What was checked, and what was wrong. Thread-safe. */
final class Findings {
  private static final int MAX_EXAMPLES = 5;

  private final Map<Condition, LongAdder> rows = new EnumMap<>(Condition.class);
  private final Map<Condition, LongAdder> violations = new EnumMap<>(Condition.class);

  /** Guarded by itself. */
  private final Map<Condition, List<String>> examples = new EnumMap<>(Condition.class);

  Findings() {
    for (Condition condition : Condition.values()) {
      rows.put(condition, new LongAdder());
      violations.put(condition, new LongAdder());
      examples.put(condition, new ArrayList<>());
    }
  }

  /**
   * Counts a row.
   *
   * @param violation says which row it is, and what is wrong with it, if it does not hold
   */
  void check(Condition condition, boolean holds, Supplier<String> violation) {
    rows.get(condition).increment();
    if (holds) {
      return;
    }
    violations.get(condition).increment();
    synchronized (examples) {
      List<String> known = examples.get(condition);
      if (known.size() < MAX_EXAMPLES) {
        known.add(violation.get());
      }
    }
  }

  Map<Condition, CheckReport.Finding> byCondition() {
    Map<Condition, CheckReport.Finding> findings = new EnumMap<>(Condition.class);
    synchronized (examples) {
      for (Condition condition : Condition.values()) {
        findings.put(
            condition,
            new CheckReport.Finding(
                rows.get(condition).sum(),
                violations.get(condition).sum(),
                examples.get(condition)));
      }
    }
    return findings;
  }
}
