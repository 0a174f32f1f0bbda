package io.lighter.regionserver;

import io.lighter.common.protocol.LighterProtos.ReasonCount;
import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.common.protocol.LighterProtos.TableCompactions;
import io.lighter.common.rpc.Protocol;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.TableName;

/**
 * Counts compactions of each table since the region server started: offloaded ones, and those that
 * ran here for a reason that no operator chose. Thread-safe; bounded by the tables that the region
 * server has had.
 */
final class TableCounts {
  private final Map<TableName, Counts> byTable = new ConcurrentHashMap<>();

  private static final class Counts {
    private final LongAdder offloaded = new LongAdder();
    private final Map<LocalReason, LongAdder> local = new ConcurrentHashMap<>();

    private long locals() {
      return local.values().stream().mapToLong(LongAdder::sum).sum();
    }

    private TableCompactions report(TableName table) {
      TableCompactions.Builder report =
          TableCompactions.newBuilder()
              .setTable(table.getNameAsString())
              .setOffloaded(offloaded.sum());
      local.forEach(
          (reason, count) ->
              report.addLocal(
                  ReasonCount.newBuilder()
                      .setReason(reason.tag())
                      .setCount(count.sum())
                      .setFailure(reason.isFailure())));
      return report.build();
    }
  }

  void offloaded(TableName table) {
    of(table).offloaded.increment();
  }

  void ranLocally(TableName table, LocalReason reason) {
    if (reason.isUnasked()) {
      of(table).local.computeIfAbsent(reason, each -> new LongAdder()).increment();
    }
  }

  /** Adds the tables with the most local compactions, and leaves out tables without any. */
  void addTo(RegionServerReport.Builder report) {
    byTable.entrySet().stream()
        .filter(table -> table.getValue().locals() > 0)
        .sorted(
            Comparator.comparingLong(
                (Map.Entry<TableName, Counts> table) -> -table.getValue().locals()))
        .limit(Protocol.MOST_TABLES_REPORTED)
        .forEach(table -> report.addTable(table.getValue().report(table.getKey())));
  }

  private Counts of(TableName table) {
    return byTable.computeIfAbsent(table, each -> new Counts());
  }
}
