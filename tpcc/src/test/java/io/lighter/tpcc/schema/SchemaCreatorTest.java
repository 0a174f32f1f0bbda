// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaCreatorTest {
  private static final Database TEN = new Database(10, Scale.SPEC, 1, 100, 0);

  @Test
  void regionsHaveEquallyManyWholeWarehouses() {
    assertThat(splitKeys(TpccTable.STOCK, TEN, 3))
        .containsExactly(Keys.warehouse(4), Keys.warehouse(7));
    assertThat(splitKeys(TpccTable.ORDER_LINE, TEN, 10))
        .hasSize(9)
        .startsWith(Keys.warehouse(2))
        .endsWith(Keys.warehouse(10));
  }

  @Test
  void regionsDoNotExceedWarehouses() {
    assertThat(splitKeys(TpccTable.DISTRICT, TEN, 64)).hasSize(9);
  }

  @Test
  void itemsAreSplitByNumberAndTheDescriptionIsNot() {
    assertThat(splitKeys(TpccTable.ITEM, TEN, 4))
        .containsExactly(Keys.item(25_001), Keys.item(50_001), Keys.item(75_001));
    assertThat(splitKeys(TpccTable.META, TEN, 4)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, Database.MAX_WAREHOUSES + 1})
  void impossibleNumberOfWarehousesIsRefused(int warehouses) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Database(warehouses, Scale.SPEC, 1, 100, 0))
        .withMessageContaining("expected 1 to");
  }

  private static List<byte[]> splitKeys(TpccTable table, Database database, int regions) {
    return Arrays.asList(SchemaCreator.splitKeys(table, database, regions));
  }
}
