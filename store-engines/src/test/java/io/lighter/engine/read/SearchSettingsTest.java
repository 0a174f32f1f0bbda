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
  void readsAreSerialUnlessTheTableSaysOtherwise() {
    assertThat(SearchSettings.mode(conf, problems::add)).isEqualTo(SearchMode.SERIAL);
    conf.set(SEARCH, "fixed");
    assertThat(SearchSettings.mode(conf, problems::add)).isEqualTo(SearchMode.FIXED);
    conf.set(SEARCH, "adaptive");
    assertThat(SearchSettings.mode(conf, true, problems::add)).isEqualTo(SearchMode.ADAPTIVE);
    assertThat(problems).isEmpty();
  }

  @Test
  void adaptiveIsSerialWithAnHBaseThatDoesNotCountReads() {
    conf.set(SEARCH, "adaptive");
    assertThat(SearchSettings.mode(conf, false, problems::add)).isEqualTo(SearchMode.SERIAL);
    assertThat(problems)
        .containsExactly(
            "lighter.forest.search = 'adaptive': expected serial or fixed with this HBase, which"
                + " does not count what a thread reads; serial is used");
    conf.set(SEARCH, "fixed");
    assertThat(SearchSettings.mode(conf, false, problems::add)).isEqualTo(SearchMode.FIXED);
    assertThat(problems).hasSize(1);
  }

  @Test
  void garbledOptionIsNamedAndItsDefaultIsUsed() {
    conf.set(SEARCH, "FIXED");
    assertThat(SearchSettings.mode(conf, problems::add)).isEqualTo(SearchMode.SERIAL);
    conf.set(THREADS, "257");
    assertThat(SearchSettings.threads(conf, problems::add)).isEqualTo(16);
    assertThat(problems)
        .containsExactly(
            "lighter.forest.search = 'FIXED': expected serial, fixed or adaptive; the default is used",
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
