// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.cli.EngineName;
import io.lighter.common.config.LighterOption;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ReadPathTest {
  private static final String SEARCH = LighterOption.FOREST_SEARCH.key();

  @Test
  void sixSeedsInTurnHaveEachSearchWithEachCache() {
    List<ReadPath> all =
        Stream.of("serial", "fixed", "adaptive")
            .flatMap(search -> Stream.of(true, false).map(heap -> new ReadPath(search, heap)))
            .toList();
    for (long first : new long[] {0, 1, 4401, Integer.MAX_VALUE, -3}) {
      assertThat(LongStream.range(first, first + all.size()).mapToObj(ReadPath::of))
          .containsExactlyInAnyOrderElementsOf(all);
    }
  }

  /** Otherwise the region server would start with HBase's default, or not at all. */
  @Test
  void onlyAForestIsToldHowToSearchAndOnlyTheSiteWhereBlocksAreCached() {
    ReadPath path = new ReadPath("fixed", true);
    assertThat(path.tableProperties(EngineName.FOREST)).isEqualTo(Map.of(SEARCH, "fixed"));
    assertThat(path.tableProperties(EngineName.RANGE)).isEmpty();
    assertThat(path.siteProperties()).containsEntry("hbase.bucketcache.ioengine", "offheap");
    assertThat(new ReadPath("fixed", false).siteProperties()).isEmpty();
  }

  @Test
  void onlyReadsOfAForestWithFixedThreadsHaveToSeekAhead() {
    assertThat(new ReadPath("fixed", true).alwaysSeeksAhead(EngineName.FOREST)).isTrue();
    assertThat(new ReadPath("fixed", true).alwaysSeeksAhead(EngineName.RANGE)).isFalse();
    assertThat(new ReadPath("adaptive", true).alwaysSeeksAhead(EngineName.FOREST)).isFalse();
    assertThat(new ReadPath("serial", true).alwaysSeeksAhead(EngineName.FOREST)).isFalse();
  }

  @Test
  void descriptionNamesWhatMatters() {
    assertThat(new ReadPath("adaptive", true).describe(EngineName.FOREST))
        .isEqualTo("block cache off the heap, lighter.forest.search = adaptive");
    assertThat(new ReadPath("fixed", false).describe(EngineName.DEFAULT))
        .isEqualTo("block cache on the heap");
  }
}
