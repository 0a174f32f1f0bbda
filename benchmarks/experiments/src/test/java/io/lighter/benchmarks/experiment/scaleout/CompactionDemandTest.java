// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.scaleout;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CompactionDemandTest {
  private final Set<String> busy = new HashSet<>();
  private final List<String> asked = new ArrayList<>();
  private long seconds;

  private final CompactionDemand<String> demand =
      new CompactionDemand<>(
          List.of("a", "b"),
          Duration.ofSeconds(10),
          new CompactionDemand.Compactor<>() {
            @Override
            public boolean isBusy(String region) {
              return busy.contains(region);
            }

            @Override
            public void compact(String region) {
              asked.add(region + seconds);
            }
          },
          () -> Duration.ofSeconds(seconds).toNanos());

  @Test
  void regionsTakeTurnsThroughThePeriod() throws Exception {
    passTo(30);

    assertThat(asked).containsExactly("a0", "b5", "a10", "b15", "a20", "b25", "a30");
  }

  @Test
  void lateRegionIsRequestedWhenItsCompactionEnds() throws Exception {
    passTo(0);
    busy.add("a");
    passTo(13);
    busy.clear();
    passTo(22);

    assertThat(asked).containsExactly("a0", "b5", "a14", "b15", "a20");
  }

  @Test
  void longDelayIsFollowedByOneCompactionOnly() throws Exception {
    passTo(0);
    busy.add("a");
    passTo(58);
    busy.clear();
    passTo(69);

    assertThat(asked.stream().filter(each -> each.startsWith("a")))
        .containsExactly("a0", "a59", "a60", "a69");
  }

  private void passTo(long second) throws IOException {
    for (long next = asked.isEmpty() ? 0 : seconds + 1; next <= second; next++) {
      seconds = next;
      demand.ask();
    }
  }
}
