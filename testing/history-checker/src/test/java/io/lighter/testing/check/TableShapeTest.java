// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.lighter.cli.EngineName;
import io.lighter.cli.EngineSettings;
import io.lighter.cli.SiteEngine;
import io.lighter.common.config.LighterConfiguration;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.DateTieredStoreEngine;
import org.apache.hadoop.hbase.regionserver.OffloadingStoreEngine;
import org.apache.hadoop.hbase.regionserver.StripeStoreEngine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
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

  /** Only the engine of a table whose families name none can be changed and changed back. */
  @ParameterizedTest
  @EnumSource(value = EngineName.class, mode = EnumSource.Mode.EXCLUDE, names = "DEFAULT")
  void tableNamesTheEngineOfItsShapeAndCanGoBack(EngineName engine) throws IOException {
    TableShape shape = TableShape.plain(engine, NOW);
    ColumnFamilyDescriptorBuilder family =
        ColumnFamilyDescriptorBuilder.newBuilder(new byte[] {'f'});
    shape.layouts().get("f").tune(family);
    Configuration site = new Configuration(false);

    TableDescriptor table =
        CheckTable.withEngine(
            site,
            TableDescriptorBuilder.newBuilder(TableName.valueOf("t"))
                .setValue(ENGINE, OffloadingStoreEngine.class.getName())
                .setColumnFamily(family.build())
                .build(),
            shape);

    assertThat(table.getValue(DELEGATE)).isEqualTo(engine.className());
    TableDescriptor back = new EngineSettings(site, table, SiteEngine.UNKNOWN).disable();
    assertThat(back.getValue(DELEGATE)).isNull();
    assertThat(back.getValue(ENGINE)).isEqualTo(OffloadingStoreEngine.class.getName());
  }

  @Test
  void familiesOfATableWithTiersHaveThePolicyOfTheFastestTierAndSeveralTiers() {
    ColumnFamilyDescriptorBuilder builder =
        ColumnFamilyDescriptorBuilder.newBuilder(new byte[] {'f'});
    TableShape.tiers().layouts().get("f").tune(builder);
    ColumnFamilyDescriptor family = builder.build();

    assertThat(family.getStoragePolicy()).isEqualTo("ALL_SSD");
    assertThat(family.getConfigurationValue("lighter.tiered.tiers")).contains(";");
    assertThat(family.getConfigurationValue("lighter.tiered.settle")).isEqualTo("satisfy");
  }

  @ParameterizedTest
  @ValueSource(strings = {"lighter.tiered.tiers", "lighter.tiered.base"})
  void tiersOfDisturbancesAreValid(String key) {
    for (TierDisturber.Tiers tiers : TierDisturber.ALL_TIERS) {
      ColumnFamilyDescriptorBuilder family =
          ColumnFamilyDescriptorBuilder.newBuilder(new byte[] {'f'});
      tiers.configure(family);
      Configuration conf = new Configuration(false);
      conf.set(key, family.build().getConfigurationValue(key));

      assertThatCode(() -> LighterConfiguration.of(conf)).doesNotThrowAnyException();
    }
  }

  @Test
  void onlyEnginesThatKeepFewFilesHaveABoundForThem() {
    assertThat(TableShape.plain(EngineName.DEFAULT, NOW)).isEqualTo(TableShape.plain());
    assertThat(TableShape.plain().maxFilesOfRegion()).isEqualTo(Cells.FAMILIES.size());
    assertThat(TableShape.plain(EngineName.RANGE, NOW).maxFilesOfRegion())
        .isEqualTo(Integer.MAX_VALUE);
    assertThat(TableShape.plain(EngineName.RANGE, NOW).maxFilesOfLinkedRegion()).isEqualTo(1);
    assertThat(TableShape.plain(EngineName.STRIPE, NOW).maxFilesOfLinkedRegion())
        .isEqualTo(Integer.MAX_VALUE);
    assertThat(TableShape.plain(EngineName.FOREST, NOW).maxFilesOfLinkedRegion())
        .isEqualTo(Integer.MAX_VALUE);
  }

  private static ColumnFamilyDescriptor configured(StoreLayout layout, boolean decorated) {
    ColumnFamilyDescriptorBuilder family =
        ColumnFamilyDescriptorBuilder.newBuilder(new byte[] {'f'});
    layout.configure(family, decorated);
    return family.build();
  }
}
