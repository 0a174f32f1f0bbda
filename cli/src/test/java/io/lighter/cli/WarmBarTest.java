// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class WarmBarTest {
  private static final long MB = 1 << 20;

  private final StringWriter out = new StringWriter();

  @Test
  void fileGetsALineForEveryTenth() {
    WarmBar bar = new WarmBar(new PrintWriter(out), false);

    bar.accept(new WarmTotals(0, 0, 0, 0, 0));
    for (int mb = 0; mb <= 100; mb += 5) {
      bar.accept(new WarmTotals(2, 4, mb / 25, 100 * MB, mb * MB));
    }
    bar.finish();

    assertThat(out.toString().lines())
        .hasSize(11)
        .last()
        .isEqualTo("[####################] 100 %  100.0 MB of 100.0 MB, 4 of 4 regions, 2 servers");
  }

  @Test
  void terminalGetsOneLineThatIsRedrawnWhenItChanges() {
    WarmBar bar = new WarmBar(new PrintWriter(out), true);

    bar.accept(new WarmTotals(1, 2, 0, 10, 1));
    bar.accept(new WarmTotals(1, 2, 0, 10, 1));
    bar.accept(new WarmTotals(1, 2, 2, 10, 10));
    bar.finish();

    assertThat(out.toString().split("\r", -1)).hasSize(3);
    assertThat(out.toString().lines().filter(line -> line.contains("100 %"))).hasSize(1);
  }

  @Test
  void progressCountsRegionsIfThereAreNoBytes() {
    assertThat(new WarmTotals(1, 4, 1, 0, 0).percent()).isEqualTo(25);
    assertThat(new WarmTotals(0, 0, 0, 0, 0).percent()).isZero();
    assertThat(new WarmTotals(1, 1, 0, 10, 11).percent()).isEqualTo(100);
  }
}
