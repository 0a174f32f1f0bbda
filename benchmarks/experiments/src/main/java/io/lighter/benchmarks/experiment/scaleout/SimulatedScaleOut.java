// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.scaleout;

import io.lighter.common.config.ConfigurationException;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.manager.balance.BalanceSettings;
import io.lighter.manager.simulate.SimulatedMinute;
import io.lighter.manager.simulate.Simulation;
import io.lighter.manager.simulate.SimulationResult;
import io.lighter.manager.simulate.SimulationSettings;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * A simulated scale-out: the manager's real planner with simulated compaction servers, whose number
 * doubles at half time.
 *
 * @param course values by minute
 */
public record SimulatedScaleOut(
    SimulationSettings settings, List<SimulatedMinute> course, SimulationResult result) {
  /** Region servers per compaction server at the start. */
  private static final int REGION_SERVERS = 10;

  private static final int REGIONS = 10;
  private static final double LOAD = 1.4;
  private static final int MINUTES = 120;
  private static final int QUICK_MINUTES = 30;
  private static final int LEFT_OUT = 3;

  /** Copies the list. */
  public SimulatedScaleOut {
    course = List.copyOf(course);
  }

  /** Figures of a half, without its first third. */
  public record Half(int servers, double waitP50, double waiting, double perMinute) {}

  /**
   * Runs the simulation.
   *
   * @param regionServers a multiple of ten
   */
  public static SimulatedScaleOut run(int regionServers, boolean quick, long seed) {
    int servers = Math.max(1, regionServers / REGION_SERVERS);
    SimulationSettings settings =
        new SimulationSettings(
            regionServers,
            servers,
            regionServers * REGIONS,
            0,
            LOAD,
            quick ? QUICK_MINUTES : MINUTES,
            false,
            seed);
    Simulation simulation = new Simulation(settings, balance(), servers);
    SimulationResult result = simulation.run();
    return new SimulatedScaleOut(settings, simulation.course(), result);
  }

  private static BalanceSettings balance() {
    try {
      return BalanceSettings.of(LighterConfiguration.defaults());
    } catch (ConfigurationException e) {
      throw new IllegalStateException("the defaults contradict each other", e);
    }
  }

  /** The minute in which servers join. */
  public int joinMinute() {
    return course.size() / 2;
  }

  /** Figures before and after servers join. */
  public List<Half> halves() {
    return List.of(half(0, joinMinute()), half(joinMinute(), course.size()));
  }

  private Half half(int from, int to) {
    List<SimulatedMinute> counted = course.subList(from + (to - from) / LEFT_OUT, to);
    return new Half(
        course.get(to - 1).servers(),
        median(counted.stream().mapToDouble(SimulatedMinute::medianWaitMs)) / 1_000,
        counted.stream().mapToLong(SimulatedMinute::waiting).average().orElse(0),
        counted.stream().mapToInt(SimulatedMinute::completed).average().orElse(0));
  }

  private static double median(DoubleStream values) {
    double[] sorted = values.sorted().toArray();
    return sorted.length == 0 ? 0 : sorted[sorted.length / 2];
  }
}
