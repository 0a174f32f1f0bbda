// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import io.lighter.common.config.ConfigurationException;
import io.lighter.engine.advise.EngineOptions;
import io.lighter.engine.advise.Forecast;
import io.lighter.engine.advise.SimulatedEngine;
import io.lighter.engine.advise.StoreSimulation;
import io.lighter.engine.advise.StoreWorkload;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/**
 * What {@code lighter advise} expects of a load, from the settings of the table and from the
 * flushes that were measured. Thus a report shows how far the advice is from what came.
 */
public final class AdvisedLoad {
  private AdvisedLoad() {}

  /**
   * Plays the flushes of a load against the simulation of its engine.
   *
   * @return empty without flushes, and for what the simulation does not take: an engine, an order
   *     of keys, or a value of HBase's options
   */
  public static Optional<Forecast> of(LoadRun run) {
    Row row = run.row();
    long flushed = run.log().flushedBytes();
    Optional<SimulatedEngine> engine = engine(row.engine());
    Optional<io.lighter.engine.advise.KeyOrder> order = order(row.plan().keys());
    Optional<EngineOptions> options = options(row);
    if (flushed == 0 || engine.isEmpty() || order.isEmpty() || options.isEmpty()) {
      return Optional.empty();
    }
    StoreWorkload workload =
        new StoreWorkload(
            0,
            1 + (flushed - 1) / run.log().flushes().size(),
            flushed,
            flushed / Math.max(1, run.span().seconds()),
            0,
            order.get());
    return Optional.of(StoreSimulation.play(engine.get(), workload, options.get()));
  }

  /**
   * Returns the options of a row's table. Options of Lighter with bad values have their defaults,
   * as in the table, and its region server's log tells so.
   *
   * @return empty for a value of HBase's that the simulation does not take
   */
  private static Optional<EngineOptions> options(Row row) {
    Configuration conf = new Configuration(false);
    row.settings().forEach(conf::set);
    LoadPlan plan = row.plan();
    try {
      return Optional.of(
          EngineOptions.of(conf, plan.flushBytes(), plan.regionBytes(), problem -> {}));
    } catch (ConfigurationException e) {
      return Optional.empty();
    }
  }

  private static Optional<SimulatedEngine> engine(Engine engine) {
    return switch (engine) {
      case HD, HDB, HDO, RM -> Optional.of(SimulatedEngine.DEFAULT);
      case HS -> Optional.of(SimulatedEngine.STRIPE);
      case HT -> Optional.of(SimulatedEngine.DATE_TIERED);
      case SMA4 -> Optional.of(SimulatedEngine.STEPPED_MERGE);
      case GEO2 -> Optional.of(SimulatedEngine.GEOMETRIC);
      case RG, RGO -> Optional.of(SimulatedEngine.RANGE);
      case FO, FOO, FOP -> Optional.of(SimulatedEngine.FOREST);
      case NM, HDISK, HSSD, HTUNED, HDATE, K4, K8, K80, TI, TIO -> Optional.empty();
    };
  }

  private static Optional<io.lighter.engine.advise.KeyOrder> order(KeyOrder keys) {
    return switch (keys) {
      case RANDOM -> Optional.of(io.lighter.engine.advise.KeyOrder.UNIFORM);
      case ASCENDING -> Optional.of(io.lighter.engine.advise.KeyOrder.ASCENDING);
      case NEARLY_ASCENDING -> Optional.empty();
    };
  }
}
