// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.engine.tiered.FileView;
import io.lighter.engine.tiered.FileView.Origin;
import io.lighter.engine.tiered.TierPlanParser;
import io.lighter.engine.tiered.TieredLimits;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TierPlacementTest {
  private static final long MB = 1L << 20;
  private static final Map<String, List<String>> TYPES =
      Map.of("ONE_SSD", List.of("SSD", "DISK"), "COLD", List.of("ARCHIVE"));

  @Test
  void filesHaveTheLevelsRunsAndTiersOfTheEngine() {
    TierPlacement places =
        of(
            file(1, 300 * MB, Origin.COMPACTION),
            file(2, 64 * MB, Origin.COMPACTION),
            file(3, 64 * MB, Origin.COMPACTION),
            file(4, 16 * MB, Origin.FLUSH));

    assertThat(places.base()).isEqualTo(16 * MB);
    assertThat(places.isGuess()).isFalse();
    assertThat(places.files()).extracting(TierPlacement.File::level).containsExactly(2, 1, 1, 0);
    assertThat(places.files())
        .extracting(file -> file.run().orElseThrow())
        .containsExactly(1, 2, 2, 3);
    assertThat(places.files()).extracting(TierPlacement.File::tier).containsExactly(2, 2, 2, 1);
    assertThat(places.files())
        .extracting(TierPlacement.File::policy)
        .containsExactly(
            Optional.of("COLD"), Optional.of("COLD"), Optional.of("COLD"), Optional.empty());
  }

  @Test
  void replicasHaveTheTypesOfThePolicy() {
    TierPlacement places = of(file(1, 300 * MB, Origin.COMPACTION), file(2, 16 * MB, Origin.FLUSH));

    assertThat(places.files().get(0).intended()).isEqualTo(Map.of("ARCHIVE", 900 * MB));
    assertThat(places.files().get(1).intended()).isEqualTo(Map.of("SSD", 16 * MB, "DISK", 32 * MB));
    assertThat(TierPlacement.intended(List.of(places, places)))
        .isEqualTo(Map.of("ARCHIVE", 1800 * MB, "SSD", 32 * MB, "DISK", 64 * MB));
    assertThat(TierPlacement.placed(List.of(places, places))).isEqualTo(Map.of("DISK", 4L));
  }

  @Test
  void storeWithoutFlushedFileHasTheFlushSizeAsBase() {
    TierPlacement places = of(file(1, 300 * MB, Origin.COMPACTION));

    assertThat(places.base()).isEqualTo(100 * MB);
    assertThat(places.isGuess()).isTrue();
  }

  @Test
  void fileThatNoMergeMayHaveIsInNoRun() {
    FileView excluded = new FileView(16 * MB, 1, Origin.BULK_LOAD, false);
    TierPlacement places =
        of(new TierStores.File("a", excluded, true, 3, Map.of()), file(2, 16 * MB, Origin.FLUSH));

    assertThat(places.files())
        .extracting(TierPlacement.File::run)
        .containsExactly(Optional.empty(), Optional.of(1));
  }

  @Test
  void nothingIsIntendedForBlocksOfAnotherFile() {
    FileView half = new FileView(16 * MB, 1, Origin.REFERENCE, true);

    assertThat(of(new TierStores.File("a.b", half, false, 3, Map.of())).files())
        .singleElement()
        .satisfies(file -> assertThat(file.intended()).isEmpty());
  }

  static TierStores.File file(long seqId, long bytes, Origin origin) {
    return new TierStores.File(
        "f" + seqId, new FileView(bytes, seqId, origin, true), true, 3, Map.of("DISK", 1L));
  }

  private static TierPlacement of(TierStores.File... files) {
    TieredLimits limits =
        new TieredLimits(
            TierPlanParser.parse("*:4:256MB;COLD:4", problem -> {}), 0, MB, 100 * MB, 100, 0);
    return TierPlacement.of(
        new TierStores.Store("r", "f", Optional.of("ONE_SSD"), Arrays.asList(files)),
        limits,
        TYPES);
  }
}
