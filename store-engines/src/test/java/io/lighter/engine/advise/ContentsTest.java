// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.advise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class ContentsTest {
  private static final Contents BASE = Contents.of(1_000);
  private static final Contents UPDATES = new Contents(0, 100, 1_000);

  @Test
  void updatesVanishInTheFileOfTheirRows() {
    assertThat(Contents.merged(List.of(BASE, UPDATES)).bytes()).isEqualTo(1_000);
    assertThat(Contents.merged(List.of(BASE, UPDATES, UPDATES)).bytes()).isEqualTo(1_000);
  }

  @Test
  void rowsOfTwoUpdatesAreTheSameByChance() {
    Contents both = Contents.merged(List.of(UPDATES, UPDATES));

    assertThat(both.bytes()).isCloseTo(190, within(1e-9));
    assertThat(Contents.merged(List.of(BASE, both)).bytes()).isCloseTo(1_000, within(1e-9));
  }

  @Test
  void newRowsStay() {
    Contents mixed = new Contents(50, 50, 1_000);
    Contents later = new Contents(50, 50, 1_050);

    assertThat(Contents.merged(List.of(BASE, mixed)).bytes()).isEqualTo(1_050);
    assertThat(Contents.merged(List.of(BASE, mixed, later)).bytes()).isCloseTo(1_100, within(1e-9));
  }

  @Test
  void partOfTheRowsHasItsShareOfAll() {
    Contents half = UPDATES.part(0.5);

    assertThat(half).isEqualTo(new Contents(0, 50, 500));
    assertThat(Contents.merged(List.of(half, half)).bytes()).isCloseTo(95, within(1e-9));
  }

  @Test
  void cellsOfOtherRowsAreNotMerged() {
    Contents all = UPDATES.part(0.25).and(UPDATES.part(0.75));

    assertThat(all).isEqualTo(UPDATES);
    assertThat(BASE.and(UPDATES)).isEqualTo(new Contents(1_000, 100, 1_000));
  }
}
