// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import io.lighter.testing.isolation.IsolationProfile;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Settings of an experiment.
 *
 * @param experiment name in files, such as {@code fig7}
 * @param title title in reports
 * @param profile profile of the emulated machines
 * @param scale scale of the data; 1 fits a repeat of half an hour
 * @param quick whether to use less data and shorter phases
 * @param repeat number of trials per strategy
 * @param seed seed of the data and of the order of strategies
 * @param strategies to compare
 * @param cacheFactors sizes of the block cache relative to the data
 * @param rehearse whether to leave out the first compactions of cold JVMs
 * @param compactions number of compactions in a row in each trial, 1 to 100
 * @param variants variants of the cluster, each with a strategy that it supports
 * @param prices prices of requests to an object store; empty for no costs
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
    boolean rehearse,
    int compactions,
    List<ClusterVariant> variants,
    Optional<StorePrices> prices) {

  /** Number of compactions of a trial in a full experiment. */
  public static final int FULL_COMPACTIONS = 10;

  private static final int ROWS = 80_000;
  private static final int QUICK_ROWS = 40_000;
  private static final int MAX_REPEAT = 20;
  private static final double MAX_SCALE = 100;

  /** Checks the settings. */
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
    TrialSettings.requireCompactions(compactions);
    strategies = List.copyOf(strategies);
    if (variants.isEmpty()) {
      throw new IllegalArgumentException("variants: expected some of " + ClusterVariant.labels());
    }
    for (ClusterVariant variant : variants) {
      if (strategies.stream().noneMatch(variant::supports)) {
        throw new IllegalArgumentException(
            "variants %s: expected one of the strategies %s, not only %s"
                .formatted(variant.label(), variant.strategies(), strategies));
      }
    }
    if (prices.isPresent() && profile.objectStore().isEmpty()) {
      throw new IllegalArgumentException(
          "price-read, price-write: expected with a profile that has an object store, not "
              + profile.name());
    }
    cacheFactors = List.copyOf(cacheFactors);
    variants = List.copyOf(variants);
  }

  /**
   * A builder of settings for one trial per strategy: all data, no isolation, one compaction in
   * each trial, the default cluster, and a rehearsal.
   *
   * @param experiment name in files, such as {@code fig7}
   * @param title title in reports
   * @param strategies to compare, at least one
   * @param cacheFactors sizes of the block cache relative to the data, 0.1 to 10
   */
  public static Builder builder(
      String experiment, String title, List<Strategy> strategies, List<Double> cacheFactors) {
    return new Builder(experiment, title, strategies, cacheFactors);
  }

  /** The same settings with another number of compactions in each trial, 1 to 100. */
  public ExperimentSettings withCompactions(int number) {
    return toBuilder().compactions(number).build();
  }

  /** The same settings with other variants of the cluster. */
  public ExperimentSettings withVariants(List<ClusterVariant> others) {
    return toBuilder().variants(others).build();
  }

  /** The same settings with prices of requests to the object store. */
  public ExperimentSettings withPrices(StorePrices known) {
    return toBuilder().prices(known).build();
  }

  private Builder toBuilder() {
    Builder same = new Builder(experiment, title, strategies, cacheFactors);
    same.profile = profile;
    same.scale = scale;
    same.quick = quick;
    same.repeat = repeat;
    same.seed = seed;
    same.rehearse = rehearse;
    same.compactions = compactions;
    same.variants = variants;
    same.prices = prices;
    return same;
  }

  /** Settings of a trial in a variant, by name; trials of other settings are not compared. */
  public Map<String, Object> conditions(ClusterVariant variant) {
    return Map.of(
        "experiment", experiment,
        "profile", profile.name(),
        "scale", scale,
        "quick", quick,
        "compactions", variant.compactions(compactions),
        "seed", seed);
  }

  /** The rows of the table. */
  public YcsbRows rows() {
    return new YcsbRows((int) Math.max(1_000, Math.round(scale * (quick ? QUICK_ROWS : ROWS))));
  }

  /** Durations of a trial's parts. */
  public TrialSettings trial() {
    TrialSettings one = quick ? TrialSettings.quick() : TrialSettings.full();
    return one.withCompactions(compactions);
  }

  /** Durations of a trial's parts in a variant of the cluster. */
  public TrialSettings trial(ClusterVariant variant) {
    return trial().withCompactions(variant.compactions(compactions));
  }

  /** The kinds of clusters, each variant with all sizes of the cache. */
  public List<ClusterKind> clusters() {
    return variants.stream()
        .flatMap(variant -> cacheFactors.stream().map(factor -> new ClusterKind(factor, variant)))
        .toList();
  }

  /** Strategies for a cache of this size. */
  public List<Strategy> strategies(double cacheFactor) {
    return Figure.with(cacheFactor, strategies, quick);
  }

  /** Strategies in a cluster of this kind. */
  public List<Strategy> strategies(ClusterKind cluster) {
    return strategies(cluster.cacheFactor()).stream().filter(cluster.variant()::supports).toList();
  }

  /** Strategies that a variant leaves out. */
  public List<Strategy> leftOut(ClusterVariant variant) {
    return strategies.stream().filter(strategy -> !variant.supports(strategy)).toList();
  }

  /** Number of all trials. */
  public int trials() {
    return repeat * clusters().stream().mapToInt(cluster -> strategies(cluster).size()).sum();
  }

  /** Builder of settings; not thread-safe. */
  public static final class Builder {
    private final String experiment;
    private final String title;
    private final List<Strategy> strategies;
    private final List<Double> cacheFactors;
    private IsolationProfile profile = IsolationProfile.NONE;
    private double scale = 1;
    private boolean quick;
    private int repeat = 1;
    private long seed = 1;
    private boolean rehearse = true;
    private int compactions = 1;
    private List<ClusterVariant> variants = List.of(ClusterVariant.DEFAULT);
    private Optional<StorePrices> prices = Optional.empty();

    private Builder(
        String experiment, String title, List<Strategy> strategies, List<Double> cacheFactors) {
      this.experiment = experiment;
      this.title = title;
      this.strategies = strategies;
      this.cacheFactors = cacheFactors;
    }

    /** Sets the profile of the emulated machines; none by default. */
    public Builder profile(IsolationProfile machines) {
      profile = machines;
      return this;
    }

    /** Sets the scale of the data, above 0 and up to 100; 1 by default. */
    public Builder scale(double factor) {
      scale = factor;
      return this;
    }

    /** Sets whether to use less data and shorter phases; false by default. */
    public Builder quick(boolean less) {
      quick = less;
      return this;
    }

    /** Sets the number of trials per strategy, 1 to 20; 1 by default. */
    public Builder repeat(int trials) {
      repeat = trials;
      return this;
    }

    /** Sets the seed of the data and of the order of strategies; 1 by default. */
    public Builder seed(long number) {
      seed = number;
      return this;
    }

    /** Measures the first compactions of cold JVMs, too. */
    public Builder withoutRehearsal() {
      rehearse = false;
      return this;
    }

    /** Sets the number of compactions in a row in each trial, 1 to 100; 1 by default. */
    public Builder compactions(int number) {
      compactions = number;
      return this;
    }

    /** Sets the variants of the cluster; the default cluster alone by default. */
    public Builder variants(List<ClusterVariant> chosen) {
      variants = chosen;
      return this;
    }

    /** Sets the prices of requests to the object store; none by default. */
    public Builder prices(StorePrices known) {
      prices = Optional.of(known);
      return this;
    }

    /**
     * The settings.
     *
     * @throws IllegalArgumentException naming a setting that is out of range
     */
    public ExperimentSettings build() {
      return new ExperimentSettings(
          experiment,
          title,
          profile,
          scale,
          quick,
          repeat,
          seed,
          strategies,
          cacheFactors,
          rehearse,
          compactions,
          variants,
          prices);
    }
  }
}
