// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What {@code bench forest} measures, after the figures of the forest's paper. */
public enum ForestFigure {
  /** Write amplification in each order of keys (Figures 2 and 9a), and the load's time (9b). */
  WA,
  /** Space while random keys are loaded (Figure 9c). */
  SPACE,
  /** Gets of a table with random keys (Table 2, Figures 11 and 12). */
  GETS,
  /** Short scans of a table with random keys (section 5.3.4). */
  SCANS;

  /** Name on the command line. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The figure with this label. */
  public static Optional<ForestFigure> byLabel(String label) {
    return Arrays.stream(values()).filter(figure -> figure.label().equals(label)).findFirst();
  }

  /** All labels, for messages. */
  public static String labels() {
    return Arrays.stream(values()).map(ForestFigure::label).collect(Collectors.joining(", "));
  }
}
