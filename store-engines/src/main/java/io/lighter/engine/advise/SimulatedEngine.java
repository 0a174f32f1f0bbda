// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.advise;

import java.util.Optional;

/** What a simulation can play. */
public enum SimulatedEngine {
  /** HBase's default engine and policy. */
  DEFAULT("default", true),
  /** HBase's stripes. */
  STRIPE("stripe", true),
  /** HBase's tiers of time. */
  DATE_TIERED("date-tiered", true),
  /** Lighter's key ranges. */
  RANGE("range", true),
  /** Lighter's trees of files. */
  FOREST("forest", true),
  /** HBase's default engine with Lighter's policy SMA(k), to compare with. */
  STEPPED_MERGE("SMA(k)", false),
  /** HBase's default engine with Lighter's policy Geometric, to compare with. */
  GEOMETRIC("Geometric", false);

  private final String tag;
  private final boolean engine;

  SimulatedEngine(String tag, boolean engine) {
    this.tag = tag;
    this.engine = engine;
  }

  /** Returns the name for people; of an engine that of the command line. */
  public String tag() {
    return tag;
  }

  /** Tells whether a table can have it as its engine, not as a policy to compare with. */
  public boolean isEngine() {
    return engine;
  }

  /**
   * Compactions that are asked for after a flush. HBase asks for one; Lighter's engines ask for the
   * next one after each, until none is due.
   */
  public long compactionsAfterFlush() {
    return switch (this) {
      case RANGE, FOREST -> Integer.MAX_VALUE;
      case DEFAULT, STRIPE, DATE_TIERED, STEPPED_MERGE, GEOMETRIC -> 1;
    };
  }

  /**
   * Returns why the engine's figures are in doubt, as a sentence. An engine with a doubt has to be
   * clearly cheaper than the others.
   */
  public Optional<String> doubt() {
    return switch (this) {
      case FOREST ->
          Optional.of("the simulation of forests was not compared with long runs of them");
      case DEFAULT, STRIPE, DATE_TIERED, RANGE, STEPPED_MERGE, GEOMETRIC -> Optional.empty();
    };
  }

  StoreModel model(StoreWorkload workload, EngineOptions options, long startMillis) {
    return switch (this) {
      case DEFAULT -> new RunsModel(options.exploring(), workload, options, startMillis);
      case STRIPE -> new StripeModel(workload, options);
      case DATE_TIERED -> new DateTieredModel(workload, options, startMillis);
      case RANGE -> new RangeModel(workload, options, startMillis);
      case FOREST -> new ForestModel(workload, options, startMillis);
      case STEPPED_MERGE -> new RunsModel(options.stepped(), workload, options, startMillis);
      case GEOMETRIC -> new RunsModel(options.geometric(), workload, options, startMillis);
    };
  }
}
