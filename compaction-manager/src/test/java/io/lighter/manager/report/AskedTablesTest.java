// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.rpc.Protocol;
import io.lighter.testing.fixtures.ManualClock;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.Test;

class AskedTablesTest {
  private static final TableName A = TableName.valueOf("a");
  private static final TableName B = TableName.valueOf("ns:b");

  private final ManualClock clock = new ManualClock(Long.MAX_VALUE - 1);
  private final AskedTables asked = new AskedTables(clock);

  @Test
  void tableIsForgottenWhenNobodyAsksForIt() {
    asked.ask(B);
    asked.ask(A);
    assertThat(asked.names()).containsExactly("a", "ns:b");

    clock.advance(AskedTables.RETENTION);
    asked.ask(B);
    assertThat(asked.names()).containsExactly("a", "ns:b");
    clock.advance(AskedTables.RETENTION);
    assertThat(asked.names()).containsExactly("ns:b");
  }

  @Test
  void tableThatWasAskedForLongestAgoGivesItsPlaceToANewOne() {
    asked.ask(A);
    asked.ask(B);
    asked.ask(A);
    IntStream.range(0, Protocol.MOST_TABLES_ASKED - 1)
        .forEach(i -> asked.ask(TableName.valueOf("t" + i)));

    List<String> names = asked.names();
    assertThat(names).hasSize(Protocol.MOST_TABLES_ASKED).contains("a").doesNotContain("ns:b");
  }
}
