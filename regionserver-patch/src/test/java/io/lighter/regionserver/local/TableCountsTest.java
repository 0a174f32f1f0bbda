// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.protocol.LighterProtos.ReasonCount;
import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.common.protocol.LighterProtos.TableCompactions;
import io.lighter.common.rpc.Protocol;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.Test;

class TableCountsTest {
  private static final TableName T = TableName.valueOf("ns", "t");

  private final TableCounts counts = new TableCounts();

  @Test
  void tableIsReportedWithOffloadedAndLocalCompactionsByReason() {
    counts.offloaded(T);
    counts.ranLocally(T, LocalReason.COPROCESSOR);
    counts.ranLocally(T, LocalReason.COPROCESSOR);
    counts.ranLocally(T, LocalReason.BUSY);

    assertThat(reported())
        .singleElement()
        .satisfies(
            table -> {
              assertThat(table.getTable()).isEqualTo("ns:t");
              assertThat(table.getOffloaded()).isOne();
              assertThat(table.getLocalList())
                  .containsExactlyInAnyOrder(
                      count(LocalReason.COPROCESSOR, 2), count(LocalReason.BUSY, 1));
            });
  }

  @Test
  void reasonsThatAnOperatorChoseAreNotReported() {
    counts.offloaded(T);
    counts.ranLocally(T, LocalReason.TOO_SMALL);
    counts.ranLocally(T, LocalReason.SWITCHED_OFF);
    counts.ranLocally(T, LocalReason.WRITE_THROUGH);

    assertThat(reported())
        .singleElement()
        .satisfies(table -> assertThat(table.getLocalList()).isEmpty());
  }

  /** The manager adds them to the local ones of other region servers. */
  @Test
  void tableWithoutLocalCompactionsIsReported() {
    counts.offloaded(T);
    counts.offloaded(T);

    assertThat(reported())
        .singleElement()
        .satisfies(table -> assertThat(table.getTable()).isEqualTo("ns:t"))
        .satisfies(table -> assertThat(table.getOffloaded()).isEqualTo(2));
  }

  @Test
  void tablesWithTheMostLocalCompactionsAreReported() {
    for (int i = 0; i <= Protocol.MOST_TABLES_REPORTED; i++) {
      counts.ranLocally(TableName.valueOf("t" + i), LocalReason.BUSY);
    }
    counts.ranLocally(T, LocalReason.BUSY);
    counts.ranLocally(T, LocalReason.BUSY);

    assertThat(reported())
        .hasSize(Protocol.MOST_TABLES_REPORTED)
        .first()
        .satisfies(table -> assertThat(table.getTable()).isEqualTo("ns:t"));
  }

  @Test
  void remainingPlacesGoToTablesWithTheMostOffloadedCompactions() {
    for (int i = 0; i < Protocol.MOST_TABLES_REPORTED; i++) {
      counts.offloaded(TableName.valueOf("t" + i));
    }
    TableName often = TableName.valueOf("z-often");
    counts.offloaded(often);
    counts.offloaded(often);
    TableName local = TableName.valueOf("z-local");
    counts.ranLocally(local, LocalReason.BUSY);

    assertThat(reported())
        .hasSize(Protocol.MOST_TABLES_REPORTED)
        .extracting(TableCompactions::getTable)
        .startsWith("z-local", "z-often", "t0");
  }

  /** A sort by counts that grow meanwhile violates the contract of comparators, and throws. */
  @Test
  void tablesAreReportedWhileTheirCountsGrow() throws Exception {
    List<TableName> tables =
        IntStream.range(0, 1000).mapToObj(i -> TableName.valueOf("t" + i)).toList();
    tables.forEach(table -> counts.ranLocally(table, LocalReason.BUSY));
    AtomicBoolean stops = new AtomicBoolean();
    Thread compactions =
        new Thread(
            () -> {
              Random random = new Random(1);
              while (!stops.get()) {
                counts.ranLocally(tables.get(random.nextInt(tables.size())), LocalReason.BUSY);
              }
            });
    compactions.start();
    try {
      for (int i = 0; i < 200; i++) {
        assertThat(reported()).hasSize(Protocol.MOST_TABLES_REPORTED);
      }
    } finally {
      stops.set(true);
      compactions.join();
    }
  }

  private List<TableCompactions> reported() {
    RegionServerReport.Builder report = RegionServerReport.newBuilder();
    counts.addTo(report);
    return report.getTableList();
  }

  private static ReasonCount count(LocalReason reason, long count) {
    return ReasonCount.newBuilder()
        .setReason(reason.tag())
        .setCount(count)
        .setFailure(reason.isFailure())
        .build();
  }
}
