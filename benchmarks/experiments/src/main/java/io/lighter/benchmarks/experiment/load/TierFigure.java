// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What {@code bench tiers} measures, after the figures of the tiered engine's paper. */
public enum TierFigure {
  /** Inserts and write amplification by K (Figure 4) and by tiers (Figure 8). */
  INSERTS,
  /** Gets of the newest rows (Figure 8). */
  RECENT,
  /** Gets of a hot set that a file-backed block cache holds (Figure 7). */
  HOT,
  /** Hit ratio and latency of gets over a merge from the fast to the slow tier. */
  MERGE,
  /** Commits that a killed region server loses. */
  COMMITS;

  /** Name on the command line. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The figure with this label. */
  public static Optional<TierFigure> byLabel(String label) {
    return Arrays.stream(values()).filter(figure -> figure.label().equals(label)).findFirst();
  }

  /** All labels, for messages. */
  public static String labels() {
    return Arrays.stream(values()).map(TierFigure::label).collect(Collectors.joining(", "));
  }
}
