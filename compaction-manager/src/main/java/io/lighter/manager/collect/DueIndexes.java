// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.collect;

import io.lighter.common.protocol.LighterProtos.IndexRound;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Tells which indexes are due for a round: enough has come since the last one, that one is long
 * enough ago, and nothing stands against it.
 */
final class DueIndexes {
  private final Ledger ledger;
  private final Retries retries;
  private final Duration interval;
  private final Heard heard;

  /**
   * @param interval shortest time between two rounds of an index
   */
  DueIndexes(Ledger ledger, Retries retries, Duration interval, Heard heard) {
    this.ledger = ledger;
    this.retries = retries;
    this.interval = interval;
    this.heard = heard;
  }

  /** The due ones of these, in groups that share a compaction of the data; the stalest first. */
  List<List<CollectedIndex>> groups(List<CollectedIndex> indexes) {
    List<CollectedIndex> due = new ArrayList<>(indexes.stream().filter(this::isDue).toList());
    due.sort(Comparator.comparingDouble(this::share).reversed());
    List<List<CollectedIndex>> groups = new ArrayList<>();
    while (!due.isEmpty()) {
      List<CollectedIndex> together = due.stream().filter(due.get(0)::sharesDataWith).toList();
      due.removeAll(together);
      groups.add(together);
    }
    return groups;
  }

  private boolean isDue(CollectedIndex index) {
    Optional<IndexRound> record = ledger.of(index.table());
    long bytes = heard.bytes(index.table());
    return record.isPresent()
        && bytes >= 0
        && index.problem().isEmpty()
        && heard.isKept(index)
        && heard.offloads(index)
        && retries.mayTry(index.table(), heard.timeMs())
        && heard.timeMs() - record.get().getEndedMs() >= interval.toMillis()
        && Growth.isDue(record.get(), bytes, index.ratio());
  }

  private double share(CollectedIndex index) {
    return ledger
        .of(index.table())
        .map(record -> Growth.staleShare(record, heard.bytes(index.table()), index.ratio()))
        .orElse(0.0);
  }
}
