// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MergedPagesTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 10, 1000})
  void entriesOfAllBucketsComeOnceInIndexOrder(int pageSize) throws Exception {
    Random random = new Random(pageSize);
    List<List<Entry>> buckets = new ArrayList<>();
    List<Entry> all = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      buckets.add(new ArrayList<>());
    }
    for (int i = 0; i < 300; i++) {
      Entry entry = new Entry(bytes(random.nextInt(40)), bytes(i), 0);
      buckets.get(random.nextInt(6)).add(entry); // the last bucket is empty
      all.add(entry);
    }
    buckets.forEach(Collections::sort);
    Collections.sort(all);
    MergedPages pages = new MergedPages(buckets.stream().map(b -> source(b, pageSize)).toList());

    List<Entry> merged = new ArrayList<>();
    for (List<Entry> page = pages.next(true).get();
        !page.isEmpty();
        page = pages.next(true).get()) {
      merged.addAll(page);
    }

    assertThat(merged).isEqualTo(all);
    assertThat(pages.next(true).get()).isEmpty();
  }

  private static EntrySource source(List<Entry> entries, int pageSize) {
    int[] from = {0};
    return more -> {
      int to = Math.min(entries.size(), from[0] + pageSize);
      List<Entry> page = List.copyOf(entries.subList(from[0], to));
      from[0] = to;
      return CompletableFuture.completedFuture(page);
    };
  }

  private static byte[] bytes(int number) {
    return FakeTables.bytes("%03d".formatted(number));
  }
}
