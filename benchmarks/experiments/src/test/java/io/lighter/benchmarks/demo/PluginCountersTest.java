// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PluginCountersTest {
  private static final String SOURCE = "http://rs:16030/jmx";

  @Test
  void reasonsThatNeverOccurredAreLeftOut() throws IOException {
    PluginCounters.Counts counts =
        PluginCounters.parse(
            """
            {"beans": [{"name": "Hadoop:service=HBase,name=RegionServer,sub=Lighter",
              "tag.Context": "regionserver", "OffloadedCompactions": 4, "FailedAttempts": 7,
              "WarmupsStarted": 3, "WarmupsRunning": 1, "WarmupsWaiting": 1, "WarmupsCompleted": 1,
              "LocalCompactions_failed": 0, "LocalCompactions_system-table": 2}]}
            """,
            SOURCE);

    assertThat(counts)
        .isEqualTo(new PluginCounters.Counts(new JobCounts(4, Map.of("system-table", 2)), 3, 2));
  }

  @Test
  void regionServerWithoutEventsHasNoCounts() throws IOException {
    assertThat(PluginCounters.parse("{\"beans\": []}", SOURCE))
        .isEqualTo(PluginCounters.Counts.NONE);
  }

  @Test
  void invalidJmxNamesThePage() {
    for (String page : List.of("<html></html>", "[]", "{}", "")) {
      assertThatThrownBy(() -> PluginCounters.parse(page, SOURCE))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(SOURCE);
    }
  }

  @Test
  void differenceContainsOnlyLaterEvents() {
    JobCounts before = new JobCounts(3, Map.of("system-table", 2, "busy", 1));
    JobCounts after = before.plus(new JobCounts(4, Map.of("busy", 2)));

    assertThat(after.minus(before)).isEqualTo(new JobCounts(4, Map.of("busy", 2)));
  }
}
