// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.testing.cluster.ProcessName;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HitCountsTest {
  private static final ProcessName FIRST = ProcessName.regionServer(1);
  private static final ProcessName SECOND = ProcessName.regionServer(2);

  @Test
  void ratioIsTheHitsOfAllRequestsAndNothingWithoutRequests() {
    assertThat(new HitCounts(3, 1).ratio()).hasValue(0.75);
    assertThat(HitCounts.NONE.ratio()).isEmpty();
  }

  @Test
  void missingAndNewServersDoNotCount() {
    var earlier = snapshot(Map.of(FIRST, new HitCounts(10, 5), SECOND, new HitCounts(7, 7)));
    var later = snapshot(Map.of(FIRST, new HitCounts(30, 6)));

    assertThat(later.since(earlier)).isEqualTo(new HitCounts(20, 1));
    assertThat(later.since(snapshot(Map.of()))).isEqualTo(HitCounts.NONE);
  }

  private static BlockCacheCounters.Snapshot snapshot(Map<ProcessName, HitCounts> counts) {
    return new BlockCacheCounters.Snapshot(counts);
  }
}
