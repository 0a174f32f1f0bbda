// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import static io.lighter.benchmarks.experiment.Strategy.AD;
import static io.lighter.benchmarks.experiment.Strategy.CO;
import static io.lighter.benchmarks.experiment.Strategy.IW;
import static io.lighter.benchmarks.experiment.Strategy.OFF;
import static io.lighter.benchmarks.experiment.Strategy.PF;
import static io.lighter.benchmarks.experiment.Strategy.PSW;
import static io.lighter.benchmarks.experiment.Strategy.RC;
import static io.lighter.benchmarks.experiment.Strategy.SS;
import static io.lighter.benchmarks.experiment.Strategy.TIW;
import static io.lighter.benchmarks.experiment.Strategy.WTC;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** An experiment of the paper that compares strategies, by figure number. */
public enum Figure {
  /** Place of the compaction. */
  FIG4("fig4", "The compaction itself: stock and offloaded"),
  /** Source of the blocks. */
  FIG5("fig5", "Warm-up: stock, cache on write, remote cache"),
  /** Time of the switch. */
  FIG6("fig6", "Warm-up: before the switch, and incremental"),
  /** All of them. */
  FIG7("fig7", "All strategies");

  /** Strategies of fig7 on an object store, where each is measured for minutes. */
  private static final List<Strategy> OBJECT_STORE = List.of(OFF, SS, WTC, PF, CO, TIW, AD);

  /** Strategies worth measuring quickly with a cache smaller than the data. */
  private static final List<Strategy> SMALL_CACHE = List.of(SS, TIW, AD);

  /** Strategies that a cache with room for the inputs and the output may make better. */
  private static final List<Strategy> LARGE_CACHE = List.of(OFF, WTC, TIW);

  /** Least size of a cache with that room, relative to the data. */
  private static final double BOTH_COPIES = 2;

  /** Size of the cache of the paper, relative to the data. */
  private static final double FITS = 1.5;

  private final String label;
  private final String title;

  Figure(String label, String title) {
    this.label = label;
    this.title = title;
  }

  /** The figure with this label; empty if there is none. */
  public static Optional<Figure> byLabel(String label) {
    return Arrays.stream(values()).filter(figure -> figure.label.equals(label)).findFirst();
  }

  /** Name of the command, and in files. */
  public String label() {
    return label;
  }

  /** Title in reports. */
  public String title() {
    return title;
  }

  /** Compared strategies, and the control first. */
  public List<Strategy> strategies() {
    return switch (this) {
      case FIG4 -> List.of(OFF, SS, CO);
      case FIG5 -> List.of(OFF, SS, WTC, RC);
      case FIG6 -> List.of(OFF, PSW, IW, TIW, AD);
      case FIG7 -> List.of(Strategy.values());
    };
  }

  /**
   * Compared strategies, and the control first.
   *
   * @param objectStore whether store files are in an object store, where fig7 has fewer
   */
  public List<Strategy> strategies(boolean objectStore) {
    return objectStore && this == FIG7 ? OBJECT_STORE : strategies();
  }

  /**
   * Sizes of the block cache, of which there is one with store files in an object store.
   *
   * @param objectStore whether store files are in an object store
   */
  public List<Double> cacheFactors(boolean quick, boolean objectStore) {
    return objectStore ? List.of(FITS) : cacheFactors(quick);
  }

  /**
   * Sizes of the block cache relative to the data: the paper's; for fig7 also a small one, and,
   * unless it is quick, one with room for the inputs and the output.
   */
  public List<Double> cacheFactors(boolean quick) {
    if (this != FIG7) {
      return List.of(FITS);
    }
    return quick ? List.of(FITS, 0.5) : List.of(FITS, 2.2, 0.5);
  }

  /**
   * Strategies of {@code chosen} that run with a cache of this size. With a large one, {@link
   * #LARGE_CACHE} run if {@code chosen} is the default of fig7, and otherwise all.
   */
  static List<Strategy> with(double cacheFactor, List<Strategy> chosen, boolean quick) {
    if (cacheFactor >= BOTH_COPIES && chosen.equals(FIG7.strategies())) {
      return chosen.stream().filter(LARGE_CACHE::contains).toList();
    }
    return cacheFactor >= 1 || !quick
        ? chosen
        : chosen.stream().filter(SMALL_CACHE::contains).toList();
  }
}
