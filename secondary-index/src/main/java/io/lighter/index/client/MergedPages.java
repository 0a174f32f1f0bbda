// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.client;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;

/**
 * The entries of all salt buckets of an index, merged into index order. A bucket has one page here,
 * and one fetched ahead. Confined to one lookup.
 */
final class MergedPages implements EntrySource {
  private final List<Bucket> buckets;

  MergedPages(List<? extends EntrySource> sources) {
    this.buckets = sources.stream().map(Bucket::new).toList();
  }

  @Override
  public CompletableFuture<List<Entry>> next(boolean more) {
    List<CompletableFuture<?>> waiting = new ArrayList<>();
    for (Bucket bucket : buckets) {
      if (bucket.page.isEmpty() && !bucket.ended) {
        waiting.add(bucket.fill(more));
      }
    }
    return CompletableFuture.allOf(waiting.toArray(CompletableFuture[]::new))
        .thenApply(ignored -> merge());
  }

  /** Takes entries in order until a bucket that has not ended has none left. */
  private List<Entry> merge() {
    PriorityQueue<Bucket> heads = new PriorityQueue<>();
    for (Bucket bucket : buckets) {
      if (!bucket.page.isEmpty()) {
        heads.add(bucket);
      }
    }
    List<Entry> merged = new ArrayList<>();
    while (!heads.isEmpty()) {
      Bucket smallest = heads.poll();
      merged.add(smallest.page.poll());
      if (!smallest.page.isEmpty()) {
        heads.add(smallest);
      } else if (!smallest.ended) {
        break; // its next page may have the next entry
      }
    }
    return merged;
  }

  private static final class Bucket implements Comparable<Bucket> {
    private final EntrySource source;
    private final Deque<Entry> page = new ArrayDeque<>();
    private boolean ended;

    Bucket(EntrySource source) {
      this.source = source;
    }

    CompletableFuture<?> fill(boolean more) {
      return source
          .next(more)
          .thenAccept(
              entries -> {
                page.addAll(entries);
                ended = entries.isEmpty();
              });
    }

    /** By the first entries; only buckets with entries are compared. */
    @Override
    public int compareTo(Bucket other) {
      return page.element().compareTo(other.page.element());
    }
  }
}
