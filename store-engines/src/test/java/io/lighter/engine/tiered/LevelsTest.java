// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.tiered;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.engine.range.Seeds;
import io.lighter.engine.tiered.FileView.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** No file has a smaller level than a newer one, and no small file stays for ever. */
class LevelsTest {
  private static final long MB = 1 << 20;
  private static final long GB = 1 << 30;

  @Test
  void noFileHasASmallerLevelThanANewerOne() {
    Seeds.of(1_000)
        .forEach(
            seed -> {
              Random random = new Random(seed);
              List<FileView> files = TieredFiles.random(random);
              Levels levels = new Levels(TierPlan.ofOneTier(2 + random.nextInt(6)), 20);
              int[] each = levels.of(files);
              for (int i = 0; i < each.length; i++) {
                assertThat(each[i]).isGreaterThanOrEqualTo(levels.own(files.get(i).ownBytes()));
                assertThat(i == 0 || each[i - 1] >= each[i]).isTrue();
              }
            });
  }

  @Test
  void fileIsOfALevelFromHalfOfItsSizeOn() {
    Levels levels = new Levels(TierPlan.ofOneTier(4), 16);
    assertThat(List.of(1L, 31L, 32L, 127L, 128L, 512L))
        .extracting(levels::own)
        .containsExactly(0, 0, 1, 1, 2, 3);
  }

  /** HBase reports the length of the parent's file. */
  @Test
  void referenceHasHalfOfTheLength() {
    Levels levels = new Levels(TierPlan.ofOneTier(4), 16);
    assertThat(levels.of(List.of(TieredFiles.file(1, 40, Origin.REFERENCE)))).containsExactly(0);
    assertThat(levels.of(List.of(TieredFiles.file(1, 40, Origin.COMPACTION)))).containsExactly(1);
  }

  @Test
  void smallFilesBehindALargeBulkLoadAreMerged() {
    List<FileView> files = new ArrayList<>();
    TieredPlanner planner =
        new TieredPlanner(TieredFiles.limits(TierPlan.ofOneTier(4), TieredFiles.MANY));
    for (int i = 0; i < 11; i++) {
      files.add(TieredFiles.flush(i, 100));
    }
    files.add(TieredFiles.file(11, 100 * 4 * 4 * 4, Origin.BULK_LOAD));
    assertThat(new Levels(TierPlan.ofOneTier(4), 128).of(files)).containsOnly(3);
    TieredFiles.settle(files, planner);
    assertThat(files).hasSize(1);
  }

  @Test
  void tierTakesLevelsUpToHalfOfItsBytes() {
    TierPlan plan =
        new TierPlan(
            List.of(
                new TierPlan.Tier(Optional.empty(), 8, 20 * GB),
                new TierPlan.Tier(Optional.of("HOT"), 4, Long.MAX_VALUE)));
    Levels levels = new Levels(plan, 128 * MB);
    // 8 x 128 MB and 8 x 1 GB are 9 of 10 GB; level 2 has files of 8 GB.
    assertThat(levels.policy(0)).isEmpty();
    assertThat(levels.policy(1)).isEmpty();
    assertThat(levels.policy(2)).contains("HOT");
    assertThat(levels.files(1)).isEqualTo(8);
    assertThat(levels.files(2)).isEqualTo(4);
    assertThat(levels.policy(40)).contains("HOT");
  }

  @Test
  void flushesAreOfTheFirstTierThoughItIsTooSmall() {
    TierPlan plan =
        new TierPlan(
            List.of(
                new TierPlan.Tier(Optional.empty(), 8, MB),
                new TierPlan.Tier(Optional.of("WARM"), 4, MB),
                new TierPlan.Tier(Optional.of("COLD"), 3, Long.MAX_VALUE)));
    Levels levels = new Levels(plan, 128 * MB);
    assertThat(levels.policy(0)).isEmpty();
    assertThat(levels.policy(1)).contains("COLD");
  }

  @Test
  void countsTheFilesOfAStoreWhoseLevelsAreAlmostFull() {
    Levels levels = new Levels(TierPlan.ofOneTier(4), 1);
    assertThat(levels.mostFilesOf(0)).isEqualTo(7);
    assertThat(levels.mostFilesOf(3)).isEqualTo(7);
    assertThat(levels.mostFilesOf(15)).isEqualTo(10);
    assertThat(levels.mostFilesOf(63)).isEqualTo(13);
  }

  /** Flushes would wait for a store that is as its K wants it. */
  @Test
  void largestKWithWhichNoFlushWaitsIsUsed() {
    TierPlan plan = TierPlan.ofOneTier(80);
    assertThat(Levels.fitting(plan, 1, 1_000, 400).files(0)).isEqualTo(80);
    Levels fitting = Levels.fitting(plan, 1, 1_000, 20);
    assertThat(fitting.mostFilesOf(1_000)).isLessThanOrEqualTo(20);
    assertThat(new Levels(plan.capped(fitting.files(0) + 1), 1).mostFilesOf(1_000))
        .isGreaterThan(20);
  }

  @Test
  void fewestFilesIfNoKFits() {
    TierPlan plan = TierPlan.ofOneTier(80);
    Levels levels = Levels.fitting(plan, 1, 1_000_000, 2);
    for (int most = 2; most <= 80; most++) {
      assertThat(levels.mostFilesOf(1_000_000))
          .isLessThanOrEqualTo(new Levels(plan.capped(most), 1).mostFilesOf(1_000_000));
    }
  }
}
