// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.collect;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;

/**
 * When an index may have a round again after rounds that failed: after a minute, then after twice
 * as long each time, at most an hour. Confined to the thread of {@link CollectionRounds}.
 */
final class Retries {
  static final Duration FIRST = Duration.ofMinutes(1);
  static final Duration LAST = Duration.ofHours(1);

  private final Map<TableName, Retry> retries = new HashMap<>();

  private record Retry(long waitMs, long atMs) {}

  void failed(TableName index, long nowMs) {
    Retry last = retries.get(index);
    long waitMs = last == null ? FIRST.toMillis() : Math.min(LAST.toMillis(), 2 * last.waitMs());
    retries.put(index, new Retry(waitMs, nowMs + waitMs));
  }

  void completed(TableName index) {
    retries.remove(index);
  }

  boolean mayTry(TableName index, long nowMs) {
    Retry last = retries.get(index);
    return last == null || nowMs >= last.atMs();
  }

  void clear() {
    retries.clear();
  }
}
