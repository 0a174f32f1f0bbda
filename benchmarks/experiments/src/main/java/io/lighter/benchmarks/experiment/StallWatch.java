// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import io.lighter.benchmarks.stall.Delay;
import io.lighter.benchmarks.stall.SafepointLog;
import io.lighter.benchmarks.stall.StallExplainer;
import io.lighter.benchmarks.stall.StallSampler;
import io.lighter.benchmarks.stall.WalSyncs;
import io.lighter.benchmarks.stall.Watched;
import io.lighter.benchmarks.stall.Watched.Kind;
import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.ProcessName;
import io.lighter.testing.cluster.Role;
import io.lighter.testing.isolation.DiskAccounting;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Collects what can explain the stalls of a trial: counters from {@link #start} to {@link #close},
 * and the logs of this time. Confined to one thread; the sampler has its own.
 */
final class StallWatch implements AutoCloseable {
  private static final String CPU_WAIT = "cpu_wait_s_";
  private static final String SAFEPOINT = "safepoint_ms_";

  private final LocalCluster cluster;
  private final Instant start;
  private final List<Watched> watched;
  private final Map<String, LogWatch> regionServerLogs;
  private final boolean hasDisks;
  private final StallSampler sampler;

  private StallWatch(
      LocalCluster cluster, List<Watched> watched, Map<String, LogWatch> logs, Clock clock) {
    this.cluster = cluster;
    this.start = clock.instant();
    this.watched = new ArrayList<>(watched);
    this.regionServerLogs = logs;
    List<DiskAccounting> groups = cluster.isolation().diskAccounting();
    this.hasDisks = !groups.isEmpty();
    this.sampler = StallSampler.start(watched, groups, clock);
  }

  /** Starts to watch the cluster's current servers. */
  static StallWatch start(LocalCluster cluster, Clock clock) throws IOException {
    List<ProcessName> names = cluster.processNames();
    boolean apart = names.stream().anyMatch(name -> name.role() == Role.DATA_NODE);
    List<Watched> watched = new ArrayList<>();
    Map<String, LogWatch> logs = new LinkedHashMap<>();
    for (ProcessName name : names) {
      if (cluster.isAlive(name)) {
        kind(name.role(), apart)
            .ifPresent(kind -> watched.add(new Watched(kind, name.toString(), cluster.pid(name))));
      }
      if (name.role() == Role.REGION_SERVER) {
        logs.put(name.toString(), new LogWatch(cluster.logFile(name)));
      }
    }
    return new StallWatch(cluster, watched, logs, clock);
  }

  /** Adds clients that have started. */
  void addClients(List<Long> pids) {
    List<Watched> clients = new ArrayList<>();
    for (long pid : pids) {
      clients.add(new Watched(Kind.CLIENT, "client-" + (clients.size() + 1), pid));
    }
    watched.addAll(clients);
    sampler.watch(clients);
  }

  /** Explains the stalls so far; the clients may have ended. */
  TrialStalls explain(LatencyLog latencies, List<PhaseTimes> compactions, List<String> operations)
      throws IOException {
    List<String> missing = new ArrayList<>();
    Map<Kind, List<Delay>> safepoints = safepoints(missing);
    List<Delay> delays = new ArrayList<>(sampler.delays());
    safepoints.values().forEach(delays::addAll);
    for (Map.Entry<String, LogWatch> log : regionServerLogs.entrySet()) {
      delays.addAll(WalSyncs.parse(log.getValue().lines(), log.getKey(), StallWatch::time));
    }
    StallFinder finder = new StallFinder(compactions);
    Map<Phase, Map<String, Double>> usage = new EnumMap<>(Phase.class);
    for (Phase phase : Phase.values()) {
      usage.put(phase, usage(finder.spans(phase), safepoints));
    }
    addMissing(missing, usage.get(Phase.REST));
    StallExplainer explainer = new StallExplainer(delays);
    return new TrialStalls(
        finder.find(latencies, operations).stream().map(explainer::explain).toList(),
        usage,
        missing);
  }

  /** Use of the machine in a time, by name. */
  Map<String, Double> usage(TimeSpan span) {
    return sampler.usage(span.from(), span.to());
  }

  @Override
  public void close() {
    sampler.close();
  }

  /** The safepoints of each kind of process. */
  private Map<Kind, List<Delay>> safepoints(List<String> missing) throws IOException {
    Map<Kind, List<Delay>> safepoints = new EnumMap<>(Kind.class);
    for (Watched process : watched) {
      if (process.kind().safepoint().isPresent()) {
        Optional<List<Delay>> log =
            SafepointLog.read(
                cluster.safepointLog(process.pid()),
                process.kind().safepoint().get(),
                process.name(),
                start);
        if (log.isPresent()) {
          safepoints.computeIfAbsent(process.kind(), k -> new ArrayList<>()).addAll(log.get());
        } else {
          missing.add("safepoints of " + process.name());
        }
      }
    }
    return safepoints;
  }

  private Map<String, Double> usage(List<TimeSpan> spans, Map<Kind, List<Delay>> safepoints) {
    Map<String, Double> sum = new TreeMap<>();
    for (TimeSpan span : spans) {
      sampler
          .usage(span.from(), span.to())
          .forEach((name, more) -> sum.merge(name, more, Double::sum));
      safepoints.forEach(
          (kind, all) ->
              sum.merge(
                  SAFEPOINT + kind.label(),
                  all.stream().mapToDouble(s -> s.within(span.from(), span.to())).sum(),
                  Double::sum));
    }
    return sum;
  }

  private void addMissing(List<String> missing, Map<String, Double> usage) {
    if (usage.keySet().stream().noneMatch(name -> name.startsWith(CPU_WAIT))) {
      missing.add("waits for a CPU: no schedstat");
    }
    if (!usage.containsKey(StallSampler.STEAL)) {
      missing.add("steal: no such column in /proc/stat");
    }
    if (usage.keySet().stream().noneMatch(name -> name.startsWith("disk_"))) {
      missing.add("disks: " + (hasDisks ? "the kernel has no accounting" : "no control groups"));
    }
  }

  private static Optional<Kind> kind(Role role, boolean dataNodesApart) {
    return switch (role) {
      case REGION_SERVER -> Optional.of(Kind.REGION_SERVER);
      case COMPACTION_SERVER -> Optional.of(Kind.COMPACTION_SERVER);
      case DATA_NODE -> Optional.of(Kind.DATA_NODE);
      case BASE -> dataNodesApart ? Optional.empty() : Optional.of(Kind.DATA_NODE);
      case S3_SERVER, ZOOKEEPER, NAME_NODE, MASTER, MANAGER -> Optional.empty();
    };
  }

  private static Instant time(String line) {
    return LogWatch.timestamp(line).atZone(ZoneId.systemDefault()).toInstant();
  }
}
