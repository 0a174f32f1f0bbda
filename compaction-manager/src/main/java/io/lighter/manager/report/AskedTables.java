// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.report;

import io.lighter.common.MonotonicClock;
import io.lighter.common.rpc.Protocol;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;

/**
 * The tables whose stores a page or command shows, so that region servers report these stores. A
 * table is forgotten without a request for {@link #RETENTION}, or when others were asked for since.
 * Reports of all stores at all times would be too large. Thread-safe.
 */
public final class AskedTables {
  /** Longer than an idle region server's time between two reports, which brings it the question. */
  static final Duration RETENTION = Duration.ofSeconds(30);

  private final MonotonicClock clock;

  /** Time of the last request for each table, the oldest first. Guarded by this. */
  private final Map<String, Long> askedNanos = new LinkedHashMap<>();

  /** Starts without tables. */
  public AskedTables(MonotonicClock clock) {
    this.clock = clock;
  }

  /** Asks for a table's stores for a while; the table need not exist. */
  public synchronized void ask(TableName table) {
    askedNanos.remove(table.getNameAsString());
    askedNanos.put(table.getNameAsString(), clock.nanoTime());
    if (askedNanos.size() > Protocol.MOST_TABLES_ASKED) {
      askedNanos.remove(askedNanos.keySet().iterator().next());
    }
  }

  /** Names of the tables, at most {@link Protocol#MOST_TABLES_ASKED}, sorted. */
  public synchronized List<String> names() {
    long now = clock.nanoTime();
    askedNanos.values().removeIf(asked -> now - asked > RETENTION.toNanos());
    return askedNanos.keySet().stream().sorted().toList();
  }
}
