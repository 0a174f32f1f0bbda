// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.regionserver.warmup.ReaderFetch.Outcome;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ReaderFetchTest {
  private final Queue<Runnable> tasks = new ArrayDeque<>();
  private Outcome next = Outcome.LOADED;
  private int fetches;
  private long nowNanos = Long.MAX_VALUE - 1; // overflows, as System.nanoTime may

  private final ReaderFetch fetch =
      new ReaderFetch(
          () -> {
            fetches++;
            if (next == null) {
              throw new IllegalStateException("fetch fails");
            }
            return next;
          },
          tasks::add,
          () -> nowNanos);

  @Test
  void readersShareOneFetchAndALoadedChunkIsNotFetchedAgain() {
    assertThat(fetch.begun()).isSameAs(fetch.begun());
    assertThat(fetch.isLoaded()).isFalse();

    assertThat(miss()).isTrue();
    assertThat(miss()).isTrue();

    assertThat(fetches).isEqualTo(1);
    assertThat(fetch.isLoaded()).isTrue();
  }

  @Test
  void chunkRefusedByTheCacheIsFetchedAgainAfterAPause() {
    next = Outcome.REFUSED;
    assertThat(miss()).isFalse();
    next = Outcome.LOADED;
    nowNanos += ReaderFetch.REFUSED_NANOS - 1;
    assertThat(miss()).isFalse();
    assertThat(fetches).isEqualTo(1);

    nowNanos++;
    assertThat(miss()).isTrue();
    assertThat(fetches).isEqualTo(2);
  }

  @Test
  void chunkThatDidNotArriveIsFetchedAtTheNextMiss() {
    next = Outcome.FAILED;
    assertThat(miss()).isFalse();
    next = null;
    assertThatThrownBy(this::miss).hasRootCauseMessage("fetch fails");
    next = Outcome.LOADED;

    assertThat(miss()).isTrue();
    assertThat(fetches).isEqualTo(3);
  }

  private boolean miss() {
    CompletableFuture<Boolean> begun = fetch.begun();
    while (!tasks.isEmpty()) {
      tasks.remove().run();
    }
    return begun.join();
  }
}
