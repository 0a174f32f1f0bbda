// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.simulate;

import io.lighter.common.assignment.GroupServers;
import io.lighter.common.assignment.SlotTable;
import io.lighter.manager.balance.BalanceSettings;
import io.lighter.manager.balance.LoadTracker;
import io.lighter.manager.balance.TablePlanner;
import io.lighter.manager.simulate.SimulatedServer.Job;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.hbase.ServerName;

/**
 * Runs the manager's planner against a simulated cluster, on a manual clock.
 *
 * <p>Each region requests a compaction whenever it has enough bytes, and has at most one in flight.
 * Its region server sends the job to the owner of the region's slot, while it has at most {@value
 * #MAX_IN_FLIGHT} in flight. Every {@value #REPORT_SECONDS} s the servers report and every {@value
 * #PASS_SECONDS} s the manager makes a pass, both through the code of a real manager. A simulation
 * runs once, on one thread.
 */
public final class Simulation {
  static final String GROUP = "simulated";
  static final int MAX_IN_FLIGHT = 32;

  /** Measures the time of a core, independent of other load on the machine. */
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private static final int REPORT_SECONDS = 1;
  private static final int PASS_SECONDS = 10;
  private static final long JOB_BYTES = 256L << 20;

  /** One server of this many dies, and is replaced later. */
  private static final int CHURN = 20;

  /** A region and the time at which it will have enough bytes. */
  private record Due(double atSecond, int region) implements Comparable<Due> {
    @Override
    public int compareTo(Due other) {
      return atSecond != other.atSecond
          ? Double.compare(atSecond, other.atSecond)
          : Integer.compare(region, other.region);
    }
  }

  private final SimulationSettings settings;
  private final LoadTracker loads;
  private final TablePlanner planner;
  private final Observations observations;
  private final boolean balanced;
  private final int joining;
  private final SimulatedCourse course = new SimulatedCourse();

  private final double[] rates;
  private final String[] names;
  private final int[] regionsBySlot = new int[SlotTable.SLOTS];
  private final int[] inFlight;
  private final PriorityQueue<Due> due = new PriorityQueue<>();
  private final Map<ServerName, SimulatedServer> servers = new TreeMap<>();

  private SlotTable table = SlotTable.EMPTY;
  private GroupServers candidates = GroupServers.NONE;
  private long clockNanos;
  private long jobs;
  private int born;

  /**
   * @param balance settings of the manager; without {@code enabled} it assigns by numbers alone
   */
  public Simulation(SimulationSettings settings, BalanceSettings balance) {
    this(settings, balance, 0);
  }

  /**
   * @param balance settings of the manager; without {@code enabled} it assigns by numbers alone
   * @param joining compaction servers that join halfway
   */
  public Simulation(SimulationSettings settings, BalanceSettings balance, int joining) {
    this.settings = settings;
    this.joining = joining;
    this.balanced = balance.enabled();
    this.loads = new LoadTracker(balance, () -> clockNanos);
    this.planner =
        new TablePlanner(
            balance, loads, () -> clockNanos, () -> Instant.ofEpochMilli(clockNanos / 1_000_000));
    Random random = new Random(settings.seed());
    double capacity = settings.servers() * SimulatedServer.THREADS * SimulatedServer.THREAD_SPEED;
    this.rates =
        RegionRates.draw(
            settings.regions(),
            settings.zipf(),
            capacity * settings.utilisation(),
            SimulatedServer.THREAD_SPEED,
            random);
    this.names = new String[settings.regions()];
    this.inFlight = new int[settings.regionServers()];
    for (int region = 0; region < settings.regions(); region++) {
      names[region] = "%08x%08x".formatted(random.nextInt(), region);
      regionsBySlot[SlotTable.slotOf(names[region])]++;
      due.add(new Due(random.nextDouble() * JOB_BYTES / rates[region], region));
    }
    this.observations = new Observations(settings.minutes(), rates, names);
  }

  /** Runs the whole simulation. */
  public SimulationResult run() {
    for (int i = 0; i < settings.servers(); i++) {
      join();
    }
    pass(0);
    int seconds = settings.minutes() * 60;
    for (int second = 0; second < seconds; second++) {
      clockNanos = Duration.ofSeconds(second).toNanos();
      churn(second, seconds);
      grow(second, seconds);
      submit(second);
      if (second % REPORT_SECONDS == 0) {
        servers.values().forEach(each -> loads.add(each.report(Duration.ZERO), servers.keySet()));
      }
      if (second % PASS_SECONDS == 0) {
        pass(second);
      }
      for (SimulatedServer server : servers.values()) {
        server.work(second, 1).forEach(this::ended);
      }
      if (second % 60 == 59) {
        observations.minute(second / 60, table, servers.values());
        course.minute(servers.values());
      }
    }
    return observations.result(balanced, jobs, table);
  }

  /** The minutes of {@link #run}, in order. */
  public List<SimulatedMinute> course() {
    return course.minutes();
  }

  private void join() {
    ServerName name = ServerName.valueOf("s%04d".formatted(born++), 16040, 1);
    servers.put(name, new SimulatedServer(name));
  }

  private void churn(int second, int seconds) {
    int count = settings.churn() ? settings.servers() / CHURN : 0;
    if (second == seconds / 3) {
      List<SimulatedServer> dying = servers.values().stream().limit(count).toList();
      dying.forEach(server -> servers.remove(server.name()));
      loads.retainAll(servers.keySet());
      pass(second);
      dying.forEach(server -> server.die().forEach(job -> submitAgain(job, second)));
    } else if (second == seconds * 2 / 3) {
      for (int i = 0; i < count; i++) {
        join();
      }
    }
  }

  private void grow(int second, int seconds) {
    for (int i = 0; second == seconds / 2 && i < joining; i++) {
      join();
    }
  }

  private void pass(int second) {
    SlotTable before = table;
    long started = THREADS.getCurrentThreadCpuTime();
    TablePlanner.Plan plan =
        planner.plan(GROUP, before, servers.keySet(), Optional.of(regionsBySlot.clone()));
    planner.written(plan);
    long nanos = THREADS.getCurrentThreadCpuTime() - started;
    table = plan.table();
    candidates = new GroupServers(table, servers.keySet());
    observations.pass(second / 60, before, plan, nanos);
  }

  private void submit(int second) {
    List<Due> later = new ArrayList<>();
    while (!due.isEmpty() && due.peek().atSecond() < second + 1) {
      Due next = due.remove();
      if (inFlight[regionServerOf(next.region())] >= MAX_IN_FLIGHT) {
        later.add(new Due(second + 1, next.region()));
      } else {
        inFlight[regionServerOf(next.region())]++;
        send(
            new Job(jobs++, next.region(), names[next.region()], JOB_BYTES, next.atSecond()),
            second);
      }
    }
    due.addAll(later);
  }

  private void submitAgain(Job lost, int second) {
    send(new Job(jobs++, lost.region, lost.regionName, lost.bytes, second), second);
  }

  private void send(Job job, int second) {
    servers.get(candidates.candidates(job.regionName).get(0)).accept(job, second);
  }

  private void ended(Job job) {
    inFlight[regionServerOf(job.region)]--;
    observations.ended(job);
    course.ended(job);
    double now = clockNanos / 1e9 + 1;
    double gathered = job.acceptedAt + JOB_BYTES / rates[job.region];
    due.add(new Due(Math.max(now, gathered), job.region));
  }

  private int regionServerOf(int region) {
    return region % inFlight.length;
  }
}
