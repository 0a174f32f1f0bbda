// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class SearchSettingsTest {
  private static final String SEARCH = "lighter.forest.search";
  private static final String THREADS = "lighter.forest.search.threads";

  private final Configuration conf = new Configuration(false);
  private final List<String> problems = new ArrayList<>();

  @Test
  void readsAreSerialUnlessTheTableSaysFixed() {
    assertThat(SearchSettings.mode(conf, problems::add)).isEqualTo(SearchMode.SERIAL);
    conf.set(SEARCH, "fixed");
    assertThat(SearchSettings.mode(conf, problems::add)).isEqualTo(SearchMode.FIXED);
    assertThat(problems).isEmpty();
  }

  @Test
  void garbledOptionIsNamedAndItsDefaultIsUsed() {
    conf.set(SEARCH, "FIXED");
    assertThat(SearchSettings.mode(conf, problems::add)).isEqualTo(SearchMode.SERIAL);
    conf.set(THREADS, "257");
    assertThat(SearchSettings.threads(conf, problems::add)).isEqualTo(16);
    assertThat(problems)
        .containsExactly(
            "lighter.forest.search = 'FIXED': expected serial or fixed; the default is used",
            "lighter.forest.search.threads = '257': expected a whole number from 1 to 256; the"
                + " default is used");
  }

  @Test
  void threadsAreThoseOfTheSite() {
    conf.set(THREADS, "3");
    assertThat(SearchSettings.threads(conf, problems::add)).isEqualTo(3);
    assertThat(problems).isEmpty();
  }
}
