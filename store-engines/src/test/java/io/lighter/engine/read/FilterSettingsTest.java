// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class FilterSettingsTest {
  private static final String FILTER = "lighter.forest.filter";
  private static final String MEMORY = "lighter.forest.filter.memory";
  private static final long HEAP = 4L << 30;

  private final Configuration conf = new Configuration(false);
  private final List<String> problems = new ArrayList<>();

  @Test
  void filtersAreResidentUnlessTheTableSaysCache() {
    assertThat(FilterSettings.isResident(conf, problems::add)).isTrue();
    conf.set(FILTER, "cache");
    assertThat(FilterSettings.isResident(conf, problems::add)).isFalse();
    assertThat(problems).isEmpty();
  }

  @Test
  void garbledOptionIsNamedAndItsDefaultIsUsed() {
    conf.set(FILTER, "none");
    assertThat(FilterSettings.isResident(conf, problems::add)).isTrue();
    conf.set(MEMORY, "much");
    assertThat(FilterSettings.memory(conf, HEAP, problems::add)).isEqualTo(256 << 20);
    assertThat(problems)
        .containsExactly(
            "lighter.forest.filter = 'none': expected resident or cache; the default is used",
            "lighter.forest.filter.memory = 'much': expected a number of bytes from 0 to 64GB, such"
                + " as 256MB; the default is used");
  }

  @Test
  void memoryIsAtMostATenthOfTheHeap() {
    assertThat(FilterSettings.memory(conf, HEAP, problems::add)).isEqualTo(256 << 20);
    assertThat(FilterSettings.memory(conf, 1 << 30, problems::add)).isEqualTo((1 << 30) / 10);
    assertThat(problems).as("of the default").isEmpty();

    conf.set(MEMORY, "1GB");
    assertThat(FilterSettings.memory(conf, HEAP, problems::add)).isEqualTo(HEAP / 10);
    assertThat(problems)
        .containsExactly(
            "lighter.forest.filter.memory = '1GB': expected at most a tenth of the heap, which is"
                + " 429496729; that is used");
  }

  @Test
  void memoryOfZeroIsAllowed() {
    conf.set(MEMORY, "0");
    assertThat(FilterSettings.memory(conf, HEAP, problems::add)).isZero();
    assertThat(problems).isEmpty();
  }

  @Test
  void familyWithoutFilterIsNoticedIfItIsGivenResidentOnes() {
    assertThat(FilterSettings.notice(conf, false)).as("default").isEmpty();
    conf.set(FILTER, "resident");
    assertThat(FilterSettings.notice(conf, true)).isEmpty();
    assertThat(FilterSettings.notice(conf, false))
        .hasValue(
            "lighter.forest.filter = 'resident' has no effect: the family has no Bloom filter"
                + " (BLOOMFILTER => 'NONE')");
    conf.set(FILTER, "cache");
    assertThat(FilterSettings.notice(conf, false)).isEmpty();
  }
}
