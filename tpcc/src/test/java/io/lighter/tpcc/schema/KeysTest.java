// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class KeysTest {
  @Test
  void rowsOfAWarehouseSortByDistrictThenNumber() {
    assertAscending(
        Keys.district(1, 10),
        Keys.order(1, 10, 1),
        Keys.orderLine(1, 10, 1, 1),
        Keys.orderLine(1, 10, 1, 15),
        Keys.order(1, 10, 2),
        Keys.order(1, 10, 256),
        Keys.order(1, 10, Integer.MAX_VALUE),
        Keys.district(1, 11),
        Keys.warehouse(2),
        Keys.district(2, 1),
        Keys.warehouse(300));
  }

  @Test
  void customersOfALastNameSortByFirstName() {
    assertAscending(
        Keys.lastName(1, 1, "BARBARBAR"),
        Keys.customerName(1, 1, "BARBARBAR", "Ann", 7),
        Keys.customerName(1, 1, "BARBARBAR", "Anna", 3),
        Keys.customerName(1, 1, "BARBARBAR", "Bob", 1),
        Keys.after(Keys.lastName(1, 1, "BARBARBAR")),
        Keys.customerName(1, 1, "BARBARBARX", "Ann", 1));
    assertThat(Keys.customerOfName(Keys.customerName(1, 1, "BARBARBAR", "Ann", 7))).isEqualTo(7);
  }

  @Test
  void latestOrderOfACustomerComesFirst() {
    assertAscending(
        Keys.customerOrder(1, 1, 5, 3001),
        Keys.customerOrder(1, 1, 5, 3000),
        Keys.customerOrder(1, 1, 5, 1),
        Keys.customerOrder(1, 1, 6, 3001));
    assertThat(Keys.orderOfCustomer(Keys.customerOrder(1, 1, 5, 3001))).isEqualTo(3001);
  }

  @Test
  void keysReturnTheirNumbers() {
    byte[] line = Keys.orderLine(70_000, 10, 123_456, 15);

    assertThat(Keys.districtOf(line)).isEqualTo(10);
    assertThat(Keys.numberOf(line)).isEqualTo(123_456);
    assertThat(Keys.lineOf(line)).isEqualTo(15);
  }

  @Test
  void afterIsTheSmallestKeyBehindAPrefix() {
    assertThat(Keys.after(new byte[] {1, 2})).containsExactly(1, 3);
    assertThat(Keys.after(new byte[] {1, -1, -1})).containsExactly(2, 0, 0);
    assertThat(Keys.after(Keys.order(1, 1, 255))).isEqualTo(Keys.order(1, 1, 256));
  }

  @Test
  void tooLongNameIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> Keys.lastName(1, 1, "A name of 17 char"));
  }

  private static void assertAscending(byte[]... keys) {
    List<byte[]> sorted = Arrays.stream(keys).sorted(Bytes.BYTES_COMPARATOR).toList();
    assertThat(sorted).containsExactly(keys);
  }
}
