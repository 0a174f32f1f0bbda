// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.monitor;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Records since when each alert holds, and returns those that have held for long enough. Confined
 * to the monitor's thread.
 */
public final class AlertBoard {
  private final Map<String, Long> sinceMs = new HashMap<>();

  /**
   * An alert that is shown.
   *
   * @param sinceMs start of the alert in milliseconds since 1970
   */
  public record Active(Alert alert, long sinceMs) {}

  /**
   * Replaces the current alerts; other alerts have ended.
   *
   * @return alerts to show, the worst first, then the oldest
   */
  public List<Active> update(List<Alert> holding, long nowMs) {
    sinceMs.keySet().retainAll(holding.stream().map(Alert::id).collect(Collectors.toSet()));
    return holding.stream()
        .map(alert -> new Active(alert, sinceMs.computeIfAbsent(alert.id(), id -> nowMs)))
        .filter(active -> nowMs - active.sinceMs() >= active.alert().kind().hold().toMillis())
        .sorted(
            Comparator.comparing(
                    (Active active) -> active.alert().kind().severity(), Comparator.reverseOrder())
                .thenComparingLong(Active::sinceMs)
                .thenComparing(active -> active.alert().id()))
        .toList();
  }

  void clear() {
    sinceMs.clear();
  }
}
