// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.index;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The changes of one row by its only writer, which sends one after the other, and the values that
 * each column may have shown meanwhile. Thread-safe.
 */
public final class RowTimeline {
  /** Reads that took longer are not judged, so that a long check needs little memory. */
  static final Duration KEPT = Duration.ofMinutes(10);

  private static final int PRUNED_FROM = 64;

  // All fields are guarded by this.
  private RowVersions versions;
  private RowChange pending;
  private int changes;
  private boolean isRetired;

  /** In order of time; each lasts until the next one begins. */
  private List<Epoch> epochs = new ArrayList<>();

  /** A time during which the possible values of each column are the same. */
  private record Epoch(long begin, Map<String, Set<Optional<String>>> values) {}

  RowTimeline(List<String> columns, int maxVersions) {
    versions = RowVersions.empty(columns, maxVersions);
    epochs.add(new Epoch(Long.MIN_VALUE, versions.possible()));
  }

  /**
   * Records a change before it is sent.
   *
   * @param now monotonic time in nanoseconds, as of all methods
   * @throws IllegalStateException if the last change has not ended
   */
  public synchronized void begin(RowChange change, long now) {
    if (pending != null) {
      throw new IllegalStateException("the last change has not ended: " + pending);
    }
    pending = change;
    changes++;
    Map<String, Set<Optional<String>>> values = new LinkedHashMap<>();
    for (List<Step> steps : change.subsets()) {
      versions
          .after(steps, changes, Outcome.DURABLE)
          .possible()
          .forEach(
              (column, possible) ->
                  values.computeIfAbsent(column, c -> new LinkedHashSet<>()).addAll(possible));
    }
    add(new Epoch(now, values));
  }

  /** Records the end of the change. */
  public synchronized void end(Outcome outcome, long now) {
    if (pending == null) {
      throw new IllegalStateException("no change has begun");
    }
    versions = versions.after(pending.steps(), changes, outcome);
    pending = null;
    add(new Epoch(now, versions.possible()));
  }

  /**
   * Ends all judgements of the row, after a change of unknown outcome that must not be done twice.
   */
  public synchronized void retire() {
    isRetired = true;
    pending = null;
  }

  /** Whether {@link #retire} was called. */
  public synchronized boolean isRetired() {
    return isRetired;
  }

  /** Possible values of a column now; empty element for an absent column. */
  public synchronized Set<Optional<String>> possible(String column) {
    return epochs.get(epochs.size() - 1).values.get(column);
  }

  /** Versions of the column that has most; those of deleted families are forgotten. */
  public synchronized int size() {
    return versions.size();
  }

  /**
   * The possible values of a column in each part of a time.
   *
   * @param start begin of a read
   * @param end its end
   * @return sets of values, in order of time; empty if nothing is known of the time
   */
  synchronized List<Set<Optional<String>>> between(String column, long start, long end) {
    if (isRetired || start < epochs.get(0).begin) {
      return List.of();
    }
    List<Set<Optional<String>>> seen = new ArrayList<>();
    for (int i = epochs.size() - 1; i >= 0; i--) {
      Epoch epoch = epochs.get(i);
      if (epoch.begin <= end) {
        seen.add(0, epoch.values.get(column));
        if (epoch.begin < start) {
          break;
        }
      }
    }
    return seen;
  }

  private void add(Epoch epoch) { // called with the lock held
    epochs.add(epoch);
    if (epochs.size() > PRUNED_FROM && epochs.get(PRUNED_FROM / 2).begin < oldest(epoch.begin)) {
      epochs = new ArrayList<>(epochs.subList(PRUNED_FROM / 2, epochs.size()));
    }
  }

  private static long oldest(long now) {
    return now - KEPT.toNanos();
  }
}
