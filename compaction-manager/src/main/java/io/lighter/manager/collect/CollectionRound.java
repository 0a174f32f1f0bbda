// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.collect;

import io.lighter.common.protocol.LighterProtos.IndexRound;
import io.lighter.index.spec.IndexNames;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One round: the data's regions first, since their compactions write the live sets, then the
 * regions of each index. Confined to the thread of {@link CollectionRounds}.
 */
final class CollectionRound {
  private static final Logger LOG = LoggerFactory.getLogger(CollectionRound.class);

  /** Time after which all region servers have reported the new files; they report within 10 s. */
  static final Duration SETTLE = Duration.ofSeconds(25);

  /** The steps of a round, in their order. */
  private enum Phase {
    /** Regions of the data table are compacted. */
    DATA,
    /** Regions of an index table are compacted. */
    INDEX,
    /** Region servers report the new files. */
    SETTLING,
    /** All done. */
    COMPLETED
  }

  private final CollectionRoundId id;
  private final CollectionCluster cluster;
  private final List<CollectedIndex> indexes;
  private final Deque<CollectedIndex> left;
  private final Map<TableName, Long> bytesBefore = new HashMap<>();
  private Phase phase = Phase.DATA;
  private RegionCompactions compactions;
  private TableName compacted;
  private long settledMs;

  private CollectionRound(
      CollectionRoundId id,
      CollectionCluster cluster,
      List<CollectedIndex> indexes,
      RegionCompactions data) {
    this.id = id;
    this.cluster = cluster;
    this.indexes = List.copyOf(indexes);
    this.left = new ArrayDeque<>(indexes);
    this.compactions = data;
    this.compacted = data(indexes);
  }

  /**
   * Begins a round, without a compaction.
   *
   * @param indexes indexes of one family of a data table, at least one
   */
  static CollectionRound begin(CollectionCluster cluster, List<CollectedIndex> indexes)
      throws IOException {
    CollectionRoundId id = CollectionRoundId.random();
    byte[] family = indexes.get(0).family();
    RegionCompactions data =
        new RegionCompactions(cluster, id.value(), family, cluster.regions(data(indexes)));
    LOG.info(
        "{}: round of collection begins data={} family={} regions={} indexes={}",
        id,
        data(indexes),
        Bytes.toStringBinary(family),
        data.regions(),
        indexes.stream().map(CollectedIndex::table).toList());
    return new CollectionRound(id, cluster, indexes, data);
  }

  private static TableName data(List<CollectedIndex> indexes) {
    return indexes.get(0).data();
  }

  CollectionRoundId id() {
    return id;
  }

  TableName data() {
    return data(indexes);
  }

  List<CollectedIndex> indexes() {
    return indexes;
  }

  /** Compactions that HBase was asked for and that have not ended. */
  int running() {
    return compactions.running();
  }

  boolean isCompleted() {
    return phase == Phase.COMPLETED;
  }

  /** Bytes of an index's files when the compactions of its regions began; -1: not known. */
  long bytesBefore(CollectedIndex index) {
    return bytesBefore.getOrDefault(index.table(), -1L);
  }

  /** Adds what is running to the record of one of the indexes. */
  void describe(IndexRound.Builder record) {
    record
        .setRunningId(id.value())
        .setCompactingIndex(phase != Phase.DATA)
        .setRegionsDone(compactions.done())
        .setRegions(compactions.regions());
  }

  /**
   * Goes on as far as possible without waiting.
   *
   * @param most compactions that may run at a time
   * @param bytes bytes of an index table's files; -1: not known
   * @throws IOException if the round failed; compactions that run go on
   */
  void advance(int most, ToLongFunction<TableName> bytes, long nowMs) throws IOException {
    switch (phase) {
      case DATA, INDEX -> {
        compactions.advance(most, nowMs);
        if (compactions.isDone()) {
          requireOneCompacted();
          next(bytes, nowMs);
        }
      }
      case SETTLING -> {
        if (nowMs >= settledMs) {
          phase = Phase.COMPLETED;
        }
      }
      case COMPLETED -> {}
    }
  }

  private void requireOneCompacted() throws IOException {
    LOG.info(
        "{}: compacted table={} regions={} leftOut={}",
        id,
        compacted,
        compactions.regions(),
        compactions.leftOut());
    if (compactions.leftOut() == compactions.regions()) {
      throw new IOException("no region of %s was compacted".formatted(compacted));
    }
  }

  private void next(ToLongFunction<TableName> bytes, long nowMs) throws IOException {
    CollectedIndex index = left.peek();
    if (index == null) {
      phase = Phase.SETTLING;
      settledMs = nowMs + SETTLE.toMillis();
      return;
    }
    compactions =
        new RegionCompactions(
            cluster, id.value(), IndexNames.family(), cluster.regions(index.table()));
    compacted = index.table();
    bytesBefore.put(index.table(), bytes.applyAsLong(index.table()));
    phase = Phase.INDEX;
    left.remove();
  }
}
