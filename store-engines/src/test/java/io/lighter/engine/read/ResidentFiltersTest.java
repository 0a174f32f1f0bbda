// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.read;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.metrics.LighterMetric;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.Gauge;
import org.apache.hadoop.hbase.metrics.MetricRegistry;
import org.junit.jupiter.api.Test;

class ResidentFiltersTest {
  private static final long BYTES = 1_000;

  private final MetricRegistry registry = Memories.registry();

  /** Room for two blocks and their entries. */
  private final ResidentFilters memory = Memories.of(2_500, registry);

  private final StoreFilters<String> store = new StoreFilters<>(memory);
  private final FileFilters<String> file = store.newFile();

  @Test
  void blocksAreKeptUntilTheMemoryIsUsedUp() {
    assertThat(file.keep(0, "a", BYTES)).isTrue();
    assertThat(store.newFile().keep(0, "b", BYTES)).isTrue();
    assertThat(file.keep(8, "c", BYTES)).isFalse();

    assertThat(file.find(0)).isEqualTo("a");
    assertThat(file.find(8)).isNull();
    assertThat(memory.reserved()).isBetween(2 * BYTES, memory.limit());
    assertThat(registry.get(LighterMetric.FILTER_RESIDENT_BYTES.metricName()))
        .get()
        .extracting(gauge -> ((Gauge<?>) gauge).getValue())
        .isEqualTo(memory.reserved());
    assertThat(count(LighterMetric.FILTER_READS_AVOIDED)).isOne();
    assertThat(count(LighterMetric.FILTER_NOT_RESIDENT)).isOne();
  }

  @Test
  void blockThatIsThereTakesNoMoreMemory() {
    file.keep(0, "a", BYTES);
    long before = memory.reserved();

    assertThat(file.keep(0, "again", BYTES)).isTrue();
    assertThat(file.find(0)).isEqualTo("a");
    assertThat(memory.reserved()).isEqualTo(before);
  }

  @Test
  void removedBlockMakesRoom() {
    file.keep(0, "a", BYTES);
    file.keep(8, "b", BYTES);

    assertThat(file.remove(0)).isTrue();
    assertThat(file.remove(0)).isFalse();
    assertThat(file.keep(16, "c", BYTES)).isTrue();
    assertThat(file.close()).isEqualTo(2);
    assertThat(memory.reserved()).isZero();
  }

  /** Else reads of all files would wait for each other once the memory is used up. */
  @Test
  void roomIsAskedForWithoutTheLock() throws Exception {
    file.keep(0, "a", BYTES);
    file.keep(8, "b", BYTES);

    synchronized (store) {
      assertThat(CompletableFuture.supplyAsync(() -> file.hasRoom(BYTES)).get(1, MINUTES))
          .isFalse();
    }
    assertThat(count(LighterMetric.FILTER_NOT_RESIDENT)).isOne();
    file.remove(0);
    assertThat(file.hasRoom(BYTES)).isTrue();
  }

  @Test
  void closedFileTakesNoBlock() {
    file.keep(0, "a", BYTES);
    assertThat(file.close()).isOne();

    assertThat(file.keep(0, "late", BYTES)).isFalse();
    assertThat(file.find(0)).isNull();
    assertThat(memory.reserved()).isZero();
    assertThat(count(LighterMetric.FILTER_NOT_RESIDENT)).as("there was room").isZero();
  }

  @Test
  void closedStoreTakesNoBlockOfAnyFile() {
    file.keep(0, "a", BYTES);
    FileFilters<String> withoutBlocks = store.newFile();
    store.close();

    assertThat(file.find(0)).isNull();
    assertThat(file.keep(0, "late", BYTES)).isFalse();
    assertThat(withoutBlocks.keep(0, "late", BYTES)).isFalse();
    assertThat(store.newFile().keep(0, "late", BYTES)).isFalse();
    assertThat(memory.reserved()).isZero();
  }

  /** Otherwise a close between the check and the insert would leave the block reserved for ever. */
  @Test
  void changesOfOneStoreExcludeEachOther() throws InterruptedException {
    file.keep(0, "a", BYTES);
    List<Runnable> changes =
        List.of(() -> file.keep(8, "b", BYTES), () -> file.remove(0), file::close, store::close);
    for (Runnable change : changes) {
      Thread thread = new Thread(change);
      long before = memory.reserved();
      synchronized (store) {
        thread.start();
        while (thread.getState() != Thread.State.BLOCKED && thread.isAlive()) {
          Thread.onSpinWait();
        }
        assertThat(thread.isAlive()).isTrue();
        assertThat(memory.reserved()).isEqualTo(before);
      }
      thread.join();
    }
    assertThat(memory.reserved()).isZero();
  }

  @Test
  void insertsBesideClosesAndOtherStoresLeaveNothingReserved() throws Exception {
    ResidentFilters small = Memories.of(40 * BYTES);
    List<StoreFilters<Integer>> stores = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      for (int round = 0; round < 300; round++) {
        StoreFilters<Integer> mine = new StoreFilters<>(small);
        FileFilters<Integer> closing = mine.newFile();
        FileFilters<Integer> open = mine.newFile();
        stores.add(mine);
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
          int seed = 4 * round + i;
          all.add(threads.submit(() -> change(small, closing, open, mine, new Random(seed))));
        }
        get(all);
        assertThat(small.reserved()).as("round %s", round).isZero();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(stores).hasSize(300);
  }

  private static void change(
      ResidentFilters memory,
      FileFilters<Integer> closing,
      FileFilters<Integer> open,
      StoreFilters<Integer> store,
      Random random) {
    for (int i = 0; i < 50; i++) {
      int offset = random.nextInt(30);
      (random.nextBoolean() ? closing : open).keep(offset, offset, BYTES);
      assertThat(memory.reserved()).isBetween(0L, memory.limit());
      if (random.nextInt(4) == 0) {
        open.remove(offset);
      }
      if (random.nextInt(30) == 0) {
        closing.close();
      }
    }
    store.close();
    open.keep(0, 0, BYTES);
  }

  private static void get(List<Future<?>> all) throws InterruptedException, ExecutionException {
    for (Future<?> each : all) {
      each.get();
    }
  }

  private long count(LighterMetric metric) {
    return ((Counter) registry.get(metric.metricName()).orElseThrow()).getCount();
  }
}
