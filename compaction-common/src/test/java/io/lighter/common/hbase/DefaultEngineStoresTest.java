// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellComparatorImpl;
import org.apache.hadoop.hbase.MetaCellComparator;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.Test;

class DefaultEngineStoresTest {
  private static final TableName USERS = TableName.valueOf("ns", "store");

  @Test
  void tablesOfUsersMayHaveAnyEngine() {
    assertThat(UserStores.ORDERS).noneMatch(cells -> include(USERS, cells));
    assertThat(include(TableName.valueOf("master", "table"), CellComparator.getInstance()))
        .isFalse();
  }

  @Test
  void tablesOfHBaseHaveTheDefaultEngine() {
    assertThat(include(TableName.META_TABLE_NAME, CellComparatorImpl.COMPARATOR)).isTrue();
    assertThat(include(TableName.valueOf("hbase", "acl"), CellComparatorImpl.COMPARATOR)).isTrue();
    assertThat(include(TableName.valueOf("master:store"), CellComparatorImpl.COMPARATOR)).isTrue();
  }

  @Test
  void rowsOfAnotherOrderHaveTheDefaultEngine() {
    assertThat(include(USERS, MetaCellComparator.META_COMPARATOR)).isTrue();
  }

  private static boolean include(TableName table, CellComparator cells) {
    return DefaultEngineStores.include(table, cells);
  }
}
