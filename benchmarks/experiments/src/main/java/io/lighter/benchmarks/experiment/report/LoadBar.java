// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import java.util.List;
import java.util.Optional;

/**
 * A bar for a row: in which range a figure should be.
 *
 * @param against name of the row that the figure is relative to; empty for the figure alone
 */
record LoadBar(LoadMeasure measure, Optional<String> against, Aim aim) {
  /** A bar for the figure alone. */
  static LoadBar alone(LoadMeasure measure, double most) {
    return new LoadBar(measure, Optional.empty(), Aim.atMost(most));
  }

  /** A bar for the figure relative to that of another row. */
  static LoadBar ratio(LoadMeasure measure, String against, double most) {
    return new LoadBar(measure, Optional.of(against), Aim.atMost(most));
  }

  /** A bar for the figure relative to that of another row, of which more is better. */
  static LoadBar atLeast(LoadMeasure measure, String against, double least) {
    return new LoadBar(measure, Optional.of(against), Aim.atLeast(least));
  }

  /** The bar for a figure. */
  static Optional<LoadBar> find(List<LoadBar> bars, LoadMeasure measure, Optional<String> against) {
    return bars.stream()
        .filter(bar -> bar.measure() == measure && bar.against().equals(against))
        .findFirst();
  }
}
