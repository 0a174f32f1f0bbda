// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.monitor;

import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.common.protocol.LighterProtos.TableCompactions;
import io.lighter.common.rpc.Protocol;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.ServerName;

/**
 * Finds tables most of whose recent compactions ran on region servers for one reason that no
 * operator chose. Confined to the monitor's thread. Bounded, whatever region servers report: by
 * {@link Protocol#MOST_TABLES_REPORTED} tables for each region server, and by {@link #MOST_TABLES}
 * in each minute of {@link #WINDOW}.
 *
 * <p>A region server with more tables than it may report leaves out those with the fewest local
 * compactions. The offloaded compactions of such a table on that region server are not counted.
 */
final class TableTrend {
  static final Duration WINDOW = Duration.ofHours(1);

  /** Fewest compactions that count; fewer can come from one odd minute. */
  static final long FEWEST = 5;

  /** Bound on tables that are returned: those with the most local compactions. */
  static final int MOST_STAYING = 20;

  /** Bound on tables that are counted in a minute; later tables of the minute are left out. */
  static final int MOST_TABLES = 2_000;

  /** Characters of a table's name: HDFS allows 255 each for namespace and table, with a colon. */
  static final int LONGEST_TABLE = 511;

  /** Characters of a reason, and reasons of a table; Lighter has fewer and shorter ones. */
  static final int LONGEST_REASON = 64;

  static final int MOST_REASONS = 50;

  private static final long BUCKET_MS = Duration.ofMinutes(1).toMillis();

  private final Map<ServerName, Reported> last = new HashMap<>();

  /** Buckets of a minute each, oldest first; empty minutes are left out. */
  private final ArrayDeque<Bucket> buckets = new ArrayDeque<>();

  /**
   * The last report of a region server.
   *
   * @param full whether tables may have been left out
   */
  private record Reported(Map<String, Counts> byTable, boolean full) {}

  /** Compactions of a table since its region server started; local ones by reason. */
  private record Counts(long offloaded, Map<String, Long> local) {
    static final Counts NONE = new Counts(0, Map.of());

    static Counts of(TableCompactions table) {
      Map<String, Long> local = new HashMap<>();
      table.getLocalList().stream()
          .filter(reason -> reason.getReason().length() <= LONGEST_REASON)
          .limit(MOST_REASONS)
          .forEach(reason -> local.put(reason.getReason(), reason.getCount()));
      return new Counts(table.getOffloaded(), local);
    }
  }

  private record Bucket(long startMs, Map<String, Growth> byTable) {}

  private static final class Growth {
    private long offloaded;
    private final Map<String, Long> local = new TreeMap<>();

    private long all() {
      return offloaded + local.values().stream().mapToLong(Long::longValue).sum();
    }

    private void add(Growth more) {
      offloaded += more.offloaded;
      more.local.forEach(
          (reason, count) -> {
            if (local.size() < MOST_REASONS || local.containsKey(reason)) {
              local.merge(reason, count, Long::sum);
            }
          });
    }
  }

  /**
   * A table whose compactions stay local.
   *
   * @param reason the reason of most of its compactions
   * @param local compactions for that reason in {@link #WINDOW}
   * @param all compactions of the table in that time, except those that are local by an operator's
   *     choice
   */
  record MostlyLocal(String table, String reason, long local, long all) {}

  /**
   * Adds the growth since the last report of a region server; the first report is the starting
   * point.
   */
  void add(Snapshot snapshot) {
    snapshot.regionServers().forEach((server, report) -> add(snapshot.timeMs(), server, report));
    last.keySet().retainAll(snapshot.regionServers().keySet());
    while (!buckets.isEmpty()
        && snapshot.timeMs() - buckets.getFirst().startMs() >= WINDOW.toMillis()) {
      buckets.removeFirst();
    }
  }

  private void add(long timeMs, ServerName server, RegionServerReport report) {
    Map<String, Counts> now = new HashMap<>();
    report.getTableList().stream()
        .limit(Protocol.MOST_TABLES_REPORTED)
        .filter(table -> table.getTable().length() <= LONGEST_TABLE)
        .forEach(table -> now.put(table.getTable(), Counts.of(table)));
    boolean full = report.getTableCount() >= Protocol.MOST_TABLES_REPORTED;
    Reported before = last.put(server, new Reported(now, full));
    if (before == null) {
      return;
    }
    now.forEach(
        (table, counts) -> {
          Counts known = before.byTable().get(table);
          // The earlier counts of a table that a full report left out are unknown.
          if (known != null || !before.full()) {
            add(timeMs, table, growth(known == null ? Counts.NONE : known, counts));
          }
        });
  }

  private void add(long timeMs, String table, Growth growth) {
    if (growth.all() > 0) {
      Map<String, Growth> byTable = bucket(timeMs);
      if (byTable.size() < MOST_TABLES || byTable.containsKey(table)) {
        byTable.computeIfAbsent(table, each -> new Growth()).add(growth);
      }
    }
  }

  /**
   * The growth between two reports. All counts of a table that the region server had not reported
   * before are growth, the offloaded ones like the local ones. They are exact if the table is new
   * there. A region server of an earlier version reports a table from its first local compaction
   * on: the offloaded ones are then too many. The share of local ones is then too small for {@link
   * #WINDOW} at most, which causes no false alert. A table that is always local is still found,
   * since it has no offloaded ones.
   */
  private static Growth growth(Counts before, Counts now) {
    Growth growth = new Growth();
    growth.offloaded = Math.max(0, now.offloaded() - before.offloaded());
    now.local()
        .forEach(
            (reason, count) -> {
              long more = count - before.local().getOrDefault(reason, 0L);
              if (more > 0) {
                growth.local.put(reason, more);
              }
            });
    return growth;
  }

  private Map<String, Growth> bucket(long timeMs) {
    if (buckets.isEmpty() || timeMs - buckets.getLast().startMs() >= BUCKET_MS) {
      buckets.addLast(new Bucket(timeMs, new HashMap<>()));
    }
    return buckets.getLast().byTable();
  }

  /** The {@link #MOST_STAYING} with the most local compactions, sorted by table. */
  List<MostlyLocal> mostlyLocal() {
    Map<String, Growth> sums = new TreeMap<>();
    for (Bucket bucket : buckets) {
      bucket
          .byTable()
          .forEach((table, growth) -> sums.computeIfAbsent(table, t -> new Growth()).add(growth));
    }
    List<MostlyLocal> mostlyLocal = new ArrayList<>();
    sums.forEach(
        (table, sum) ->
            sum.local.forEach(
                (reason, count) -> {
                  if (count >= FEWEST && 2 * count > sum.all()) { // at most one reason
                    mostlyLocal.add(new MostlyLocal(table, reason, count, sum.all()));
                  }
                }));
    return mostlyLocal.stream()
        .sorted(Comparator.comparingLong(MostlyLocal::local).reversed()) // stable: then by table
        .limit(MOST_STAYING)
        .sorted(Comparator.comparing(MostlyLocal::table))
        .toList();
  }

  void clear() {
    last.clear();
    buckets.clear();
  }
}
