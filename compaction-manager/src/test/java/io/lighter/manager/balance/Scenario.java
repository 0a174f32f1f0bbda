// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.balance;

import io.lighter.common.assignment.SlotTable;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.protocol.LighterProtos.JobReport;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;

/**
 * A cluster that follows a script, on a manual clock. Commands, one a line:
 *
 * <pre>
 * set KEY VALUE              an option, below lighter.manager.balance.; before anything else
 * regions FROM-TO [N]        each of these slots has N regions (1)
 * join SERVER...             servers of 4 threads appear
 * die SERVER...              they disappear
 * leave SERVER...            they stay live, but may own no slots
 * state SERVER K=V...        its reports from now on: cpu, memory, wait (s), running, queued
 * silent SERVER...           they stop reporting
 * talk SERVER...             they report again
 * demand SLOT... MB          every 10 s the owner of each slot gets a job of MB megabytes
 * small SLOT... MB           the same in jobs so short that no report shows them
 * run DURATION               time passes; a pass every 10 s; prints new verdicts, and moves
 * slots                      prints the occupied slots by server
 * </pre>
 */
final class Scenario {
  private static final String GROUP = "g";
  private static final int JOB_EVERY_S = 10;

  /** A server by the script. */
  private static final class Actor {
    double cpu;
    double memory;
    long waitSeconds;
    int running;
    int queued;
    boolean silent;
    boolean eligible = true;
    long compacted;
    final List<JobReport> arrived = new ArrayList<>(); // jobs since the last report
  }

  private final Configuration conf = new Configuration(false);
  private final Map<String, Actor> actors = new TreeMap<>();
  private final Map<Integer, Long> demand = new TreeMap<>();
  private final Map<Integer, Long> small = new TreeMap<>();
  private final Map<Integer, String> regionNames = new HashMap<>();
  private final int[] regions = new int[SlotTable.SLOTS];
  private LoadTracker loads;
  private TablePlanner planner;
  private SlotTable table = SlotTable.EMPTY;
  private long second;
  private int jobs;
  private String lastVerdict = "";

  /** Runs a command and returns what it prints. */
  String run(String line) throws Exception {
    List<String> words = List.of(line.split(" +", -1));
    List<String> arguments = words.subList(1, words.size());
    return switch (words.get(0)) {
      case "set" -> set(arguments);
      case "regions" -> setRegions(arguments);
      case "join" -> each(arguments, name -> actors.put(name, new Actor()));
      case "die" -> each(arguments, actors::remove);
      case "leave" -> each(arguments, name -> actors.get(name).eligible = false);
      case "silent" -> each(arguments, name -> actors.get(name).silent = true);
      case "talk" -> each(arguments, name -> actors.get(name).silent = false);
      case "state" -> state(arguments);
      case "demand" -> setRates(demand, arguments);
      case "small" -> setRates(small, arguments);
      case "run" -> runFor(arguments.get(0));
      case "slots" -> slots();
      default -> throw new IllegalArgumentException("no such command: " + line);
    };
  }

  private String set(List<String> arguments) {
    conf.set("lighter.manager.balance." + arguments.get(0), arguments.get(1));
    return "";
  }

  private String setRegions(List<String> arguments) {
    int count = arguments.size() > 1 ? Integer.parseInt(arguments.get(1)) : 1;
    range(arguments.get(0)).forEach(slot -> regions[slot] = count);
    return "";
  }

  private static IntStream range(String text) {
    String[] ends = text.split("-", -1);
    return IntStream.rangeClosed(
        Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]));
  }

  private static String each(List<String> names, Consumer<String> action) {
    names.forEach(action);
    return "";
  }

  private String state(List<String> arguments) {
    Actor actor = actors.get(arguments.get(0));
    for (String pair : arguments.subList(1, arguments.size())) {
      int value = Integer.parseInt(pair.substring(pair.indexOf('=') + 1));
      switch (pair.substring(0, pair.indexOf('='))) {
        case "cpu" -> actor.cpu = value / 100.0;
        case "memory" -> actor.memory = value / 100.0;
        case "wait" -> actor.waitSeconds = value;
        case "running" -> actor.running = value;
        case "queued" -> actor.queued = value;
        default -> throw new IllegalArgumentException("no such state: " + pair);
      }
    }
    return "";
  }

  private static String setRates(Map<Integer, Long> rates, List<String> arguments) {
    long bytes = Long.parseLong(arguments.get(arguments.size() - 1)) << 20;
    arguments.subList(0, arguments.size() - 1).stream()
        .flatMapToInt(Scenario::range)
        .forEach(slot -> rates.put(slot, bytes));
    return "";
  }

  private String runFor(String duration) throws Exception {
    StringBuilder printed = new StringBuilder();
    start();
    long until = second + Duration.parse("PT" + duration).toSeconds();
    for (; second < until; second++) {
      if (second % JOB_EVERY_S == 0) {
        demand.forEach(this::submit);
        small.forEach((slot, bytes) -> owner(slot).ifPresent(each -> each.compacted += bytes));
      }
      actors.forEach(this::report);
      if (second % 10 == 0) {
        pass().ifPresent(round -> print(round, printed));
      }
    }
    return printed.toString();
  }

  private void start() throws Exception {
    if (planner == null) {
      BalanceSettings settings = BalanceSettings.of(LighterConfiguration.of(conf));
      loads = new LoadTracker(settings, this::nanoTime);
      planner =
          new TablePlanner(settings, loads, this::nanoTime, () -> Instant.ofEpochSecond(second));
    }
  }

  private long nanoTime() {
    return Duration.ofSeconds(second).toNanos();
  }

  private Optional<Explanation> pass() {
    List<ServerName> eligible =
        actors.entrySet().stream()
            .filter(actor -> actor.getValue().eligible)
            .map(actor -> server(actor.getKey()))
            .toList();
    loads.retainAll(actors.keySet().stream().map(Scenario::server).toList());
    TablePlanner.Plan plan = planner.plan(GROUP, table, eligible, Optional.of(regions.clone()));
    table = plan.table();
    planner.written(plan);
    return plan.round();
  }

  private void submit(int slot, long bytes) {
    owner(slot)
        .ifPresent(
            actor -> {
              actor.compacted += bytes;
              actor.arrived.add(job("cj-" + jobs++, slot, bytes, JobState.COMPLETED));
            });
  }

  private Optional<Actor> owner(int slot) {
    return table.ownerOf(slot).map(owner -> actors.get(owner.getHostname()));
  }

  private void report(String name, Actor actor) {
    if (actor.silent) {
      return;
    }
    ServerReport.Builder report =
        ServerReport.newBuilder()
            .setServer(server(name).getServerName())
            .setVersion("1")
            .setGroup(GROUP)
            .setCacheBytes(1000)
            .setReservedBytes(Math.round(actor.memory * 1000))
            .setThreads(4)
            .setQueueCapacity(100)
            .setCompletedJobs(0)
            .setFailedJobs(0)
            .setCancelledJobs(0)
            .setRefusedRequests(0)
            .setCompactedBytes(actor.compacted)
            .setUptimeMs(0)
            .setCpuLoad(actor.cpu)
            .setDraining(!actor.eligible)
            .setExpectedWaitMs(actor.waitSeconds * 1000)
            .addAllJob(actor.arrived);
    for (int i = 0; i < actor.running + actor.queued; i++) { // the same jobs in each report
      JobState state = i < actor.running ? JobState.COMPACTING : JobState.QUEUED;
      report.addJob(job("cj-" + name + i, SlotTable.SLOTS - 1, 0, state));
    }
    actor.arrived.clear();
    loads.add(report.build(), List.of(server(name)));
  }

  private JobReport job(String id, int slot, long bytes, JobState state) {
    String region = regionNames.computeIfAbsent(slot, Scenario::regionIn);
    return JobReports.job(id, region, bytes, state);
  }

  private static String regionIn(int slot) {
    return IntStream.iterate(0, i -> i + 1)
        .mapToObj(i -> "r" + i)
        .filter(name -> SlotTable.slotOf(name) == slot)
        .findFirst()
        .orElseThrow();
  }

  private void print(Explanation round, StringBuilder printed) {
    if (!round.moves().isEmpty() || !round.reason().equals(lastVerdict)) {
      printed
          .append(
              String.format(Locale.ROOT, "%02d:%02d", second / 60, second % 60)
                  + " "
                  + round.verdict().label())
          .append(round.reason().equals(round.verdict().reason()) ? "" : ": " + subject(round));
      Map<String, List<Integer>> moves = new TreeMap<>();
      round
          .moves()
          .forEach(
              move ->
                  moves
                      .computeIfAbsent(
                          move.from().getHostname() + "->" + move.to().getHostname(),
                          each -> new ArrayList<>())
                      .add(move.slot()));
      moves.forEach((pair, slots) -> printed.append(' ').append(pair).append(slots));
      printed.append('\n');
    }
    lastVerdict = round.reason();
  }

  /** The server in the reason. */
  private static String subject(Explanation round) {
    return round.reason().substring(0, round.reason().indexOf(','));
  }

  private String slots() {
    Map<String, List<Integer>> byServer = new TreeMap<>();
    actors.keySet().forEach(name -> byServer.put(name, new ArrayList<>()));
    IntStream.range(0, SlotTable.SLOTS)
        .filter(slot -> regions[slot] > 0)
        .forEach(
            slot ->
                byServer
                    .get(table.ownerOf(slot).map(ServerName::getHostname).orElseThrow())
                    .add(slot));
    return byServer.entrySet().stream()
        .map(entry -> entry.getKey() + ": " + runs(entry.getValue()) + '\n')
        .collect(Collectors.joining());
  }

  private static String runs(List<Integer> slots) {
    return slots.stream().map(String::valueOf).collect(Collectors.joining(" "));
  }

  private static ServerName server(String name) {
    return ServerName.valueOf(name, 16040, 1);
  }
}
