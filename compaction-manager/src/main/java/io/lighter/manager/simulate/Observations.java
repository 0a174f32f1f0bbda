// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.simulate;

import io.lighter.common.assignment.SlotTable;
import io.lighter.manager.balance.TablePlanner;
import io.lighter.manager.simulate.SimulatedServer.Job;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.hadoop.hbase.ServerName;

/** Sums up a simulation. Values that need a settled state count in the second half only. */
final class Observations {
  private static final double NANOS_PER_MILLI = 1e6;

  /** Largest wait in seconds that is distinguished, in steps of 0.1 s. */
  private static final int MAX_WAIT_SECONDS = 3600;

  private static final int WAIT_STEPS = 10;

  private final int minutes;
  private final double[] rateBySlot = new double[SlotTable.SLOTS];
  private final long[] movesByMinute;
  private final long[] waits = new long[MAX_WAIT_SECONDS * WAIT_STEPS + 1];
  private final Map<ServerName, Double> busyAtHalf = new HashMap<>();
  private double spreads;
  private double bestSpread;
  private double busiest;
  private int observedMinutes;
  private double waitSeconds;
  private long slotsMoved;
  private long passes;
  private long planNanos;
  private long maxPlanNanos;

  Observations(int minutes, double[] rates, String[] names) {
    this.minutes = minutes;
    this.movesByMinute = new long[minutes];
    for (int region = 0; region < rates.length; region++) {
      rateBySlot[SlotTable.slotOf(names[region])] += rates[region];
    }
  }

  void pass(int minute, SlotTable before, TablePlanner.Plan plan, long nanos) {
    movesByMinute[minute] += plan.moves().size();
    slotsMoved +=
        IntStream.range(0, SlotTable.SLOTS)
            .filter(slot -> before.ownerOf(slot).isPresent())
            .filter(slot -> !before.ownerOf(slot).equals(plan.table().ownerOf(slot)))
            .count();
    passes++;
    planNanos += nanos;
    maxPlanNanos = Math.max(maxPlanNanos, nanos);
  }

  void ended(Job job) {
    if (job.startedAt >= minutes * 60 / 2.0) {
      double waited = Math.max(0, job.startedAt - job.acceptedAt);
      waitSeconds += waited;
      waits[(int) Math.min(waits.length - 1, Math.round(waited * WAIT_STEPS))]++;
    }
  }

  void minute(int minute, SlotTable table, Collection<SimulatedServer> servers) {
    if (minute < minutes / 2) {
      servers.forEach(server -> busyAtHalf.put(server.name(), server.busySeconds()));
      return;
    }
    Map<ServerName, Double> asked = new HashMap<>();
    for (int slot = 0; slot < SlotTable.SLOTS; slot++) {
      double rate = rateBySlot[slot];
      table.ownerOf(slot).ifPresent(owner -> asked.merge(owner, rate, Double::sum));
    }
    double mean = DoubleStream.of(rateBySlot).sum() / servers.size();
    spreads += asked.values().stream().mapToDouble(each -> each).max().orElse(0) / mean;
    bestSpread = Math.max(1, DoubleStream.of(rateBySlot).max().orElse(0) / mean);
    observedMinutes++;
    double seconds = observedMinutes * 60.0 * SimulatedServer.THREADS;
    busiest =
        servers.stream()
            .filter(server -> busyAtHalf.containsKey(server.name()))
            .mapToDouble(server -> (server.busySeconds() - busyAtHalf.get(server.name())) / seconds)
            .max()
            .orElse(0);
  }

  SimulationResult result(boolean balanced, long jobs, SlotTable table) {
    long started = LongStream.of(waits).sum();
    return new SimulationResult(
        balanced,
        spreads / Math.max(1, observedMinutes),
        bestSpread,
        busiest,
        1000 * waitSeconds / Math.max(1, started),
        p99WaitMs(started),
        jobs,
        (double) LongStream.of(movesByMinute).sum() / minutes,
        LongStream.of(movesByMinute).max().orElse(0),
        slotsMoved,
        table.toBytes().length,
        planNanos / NANOS_PER_MILLI / Math.max(1, passes),
        maxPlanNanos / NANOS_PER_MILLI,
        heapUsed());
  }

  private double p99WaitMs(long started) {
    long left = started - started / 100;
    int step = 0;
    while (step < waits.length - 1 && left > waits[step]) {
      left -= waits[step++];
    }
    return 1000.0 * step / WAIT_STEPS;
  }

  private static long heapUsed() {
    System.gc(); // the figure is the memory that is needed
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
