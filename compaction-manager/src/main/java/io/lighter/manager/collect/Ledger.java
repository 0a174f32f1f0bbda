// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.collect;

import io.lighter.common.protocol.LighterProtos.IndexRound;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.TableName;

/**
 * The records of this manager's term: what later managers need of rounds. Changes are written by
 * {@link #save}. Confined to the thread of {@link CollectionRounds}.
 */
final class Ledger {
  /** Part of its recorded bytes below which an index was emptied or compacted by others. */
  private static final double SHRUNK = 0.5;

  private final RoundRecords store;
  private final SortedMap<String, IndexRound> records = new TreeMap<>();
  private boolean changed;

  private Ledger(RoundRecords store) {
    this.store = store;
  }

  /** Reads the records of earlier terms. */
  static Ledger read(RoundRecords store) throws IOException {
    Ledger ledger = new Ledger(store);
    for (IndexRound record : store.read()) {
      ledger.records.put(record.getIndexTable(), record);
    }
    return ledger;
  }

  Optional<IndexRound> of(TableName index) {
    return Optional.ofNullable(records.get(index.getNameAsString()));
  }

  /** Forgets the records of all other indexes. */
  void keepOnly(List<CollectedIndex> indexes) {
    Set<String> present =
        indexes.stream().map(index -> index.table().getNameAsString()).collect(Collectors.toSet());
    changed |= records.keySet().retainAll(present);
  }

  /** Begins the records of indexes that are new or have shrunk. */
  void meet(List<CollectedIndex> indexes, Heard heard) {
    for (CollectedIndex index : indexes) {
      long bytes = heard.bytes(index.table());
      Optional<IndexRound> record = of(index.table());
      boolean shrunk = record.isPresent() && bytes < record.get().getBaseBytes() * SHRUNK;
      if (bytes >= 0 && (record.isEmpty() || shrunk)) {
        IndexRound.Builder next =
            record.map(IndexRound::toBuilder).orElseGet(IndexRound::newBuilder);
        put(next.setIndexTable(index.table().getNameAsString()).setBaseBytes(bytes).build());
      }
    }
  }

  /**
   * Records a round that completed.
   *
   * @param before bytes of the index before its compactions; -1: not known
   * @param after bytes after them; -1: not known
   */
  void completed(TableName index, CollectionRoundId id, long before, long after, long nowMs) {
    IndexRound.Builder record = builder(index);
    long base = record.getBaseBytes();
    long known = after >= 0 ? after : Math.max(base, before);
    record.setId(id.value()).setEndedMs(nowMs).setBaseBytes(known).clearProblem();
    if (before >= 0 && after >= 0) {
      record
          .setBytesBefore(before)
          .setBytesAfter(after)
          .setDroppedShare(Growth.droppedShare(base, before, after));
    } else {
      record.clearBytesBefore().clearBytesAfter();
    }
    put(record.build());
  }

  /** Records why a round failed. */
  void failed(TableName index, String problem) {
    put(builder(index).setProblem(problem).build());
  }

  private IndexRound.Builder builder(TableName index) {
    return of(index)
        .map(IndexRound::toBuilder)
        .orElseGet(
            () -> IndexRound.newBuilder().setIndexTable(index.getNameAsString()).setBaseBytes(0));
  }

  private void put(IndexRound record) {
    records.put(record.getIndexTable(), record);
    changed = true;
  }

  /**
   * Writes what has changed; a write that failed is repeated by the next call.
   *
   * @return false if this manager does not lead in this term any more
   */
  boolean save() throws IOException {
    if (changed && !store.write(records.values())) {
      return false;
    }
    changed = false;
    return true;
  }
}
