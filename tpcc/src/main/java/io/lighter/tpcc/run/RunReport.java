// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.run;

import io.lighter.tpcc.schema.Database;
import io.lighter.tpcc.transaction.TransactionType;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hbase.thirdparty.com.google.gson.Gson;
import org.apache.hbase.thirdparty.com.google.gson.GsonBuilder;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/**
 * The measurements of a run.
 *
 * @param seconds from the first start to the last end
 * @param types reports of all types
 * @param rolledBack New-Orders with an unused item; they are counted as New-Orders
 * @param skippedDeliveries districts without an order for a Delivery
 * @param notStarted transactions that an open loop scheduled but did not start
 * @param clientCpuSeconds CPU time of this process
 * @param clientCpuShare share of this machine's processors
 * @param intervals intervals of one second each
 */
public record RunReport(
    Database database,
    RunSettings settings,
    double seconds,
    Map<TransactionType, TypeReport> types,
    long rolledBack,
    long skippedDeliveries,
    long notStarted,
    double clientCpuSeconds,
    double clientCpuShare,
    List<Interval> intervals,
    Optional<String> firstFailure) {
  private static final Gson GSON =
      new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();
  private static final double SECONDS_PER_MINUTE = 60;
  private static final double MICROS_PER_MILLI = 1_000;
  private static final double PRECISION = 1_000;

  public RunReport {
    types = Map.copyOf(types);
    intervals = List.copyOf(intervals);
  }

  /**
   * The report on one type; latencies are in microseconds.
   *
   * @param count transactions without failed ones
   */
  public record TypeReport(
      long count, long failed, double mean, long p50, long p95, long p99, long p999, long max) {}

  /**
   * An interval of about one second.
   *
   * @param start in seconds since the start of the run
   * @param counts transactions that ended in the interval
   */
  public record Interval(double start, double seconds, Map<TransactionType, Long> counts) {
    public Interval {
      counts = Map.copyOf(counts);
    }

    /** This interval merged with the next one. */
    Interval and(Interval next) {
      Map<TransactionType, Long> sums = new EnumMap<>(counts);
      next.counts.forEach((type, count) -> sums.merge(type, count, Long::sum));
      return new Interval(start, seconds + next.seconds, sums);
    }

    /** New-Orders per minute. */
    public double tpmC() {
      return counts.get(TransactionType.NEW_ORDER) * SECONDS_PER_MINUTE / seconds;
    }
  }

  /** All transactions that did not fail. */
  public long transactions() {
    return types.values().stream().mapToLong(TypeReport::count).sum();
  }

  public long failed() {
    return types.values().stream().mapToLong(TypeReport::failed).sum();
  }

  /** New-Orders per minute; not a TPC result. */
  public double tpmC() {
    return types.get(TransactionType.NEW_ORDER).count() * SECONDS_PER_MINUTE / seconds;
  }

  /** The report as JSON; latencies are in milliseconds. */
  public String toJson() {
    JsonObject json = new JsonObject();
    json.addProperty("warehouses", database.warehouses());
    json.addProperty("items", database.scale().items());
    json.addProperty("districts", database.scale().districts());
    json.addProperty("customers_per_district", database.scale().customers());
    json.addProperty("threads", settings.threads());
    json.addProperty("rate", settings.rate());
    json.addProperty("seed", settings.seed());
    json.addProperty("seconds", rounded(seconds));
    json.addProperty("tpmc", rounded(tpmC()));
    json.addProperty("transactions", transactions());
    json.addProperty("failed", failed());
    firstFailure.ifPresent(failure -> json.addProperty("first_failure", failure));
    json.addProperty("rolled_back_new_orders", rolledBack);
    json.addProperty("skipped_deliveries", skippedDeliveries);
    json.addProperty("not_started", notStarted);
    json.addProperty("client_cpu_s", rounded(clientCpuSeconds));
    json.addProperty("client_cpu_share", rounded(clientCpuShare));
    JsonObject byType = new JsonObject();
    new EnumMap<>(types).forEach((type, report) -> byType.add(type.label(), json(report)));
    json.add("types", byType);
    JsonArray series = new JsonArray();
    intervals.forEach(interval -> series.add(json(interval)));
    json.add("intervals", series);
    return GSON.toJson(json) + System.lineSeparator();
  }

  private static JsonObject json(TypeReport report) {
    JsonObject json = new JsonObject();
    json.addProperty("count", report.count());
    json.addProperty("failed", report.failed());
    json.addProperty("mean_ms", rounded(report.mean() / MICROS_PER_MILLI));
    json.addProperty("p50_ms", report.p50() / MICROS_PER_MILLI);
    json.addProperty("p95_ms", report.p95() / MICROS_PER_MILLI);
    json.addProperty("p99_ms", report.p99() / MICROS_PER_MILLI);
    json.addProperty("p999_ms", report.p999() / MICROS_PER_MILLI);
    json.addProperty("max_ms", report.max() / MICROS_PER_MILLI);
    return json;
  }

  private static JsonObject json(Interval interval) {
    JsonObject json = new JsonObject();
    json.addProperty("start_s", rounded(interval.start()));
    json.addProperty("seconds", rounded(interval.seconds()));
    json.addProperty("tpmc", rounded(interval.tpmC()));
    new EnumMap<>(interval.counts())
        .forEach((type, count) -> json.addProperty(type.label(), count));
    return json;
  }

  private static double rounded(double value) {
    return Math.round(value * PRECISION) / PRECISION;
  }
}
