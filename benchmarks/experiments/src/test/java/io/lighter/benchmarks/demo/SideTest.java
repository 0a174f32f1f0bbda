// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SideTest {
  @Test
  void turnsAreStockLighterLighterStock() {
    assertThat(Side.TURNS).containsExactly(Side.STOCK, Side.LIGHTER, Side.LIGHTER, Side.STOCK);
  }

  @Test
  void sidesNameTheMeasuredTables() {
    assertThat(Side.STOCK.table()).isEqualTo(DemoTables.STOCK);
    assertThat(Side.LIGHTER.table()).isEqualTo(DemoTables.LIGHTER);
  }
}
