package io.lighter.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.protocol.LighterProtos.ReasonCount;
import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.common.protocol.LighterProtos.TableCompactions;
import io.lighter.common.rpc.Protocol;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.Test;

class TableCountsTest {
  private static final TableName T = TableName.valueOf("ns", "t");

  private final TableCounts counts = new TableCounts();

  @Test
  void tableIsReportedWithWhatLeftAndWhatStayedByReason() {
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
  void whatAnOperatorChoseIsNotReported() {
    counts.offloaded(T);
    counts.ranLocally(T, LocalReason.TOO_SMALL);
    counts.ranLocally(T, LocalReason.SWITCHED_OFF);
    counts.ranLocally(T, LocalReason.WRITE_THROUGH);

    assertThat(reported()).isEmpty();
  }

  @Test
  void thoseWithTheMostLocalCompactionsAreReported() {
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
