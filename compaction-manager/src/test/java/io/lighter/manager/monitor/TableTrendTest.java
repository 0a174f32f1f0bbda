package io.lighter.manager.monitor;

import static io.lighter.manager.monitor.Snapshots.CLIENT;
import static io.lighter.manager.monitor.Snapshots.client;
import static io.lighter.manager.monitor.Snapshots.status;
import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.protocol.LighterProtos.ReasonCount;
import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.common.protocol.LighterProtos.TableCompactions;
import io.lighter.common.rpc.Protocol;
import io.lighter.manager.monitor.TableTrend.Staying;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.Test;

class TableTrendTest {
  private static final ServerName OTHER = ServerName.valueOf("other,1,1");

  private final TableTrend trend = new TableTrend();

  @Test
  void tableMostOfWhoseCompactionsStayForOneReasonIsFound() {
    look(0, table("t", 0));
    look(1, table("t", 4, "coprocessor", 5));

    assertThat(trend.staying()).containsExactly(new Staying("t", "coprocessor", 5, 9));
  }

  @Test
  void halfOrLessOfTheCompactionsIsNotMost() {
    look(0, table("t", 0, "busy", 1));
    look(1, table("t", 6, "busy", 7));
    assertThat(trend.staying()).as("6 of 12").isEmpty();

    look(2, table("t", 6, "busy", 8));
    assertThat(trend.staying()).containsExactly(new Staying("t", "busy", 7, 13));
  }

  @Test
  void severalReasonsOfWhichNoneIsMostAreNotOne() {
    look(0, table("t", 0, "busy", 1, "failed", 1));
    look(1, table("t", 0, "busy", 8, "failed", 8));

    assertThat(trend.staying()).isEmpty();
  }

  @Test
  void fewCompactionsAreNotTold() {
    look(0, table("t", 0, "busy", 1));
    look(1, table("t", 0, "busy", 5));

    assertThat(trend.staying()).isEmpty();
  }

  @Test
  void countsOfAllRegionServersAreAddedUp() {
    add(0, Map.of(CLIENT, report(table("t", 0, "busy", 1)), OTHER, report(table("t", 0))));
    add(
        1,
        Map.of(CLIENT, report(table("t", 0, "busy", 4)), OTHER, report(table("t", 0, "busy", 3))));

    assertThat(trend.staying()).containsExactly(new Staying("t", "busy", 6, 6));
  }

  @Test
  void whatWasBeforeTheFirstReportDoesNotCount() {
    look(0, table("t", 0, "busy", 100));
    look(1, table("t", 0, "busy", 101));

    assertThat(trend.staying()).isEmpty();
  }

  @Test
  void compactionsAreForgottenAfterTheWindow() {
    look(0, table("t", 0));
    look(1, table("t", 0, "busy", 9));
    look(TableTrend.WINDOW.toMillis(), table("t", 0, "busy", 9));
    assertThat(trend.staying()).hasSize(1);

    look(1 + TableTrend.WINDOW.toMillis(), table("t", 0, "busy", 9));
    assertThat(trend.staying()).isEmpty();
  }

  /** A full report may have left the table out in favour of tables with more local compactions. */
  @Test
  void tableThatWasNotInAFullReportStartsAnew() {
    TableCompactions[] full = new TableCompactions[Protocol.MOST_TABLES_REPORTED];
    for (int i = 0; i < full.length; i++) {
      full[i] = table("full" + i, 0, "busy", 1000);
    }
    look(0, full);
    look(1, table("t", 0, "busy", 900));

    assertThat(trend.staying()).isEmpty();
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
