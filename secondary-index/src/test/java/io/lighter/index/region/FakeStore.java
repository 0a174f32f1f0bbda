// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.util.Bytes;

/** Index tables in memory: a list of calls. The region of an entry is its table's name. */
final class FakeStore implements EntryStore {
  /** Calls such as {@code insert t__i Rome@7}. */
  final List<String> calls = new ArrayList<>();

  /** What calls answer. */
  CompletableFuture<Void> answer = CompletableFuture.completedFuture(null);

  @Override
  public CompletableFuture<String> regionOf(Entry entry) {
    return CompletableFuture.completedFuture(entry.table().getNameAsString());
  }

  @Override
  public CompletableFuture<Void> insert(List<Entry> entries) {
    return call("insert", entries);
  }

  @Override
  public CompletableFuture<Void> remove(List<Entry> entries) throws IOException {
    return call("remove", entries);
  }

  private CompletableFuture<Void> call(String what, List<Entry> entries) {
    for (Entry entry : entries) {
      calls.add(
          "%s %s %s@%d"
              .formatted(what, entry.table(), Bytes.toStringBinary(entry.row()), entry.stamp()));
    }
    return answer;
  }
}
