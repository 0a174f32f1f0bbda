// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.monitor;

import static io.lighter.manager.monitor.Snapshots.CLIENT;
import static io.lighter.manager.monitor.Snapshots.client;
import static io.lighter.manager.monitor.Snapshots.status;
import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.protocol.LighterProtos.ReasonCount;
import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.common.protocol.LighterProtos.TableCompactions;
import io.lighter.common.rpc.Protocol;
import io.lighter.manager.monitor.TableTrend.MostlyLocal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.Test;

class TableTrendTest {
  private static final ServerName OTHER = ServerName.valueOf("other,1,1");

  private final TableTrend trend = new TableTrend();

  @Test
  void tableMostlyLocalForOneReasonIsFound() {
    look(0, table("t", 0));
    look(1, table("t", 4, "coprocessor", 5));

    assertThat(trend.mostlyLocal()).containsExactly(new MostlyLocal("t", "coprocessor", 5, 9));
  }

  @Test
  void halfOfTheCompactionsIsNotMost() {
    look(0, table("t", 0, "busy", 1));
    look(1, table("t", 6, "busy", 7));
    assertThat(trend.mostlyLocal()).as("6 of 12").isEmpty();

    look(2, table("t", 6, "busy", 8));
    assertThat(trend.mostlyLocal()).containsExactly(new MostlyLocal("t", "busy", 7, 13));
  }

  @Test
  void severalMinorReasonsAreNotFound() {
    look(0, table("t", 0, "busy", 1, "failed", 1));
    look(1, table("t", 0, "busy", 8, "failed", 8));

    assertThat(trend.mostlyLocal()).isEmpty();
  }

  @Test
  void fewCompactionsAreNotFound() {
    look(0, table("t", 0, "busy", 1));
    look(1, table("t", 0, "busy", 5));

    assertThat(trend.mostlyLocal()).isEmpty();
  }

  @Test
  void countsOfAllRegionServersAreAddedUp() {
    add(0, Map.of(CLIENT, report(table("t", 0, "busy", 1)), OTHER, report(table("t", 0))));
    add(
        1,
        Map.of(CLIENT, report(table("t", 0, "busy", 4)), OTHER, report(table("t", 0, "busy", 3))));

    assertThat(trend.mostlyLocal()).containsExactly(new MostlyLocal("t", "busy", 6, 6));
  }

  @Test
  void compactionsBeforeTheFirstReportDoNotCount() {
    look(0, table("t", 0, "busy", 100));
    look(1, table("t", 0, "busy", 101));

    assertThat(trend.mostlyLocal()).isEmpty();
  }

  @Test
  void compactionsExpireAfterTheWindow() {
    look(0, table("t", 0));
    look(1, table("t", 0, "busy", 9));
    look(TableTrend.WINDOW.toMillis(), table("t", 0, "busy", 9));
    assertThat(trend.mostlyLocal()).hasSize(1);

    look(1 + TableTrend.WINDOW.toMillis(), table("t", 0, "busy", 9));
    assertThat(trend.mostlyLocal()).isEmpty();
  }

  /** A full report may have left out the table in favour of tables with more local compactions. */
  @Test
  void tableLeftOutOfAFullReportStartsAgain() {
    TableCompactions[] full = new TableCompactions[Protocol.MOST_TABLES_REPORTED];
    for (int i = 0; i < full.length; i++) {
      full[i] = table("full" + i, 0, "busy", 1000);
    }
    look(0, full);
    look(1, table("t", 0, "busy", 900));

    assertThat(trend.mostlyLocal()).isEmpty();
  }

  /** A region server of an earlier version reports a table from its first local compaction on. */
  @Test
  void offloadedCompactionsOfANewlyReportedTableCount() {
    look(0);
    look(1, table("t", 10, "busy", 5));
    assertThat(trend.mostlyLocal()).isEmpty();

    look(2, table("t", 10, "busy", 16));
    assertThat(trend.mostlyLocal()).containsExactly(new MostlyLocal("t", "busy", 16, 26));
  }

  @Test
  void alwaysLocalTableIsFoundAtItsFirstReport() {
    look(0);
    look(1, table("t", 0, "coprocessor", 5));

    assertThat(trend.mostlyLocal()).containsExactly(new MostlyLocal("t", "coprocessor", 5, 5));
  }

  @Test
  void offloadedCompactionsOfOtherRegionServersCount() {
    add(0, Map.of(CLIENT, report(table("t", 0)), OTHER, report(table("t", 0))));
    add(1, Map.of(CLIENT, report(table("t", 0, "busy", 5)), OTHER, report(table("t", 5))));

    assertThat(trend.mostlyLocal()).as("5 of 10").isEmpty();
  }

  @Test
  void tablesAboveTheReportsBoundAreLeftOut() {
    look(0);
    look(
        1,
        IntStream.rangeClosed(0, Protocol.MOST_TABLES_REPORTED)
            .mapToObj(
                i ->
                    i < Protocol.MOST_TABLES_REPORTED
                        ? table("t" + i, 1)
                        : table("beyond", 0, "busy", 9))
            .toArray(TableCompactions[]::new));

    assertThat(trend.mostlyLocal()).isEmpty();
  }

  @Test
  void tooLongNamesAreLeftOut() {
    String longest = "t".repeat(TableTrend.LONGEST_TABLE);
    String reason = "r".repeat(TableTrend.LONGEST_REASON);
    look(0);
    look(
        1,
        table(longest, 0, reason, 9),
        table(longest + "t", 0, "busy", 9),
        table("u", 0, reason + "r", 9));

    assertThat(trend.mostlyLocal()).containsExactly(new MostlyLocal(longest, reason, 9, 9));
  }

  @Test
  void reasonsAboveTheTablesBoundAreLeftOut() {
    Object[] reasons = new Object[2 * (TableTrend.MOST_REASONS + 1)];
    for (int i = 0; i <= TableTrend.MOST_REASONS; i++) {
      reasons[2 * i] = "r" + i;
      reasons[2 * i + 1] = i < TableTrend.MOST_REASONS ? 1 : 1000;
    }
    look(0);
    look(1, table("t", 0, reasons));
    look(2, table("t", 0, reasons), table("u", 0));
    assertThat(trend.mostlyLocal()).as("in one report").isEmpty();

    look(3, table("t", 0, "late", 1000));
    assertThat(trend.mostlyLocal()).as("in a minute's sum").isEmpty();
  }

  @Test
  void tablesAboveTheMinutesBoundAreLeftOut() {
    Map<ServerName, RegionServerReport> before = new HashMap<>();
    Map<ServerName, RegionServerReport> full = new HashMap<>();
    for (int server = 0; server < TableTrend.MOST_TABLES / 50; server++) {
      ServerName name = ServerName.valueOf("s" + server + ",1,1");
      String prefix = "s" + server + "-";
      before.put(name, report());
      full.put(
          name,
          report(
              IntStream.range(0, 50)
                  .mapToObj(i -> table(prefix + i, 1))
                  .toArray(TableCompactions[]::new)));
    }
    before.put(OTHER, report());
    full.put(OTHER, report());
    add(0, before);
    add(1, full);
    full.put(OTHER, report(table("late", 0, "busy", 5)));
    add(2, full);
    assertThat(trend.mostlyLocal()).isEmpty();

    full.put(OTHER, report(table("late", 0, "busy", 10)));
    add(60_001, full);
    assertThat(trend.mostlyLocal()).containsExactly(new MostlyLocal("late", "busy", 5, 5));
  }

  @Test
  void onlyTablesWithTheMostLocalCompactionsAreReturned() {
    int tables = TableTrend.MOST_STAYING + 5;
    look(0);
    look(
        1,
        IntStream.range(0, tables)
            .mapToObj(i -> table("t%02d".formatted(i), 0, "busy", 10 + i))
            .toArray(TableCompactions[]::new));

    assertThat(trend.mostlyLocal())
        .hasSize(TableTrend.MOST_STAYING)
        .extracting(MostlyLocal::table)
        .startsWith("t05", "t06")
        .endsWith("t24");
  }

  private void look(long timeMs, TableCompactions... tables) {
    add(timeMs, Map.of(CLIENT, report(tables)));
  }

  private void add(long timeMs, Map<ServerName, RegionServerReport> reports) {
    trend.add(new Snapshot(timeMs, status().build(), Set.of(), reports, List.of()));
  }

  private static RegionServerReport report(TableCompactions... tables) {
    return client("busy", 0).toBuilder().addAllTable(List.of(tables)).build();
  }

  private static TableCompactions table(String name, long offloaded, Object... reasonsAndCounts) {
    TableCompactions.Builder table =
        TableCompactions.newBuilder().setTable(name).setOffloaded(offloaded);
    for (int i = 0; i < reasonsAndCounts.length; i += 2) {
      table.addLocal(
          ReasonCount.newBuilder()
              .setReason((String) reasonsAndCounts[i])
              .setCount((int) reasonsAndCounts[i + 1]));
    }
    return table.build();
  }
}
