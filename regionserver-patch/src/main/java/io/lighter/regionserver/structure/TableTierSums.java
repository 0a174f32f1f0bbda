// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.structure;

import io.lighter.common.engine.TierFigures;
import io.lighter.common.engine.TierFigures.Placed;
import io.lighter.common.engine.TierFigures.Written;
import io.lighter.common.protocol.LighterProtos.StorageBytes;
import io.lighter.common.protocol.LighterProtos.TableTiers;
import io.lighter.common.protocol.LighterProtos.TierLevel;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;

/**
 * Sums over those stores of a table's regions on this region server that have an engine of levels.
 * Immutable.
 *
 * @param levelBytes bytes by level, {@link TierFigures#LEVELS} numbers
 * @param fullRuns full runs that no merge has
 * @param longestFull the longest time for which a store has had such runs without a break
 * @param audited stores whose blocks an audit has looked at
 * @param placed where the blocks of these are
 */
record TableTierSums(
    int stores,
    List<Long> levelBytes,
    int fullRuns,
    Duration longestFull,
    int audited,
    Placed placed) {
  static final TableTierSums NONE =
      new TableTierSums(0, TierFigures.NO_BYTES, 0, Duration.ZERO, 0, Placed.NONE);

  /**
   * The sums of one store.
   *
   * @param full for how long the store has had full runs that no merge has
   */
  static TableTierSums of(TierFigures store, Duration full) {
    return new TableTierSums(
        1,
        store.levelBytes(),
        store.fullRuns(),
        full,
        store.placed().isPresent() ? 1 : 0,
        store.placed().orElse(Placed.NONE));
  }

  /** The sums over the stores of both. */
  TableTierSums plus(TableTierSums other) {
    return new TableTierSums(
        stores + other.stores,
        TierFigures.plus(levelBytes, other.levelBytes),
        fullRuns + other.fullRuns,
        longestFull.compareTo(other.longestFull) >= 0 ? longestFull : other.longestFull,
        audited + other.audited,
        placed.plus(other.placed));
  }

  /**
   * Returns the message for a report.
   *
   * @param written what was written to the table here since the process started
   */
  TableTiers report(Written written) {
    TableTiers.Builder report =
        TableTiers.newBuilder()
            .setStores(stores)
            .setFullRuns(fullRuns)
            .setFullRunMs(longestFull.toMillis())
            .setFlushedBytes(written.flushed())
            .setFlushSpills(written.spills())
            .setForecasts(written.forecasts())
            .setForecastErrorPercent(
                written.forecasts() == 0 ? 0 : written.errorPercents() / written.forecasts())
            .setAuditedStores(audited)
            .setMisplacedBytes(placed.misplaced())
            .setColdInHotBytes(placed.coldInHot())
            .setHotInColdBytes(placed.hotInCold());
    for (int level = 0; level < TierFigures.LEVELS; level++) {
      long bytes = levelBytes.get(level);
      long merged = written.merged().get(level);
      if (bytes > 0 || merged > 0) {
        report.addLevel(
            TierLevel.newBuilder().setLevel(level).setBytes(bytes).setMergedBytes(merged));
      }
    }
    TreeSet<String> types = new TreeSet<>(placed.intended().keySet());
    types.addAll(placed.real().keySet());
    for (String type : types) {
      report.addStorage(
          StorageBytes.newBuilder()
              .setType(type)
              .setIntended(placed.intended().getOrDefault(type, 0L))
              .setReal(placed.real().getOrDefault(type, 0L)));
    }
    return report.build();
  }
}
