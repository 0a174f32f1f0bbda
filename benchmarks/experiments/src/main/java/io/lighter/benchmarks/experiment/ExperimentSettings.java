package io.lighter.benchmarks.experiment;

import io.lighter.testing.isolation.IsolationProfile;
import java.util.List;

/**
 * What an experiment runs.
 *
 * @param experiment its name in files, such as {@code fig7}
 * @param title in words
 * @param profile of the machines that are imitated
 * @param scale of the data, 1 being what a repeat of half an hour has time for
 * @param quick less data and shorter phases
 * @param repeat how often each strategy is measured
 * @param seed of the data and of the order of strategies
 * @param strategies to compare
 * @param cacheFactors sizes of the block cache, in sizes of the data
 * @param rehearse whether the first compactions, of JVMs that have not compiled their code, are
 *     left out
 */
public record ExperimentSettings(
    String experiment,
    String title,
    IsolationProfile profile,
    double scale,
    boolean quick,
    int repeat,
    long seed,
    List<Strategy> strategies,
    List<Double> cacheFactors,
    boolean rehearse) {

  private static final int ROWS = 80_000;
  private static final int QUICK_ROWS = 40_000;
  private static final int MAX_REPEAT = 20;
  private static final double MAX_SCALE = 100;

  /** Checks. */
  public ExperimentSettings {
    if (!(scale > 0 && scale <= MAX_SCALE)) {
      throw new IllegalArgumentException(
          "scale %s: expected a number above 0 and up to 100".formatted(scale));
    }
    if (repeat < 1 || repeat > MAX_REPEAT) {
      throw new IllegalArgumentException("repeat %d: expected 1 to 20".formatted(repeat));
    }
    if (strategies.isEmpty()) {
      throw new IllegalArgumentException("strategies: expected some of " + Strategy.names());
    }
    for (double factor : cacheFactors) {
      if (!(factor >= 0.1 && factor <= 10)) {
        throw new IllegalArgumentException(
            "cache %s: expected 0.1 to 10, in sizes of the data".formatted(factor));
      }
    }
    strategies = List.copyOf(strategies);
    cacheFactors = List.copyOf(cacheFactors);
  }

  /** The rows of the table. */
  public YcsbRows rows() {
    return new YcsbRows((int) Math.max(1_000, Math.round(scale * (quick ? QUICK_ROWS : ROWS))));
  }

  /** How long the parts of a trial take. */
  public TrialSettings trial() {
    return quick ? TrialSettings.quick() : TrialSettings.full();
  }

  /** The strategies that are run with a cache of this size. */
  public List<Strategy> strategies(double cacheFactor) {
    return Figure.with(cacheFactor, strategies, quick);
  }

  /** Trials in all. */
  public int trials() {
    return repeat * cacheFactors.stream().mapToInt(factor -> strategies(factor).size()).sum();
  }
}
