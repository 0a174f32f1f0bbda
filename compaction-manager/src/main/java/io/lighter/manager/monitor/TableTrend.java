package io.lighter.manager.monitor;

import io.lighter.common.protocol.LighterProtos.ReasonCount;
import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.common.protocol.LighterProtos.TableCompactions;
import io.lighter.common.rpc.Protocol;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.ServerName;

/**
 * Finds tables most of whose recent compactions ran on region servers for one reason that no
 * operator chose. Confined to the monitor's thread; bounded by the tables that region servers
 * report and the minutes in {@link #WINDOW}.
 */
final class TableTrend {
  static final Duration WINDOW = Duration.ofHours(1);

  /** Fewest compactions that count; fewer can come from one odd minute. */
  static final long FEWEST = 5;

  private static final long BUCKET_MS = Duration.ofMinutes(1).toMillis();

  /** The last report of each region server, by table. */
  private final Map<ServerName, Map<String, TableCompactions>> last = new HashMap<>();

  /** Buckets of a minute each, oldest first; empty minutes are left out. */
  private final ArrayDeque<Bucket> buckets = new ArrayDeque<>();

  private record Bucket(long startMs, Map<String, Growth> byTable) {}

  private static final class Growth {
    private long offloaded;
    private final Map<String, Long> local = new TreeMap<>();

    private long all() {
      return offloaded + local.values().stream().mapToLong(Long::longValue).sum();
    }

    private void add(Growth more) {
      offloaded += more.offloaded;
      more.local.forEach((reason, count) -> local.merge(reason, count, Long::sum));
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
  record Staying(String table, String reason, long local, long all) {}

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
    Map<String, TableCompactions> now = new HashMap<>();
    report.getTableList().forEach(table -> now.put(table.getTable(), table));
    Map<String, TableCompactions> before = last.put(server, now);
    if (before == null) {
      return;
    }
    // The earlier counts of a table that a full report left out are unknown.
    boolean wasFull = before.size() >= Protocol.MOST_TABLES_REPORTED;
    now.forEach(
        (table, counts) -> {
          TableCompactions known = before.get(table);
          if (known != null || !wasFull) {
            Growth growth = growth(known, counts);
            if (growth.all() > 0) {
              bucket(timeMs).computeIfAbsent(table, each -> new Growth()).add(growth);
            }
          }
        });
  }

  /**
   * @param before null if the table was not reported, since it had no local compaction yet
   */
  private static Growth growth(TableCompactions before, TableCompactions now) {
    Growth growth = new Growth();
    Map<String, Long> known = new HashMap<>();
    if (before != null) {
      growth.offloaded = Math.max(0, now.getOffloaded() - before.getOffloaded());
      before.getLocalList().forEach(local -> known.put(local.getReason(), local.getCount()));
    }
    for (ReasonCount local : now.getLocalList()) {
      long more = local.getCount() - known.getOrDefault(local.getReason(), 0L);
      if (more > 0) {
        growth.local.put(local.getReason(), more);
      }
    }
    return growth;
  }

  private Map<String, Growth> bucket(long timeMs) {
    if (buckets.isEmpty() || timeMs - buckets.getLast().startMs() >= BUCKET_MS) {
      buckets.addLast(new Bucket(timeMs, new HashMap<>()));
    }
    return buckets.getLast().byTable();
  }

  /** The tables that stay local, sorted by name. */
  List<Staying> staying() {
    Map<String, Growth> sums = new TreeMap<>();
    for (Bucket bucket : buckets) {
      bucket
          .byTable()
          .forEach((table, growth) -> sums.computeIfAbsent(table, t -> new Growth()).add(growth));
    }
    List<Staying> staying = new ArrayList<>();
    sums.forEach(
        (table, sum) ->
            sum.local.forEach(
                (reason, count) -> {
                  if (count >= FEWEST && 2 * count > sum.all()) { // one reason at most
                    staying.add(new Staying(table, reason, count, sum.all()));
                  }
                }));
    return List.copyOf(staying);
  }

  void clear() {
    last.clear();
    buckets.clear();
  }
}
