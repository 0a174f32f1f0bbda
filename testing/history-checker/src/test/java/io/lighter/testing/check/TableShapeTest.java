// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.DateTieredStoreEngine;
import org.apache.hadoop.hbase.regionserver.StripeStoreEngine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableShapeTest {
  private static final String DELEGATE = "lighter.engine.delegate";
  private static final String ENGINE = "hbase.hstore.engine.class";
  private static final Instant NOW = Instant.parse("2026-11-26T12:00:00Z");

  private final TableShape varied = TableShape.varied(NOW, TableShape.Migration.ROUND_TRIP);

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 17, 239})
  void deleteOfAVersionLiesBetweenThePutsOfTwo(int version) {
    for (TableShape shape : new TableShape[] {TableShape.plain(), varied}) {
      Timestamps timestamps = shape.timestamps();

      assertThat(timestamps.ofDelete(version)).isLessThan(timestamps.ofPut(version));
      assertThat(timestamps.ofPut(version)).isLessThan(timestamps.ofDelete(version + 1));
    }
  }

  @Test
  void cellsOutliveTheCheckButNotAJumpingClock() {
    Duration jump = BackgroundCheck.CELLS_LIVE.multipliedBy(2);
    for (TableShape shape : new TableShape[] {TableShape.plain(), varied}) {
      Duration life = Duration.ofSeconds(shape.timeToLiveSeconds(NOW));
      Instant oldest = Instant.ofEpochMilli(shape.timestamps().ofPut(1));
      Instant newest = Instant.ofEpochMilli(shape.timestamps().ofPut(200));

      assertThat(oldest.plus(life)).isAfter(NOW.plus(Duration.ofDays(7)));
      assertThat(newest.plus(life)).isBefore(NOW.plus(jump));
    }
  }

  @Test
  void layoutsAreGivenToTheDelegateOfADecoratedEngineAndElseToTheTable() {
    assertThat(configured(StoreLayout.STRIPES, true).getConfigurationValue(DELEGATE))
        .isEqualTo(StripeStoreEngine.class.getName());
    assertThat(configured(StoreLayout.DATE_TIERS, false).getConfigurationValue(ENGINE))
        .isEqualTo(DateTieredStoreEngine.class.getName());
    assertThat(configured(StoreLayout.DEFAULT, true).getConfiguration()).isEmpty();
  }

  private static ColumnFamilyDescriptor configured(StoreLayout layout, boolean decorated) {
    ColumnFamilyDescriptorBuilder family =
        ColumnFamilyDescriptorBuilder.newBuilder(new byte[] {'f'});
    layout.configure(family, decorated);
    return family.build();
  }
}
