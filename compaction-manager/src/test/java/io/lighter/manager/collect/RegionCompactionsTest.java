// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class RegionCompactionsTest {
  private final FakeCollectionCluster cluster = new FakeCollectionCluster();

  @Test
  void regionsAreCompactedAFewAtATime() throws IOException {
    RegionCompactions compactions = compactions("a", "b", "c");

    compactions.advance(2, 0);
    compactions.advance(2, 1);
    assertThat(cluster.requests).containsExactly("a/f", "b/f");
    assertThat(compactions.running()).isEqualTo(2);

    cluster.compacting.remove("a");
    compactions.advance(2, 2);
    assertThat(cluster.requests).containsExactly("a/f", "b/f", "c/f");
    assertThat(compactions.done()).isEqualTo(1);

    cluster.compacting.clear();
    assertThat(compactions.isDone()).isFalse();
    compactions.advance(0, 3);
    assertThat(compactions.isDone()).isTrue();
    assertThat(compactions.leftOut()).isZero();
  }

  @Test
  void noRequestIsMadeWithoutABudget() throws IOException {
    RegionCompactions compactions = compactions("a");
    compactions.advance(0, 0);
    assertThat(cluster.requests).isEmpty();
    assertThat(compactions.isDone()).isFalse();
  }

  /** HBase would select some of the files, and then no live set is written. */
  @Test
  void regionThatCompactsIsAskedOnceItIsIdle() throws IOException {
    cluster.busy.add("a");
    RegionCompactions compactions = compactions("a", "b");

    compactions.advance(2, 0);
    assertThat(cluster.requests).containsExactly("b/f");
    cluster.busy.clear();
    compactions.advance(2, 1);
    assertThat(cluster.requests).containsExactly("b/f", "a/f");
  }

  @Test
  void regionThatMovesIsAskedAgainAndOneThatWasSplitIsLeftOut() throws IOException {
    cluster.moving.add("a");
    cluster.gone.add("b");
    RegionCompactions compactions = compactions("a", "b", "c");

    compactions.advance(3, 0);
    assertThat(cluster.requests).containsExactly("c/f");
    assertThat(compactions.leftOut()).isEqualTo(1);
    cluster.moving.clear();
    compactions.advance(3, 1);
    assertThat(cluster.requests).containsExactly("c/f", "a/f");
    cluster.compacting.clear();
    compactions.advance(3, 2);
    assertThat(compactions.isDone()).isTrue();
  }

  @Test
  void regionThatNeverAnswersIsLeftOut() throws IOException {
    cluster.moving.add("a");
    RegionCompactions compactions = compactions("a");
    for (int i = 0; i < RegionCompactions.MOST_FAILURES_OF_REGION; i++) {
      assertThat(compactions.isDone()).isFalse();
      compactions.advance(1, i);
    }
    assertThat(compactions.isDone()).isTrue();
    assertThat(compactions.leftOut()).isEqualTo(1);
  }

  @Test
  void clusterThatIsDownFailsTheRound() {
    RegionCompactions compactions =
        compactions("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l");
    cluster.down = true;
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(
            () -> {
              for (int i = 0; i < RegionCompactions.MOST_FAILURES_IN_A_ROW; i++) {
                compactions.advance(4, i);
              }
            })
        .withMessage("no region server");
    assertThat(compactions.leftOut()).isZero();
  }

  @Test
  void compactionWithoutEndFailsTheRound() throws IOException {
    RegionCompactions compactions = compactions("a");
    compactions.advance(1, 0);
    compactions.advance(1, Duration.ofHours(12).toMillis());
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> compactions.advance(1, Duration.ofHours(12).toMillis() + 1))
        .withMessage("the compaction of a has not ended in 12 hours");
  }

  private RegionCompactions compactions(String... regions) {
    return new RegionCompactions(
        cluster,
        "cr-1",
        FakeCollectionCluster.FAMILY,
        Arrays.stream(regions).map(Bytes::toBytes).toList());
  }
}
