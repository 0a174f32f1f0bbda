// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.offload;

import io.lighter.benchmarks.offload.OffloadBenchmark.Where;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.apache.hbase.thirdparty.com.google.gson.GsonBuilder;

/** Medians of a run of {@link OffloadBenchmark}, as ratios to the run's local compactions. */
final class OffloadReport {
  private static final double MEGABYTE = 1024.0 * 1024.0;

  private final int megabytes;
  private final Map<Where, List<Turn>> turns = new EnumMap<>(Where.class);
  private Turn idle;
  private List<Long> submitToStartMillis = List.of();

  OffloadReport(int megabytes) {
    this.megabytes = megabytes;
    for (Where where : Where.values()) {
      turns.put(where, new ArrayList<>());
    }
  }

  /**
   * One compaction.
   *
   * @param duration time from HBase's start of the compaction to its commit
   * @param spent resource use of the region server's JVM
   */
  record Turn(Duration duration, JvmProbe.Spent spent) {
    double seconds() {
      return duration.toMillis() / 1000.0;
    }

    double cpuSeconds() {
      return OffloadReport.seconds(spent.cpuNanos());
    }

    /** CPU time without just-in-time compilers, as in a JVM that has compiled its code. */
    double cpuSecondsWithoutCompilers() {
      return OffloadReport.seconds(spent.cpuNanos() - spent.compilerNanos());
    }

    double allocatedMegabytes() {
      return spent.allocatedBytes() / MEGABYTE;
    }
  }

  void add(Where where, Turn turn) {
    turns.get(where).add(turn);
  }

  void setIdle(Turn turn) {
    idle = turn;
  }

  void setSubmitToStartMillis(List<Long> millis) {
    submitToStartMillis = List.copyOf(millis);
  }

  double timeRatio() {
    return median(Where.OFFLOADED, Turn::seconds) / median(Where.LOCAL, Turn::seconds);
  }

  /** Ratio of the CPU time that a compaction adds to an idle region server. */
  double cpuRatio() {
    return aboveIdle(Where.OFFLOADED, Turn::cpuSeconds) / aboveIdle(Where.LOCAL, Turn::cpuSeconds);
  }

  /** As {@link #cpuRatio}, without just-in-time compilers. */
  double cpuRatioWithoutCompilers() {
    return aboveIdle(Where.OFFLOADED, Turn::cpuSecondsWithoutCompilers)
        / aboveIdle(Where.LOCAL, Turn::cpuSecondsWithoutCompilers);
  }

  /** Ratio of the allocation that a compaction adds to an idle region server. */
  double allocationRatio() {
    return aboveIdle(Where.OFFLOADED, Turn::allocatedMegabytes)
        / aboveIdle(Where.LOCAL, Turn::allocatedMegabytes);
  }

  double submitToStartMedianMillis() {
    return median(submitToStartMillis.stream().map(Long::doubleValue).toList());
  }

  String toJson() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("experiment", "offload");
    json.put("megabytes", megabytes);
    turns.forEach((where, list) -> json.put(where.label(), values(list)));
    json.put("idle_cpu_s_per_s", rounded(idle.cpuSeconds() / idle.seconds()));
    json.put("time_ratio", rounded(timeRatio()));
    json.put("cpu_ratio", rounded(cpuRatio()));
    json.put("cpu_ratio_without_compilers", rounded(cpuRatioWithoutCompilers()));
    json.put("allocation_ratio", rounded(allocationRatio()));
    json.put("submit_to_start_ms", submitToStartMillis);
    json.put("submit_to_start_median_ms", submitToStartMedianMillis());
    return new GsonBuilder().setPrettyPrinting().create().toJson(json);
  }

  String toTable() {
    StringBuilder table = new StringBuilder();
    row(table, "", "local", "offloaded", "ratio", "bound");
    row(table, "compaction, s", Turn::seconds, timeRatio(), "1.10");
    row(table, "region server CPU, s", Turn::cpuSeconds, cpuRatio(), "0.02 (above idle)");
    row(
        table,
        "  without compilers, s",
        Turn::cpuSecondsWithoutCompilers,
        cpuRatioWithoutCompilers(),
        "0.02 (above idle)");
    row(table, "allocated, MB", Turn::allocatedMegabytes, allocationRatio(), "");
    row(
        table,
        "submit to start, ms",
        "",
        "%.0f".formatted(submitToStartMedianMillis()),
        "",
        "50 (median)");
    return table.toString();
  }

  private void row(
      StringBuilder table, String name, ToDoubleFunction<Turn> value, double ratio, String bound) {
    row(
        table,
        name,
        "%.2f".formatted(median(Where.LOCAL, value)),
        "%.2f".formatted(median(Where.OFFLOADED, value)),
        "%.3f".formatted(ratio),
        bound);
  }

  private static void row(
      StringBuilder table,
      String name,
      String local,
      String offloaded,
      String ratio,
      String bound) {
    table.append(
        "%-22s %10s %10s %8s  %s%n"
            .formatted(name, local, offloaded, ratio, bound)
            .stripTrailing());
    table.append(System.lineSeparator());
  }

  private static List<Map<String, Double>> values(List<Turn> list) {
    return list.stream()
        .map(
            turn ->
                Map.of(
                    "seconds", rounded(turn.seconds()),
                    "region_server_cpu_s", rounded(turn.cpuSeconds()),
                    "region_server_compilers_cpu_s", rounded(seconds(turn.spent().compilerNanos())),
                    "region_server_allocated_mb", rounded(turn.allocatedMegabytes())))
        .toList();
  }

  private double aboveIdle(Where where, ToDoubleFunction<Turn> value) {
    double idleRate = value.applyAsDouble(idle) / idle.seconds();
    return median(where, turn -> value.applyAsDouble(turn) - idleRate * turn.seconds());
  }

  private double median(Where where, ToDoubleFunction<Turn> value) {
    return median(turns.get(where).stream().map(value::applyAsDouble).toList());
  }

  static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  private static double seconds(long nanos) {
    return nanos / (double) TimeUnit.SECONDS.toNanos(1);
  }

  private static double rounded(double value) {
    return Math.round(value * 10_000) / 10_000.0;
  }
}
