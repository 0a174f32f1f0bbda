// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.testing.isolation.IsolationProfile;
import org.junit.jupiter.api.Test;

class SustainableReadsTest {
  @Test
  void missesUseHalfOfTheDiskAtMost() {
    for (double factor : new double[] {0.1, 0.25, 0.5, 0.9}) {
      int rate = SustainableReads.perSecond(IsolationProfile.PAPER_NODE, factor).orElseThrow();

      assertThat(rate * (1 - factor) * 1.5 * 2.5).isLessThanOrEqualTo(60);
      assertThat((rate + 1) * (1 - factor) * 1.5 * 2.5).isGreaterThan(60);
    }
  }

  @Test
  void slowDiskSustainsLess() {
    assertThat(SustainableReads.perSecond(IsolationProfile.PAPER_NODE, 0.5)).hasValue(32);
    assertThat(SustainableReads.perSecond(IsolationProfile.PAPER_NODE_SLOW, 0.5)).hasValue(8);
  }

  @Test
  void thereIsNoLimitIfTheDataFitOrTheDiskHasNone() {
    assertThat(SustainableReads.perSecond(IsolationProfile.PAPER_NODE, 1)).isEmpty();
    assertThat(SustainableReads.perSecond(IsolationProfile.PAPER_NODE, 1.5)).isEmpty();
    assertThat(SustainableReads.perSecond(IsolationProfile.SSD, 0.5)).isEmpty();
    assertThat(SustainableReads.perSecond(IsolationProfile.NONE, 0.5)).isEmpty();
  }
}
