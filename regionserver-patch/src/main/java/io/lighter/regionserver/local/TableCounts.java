// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.local;

import io.lighter.common.protocol.LighterProtos.ReasonCount;
import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.common.protocol.LighterProtos.TableCompactions;
import io.lighter.common.rpc.Protocol;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.TableName;

/**
 * Counts compactions of each table since the region server started: offloaded ones, and local ones
 * for a reason that no operator chose. Thread-safe; bounded by the tables that the region server
 * has had.
 */
public final class TableCounts {
  private final Map<TableName, Counts> byTable = new ConcurrentHashMap<>();

  private static final class Counts {
    private final LongAdder offloaded = new LongAdder();
    private final Map<LocalReason, LongAdder> local = new ConcurrentHashMap<>();

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

  public void offloaded(TableName table) {
    of(table).offloaded.increment();
  }

  public void ranLocally(TableName table, LocalReason reason) {
    if (reason.isUnasked()) {
      of(table).local.computeIfAbsent(reason, each -> new LongAdder()).increment();
    }
  }

  /**
   * Adds the counts of all tables. The offloaded compactions of a table count even without a local
   * one here, since they are part of the manager's ratio. Of more than {@link
   * Protocol#MOST_TABLES_REPORTED} tables, those with the most local compactions are added, then
   * those with the most offloaded ones.
   */
  public void addTo(RegionServerReport.Builder report) {
    // Counts grow meanwhile, and a sort needs constant numbers.
    List<TableCompactions> tables = new ArrayList<>();
    byTable.forEach((table, counts) -> tables.add(counts.report(table)));
    tables.stream()
        .sorted(
            Comparator.comparingLong(TableCounts::locals)
                .thenComparingLong(TableCompactions::getOffloaded)
                .reversed()
                .thenComparing(TableCompactions::getTable))
        .limit(Protocol.MOST_TABLES_REPORTED)
        .forEach(report::addTable);
  }

  private static long locals(TableCompactions table) {
    return table.getLocalList().stream().mapToLong(ReasonCount::getCount).sum();
  }

  private Counts of(TableName table) {
    return byTable.computeIfAbsent(table, each -> new Counts());
  }
}
