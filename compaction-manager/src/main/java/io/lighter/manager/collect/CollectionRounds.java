// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.collect;

import io.lighter.common.protocol.LighterProtos.IndexRound;
import io.lighter.manager.cluster.Worker;
import io.lighter.manager.monitor.Snapshot;
import io.lighter.manager.report.ManagerMetrics;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.TableName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks HBase for the compactions that collect stale entries, while this manager leads.
 *
 * <p>One thread owns all mutable state but the {@link RoundBoard}. It may wait for HBase, each time
 * until a deadline. A data table has one round at a time; a few rounds run at a time, and their
 * compactions have half of the threads of the compaction servers. A round that fails is tried again
 * later. A manager that takes over begins rounds anew, with the records of the one before it.
 */
public final class CollectionRounds implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(CollectionRounds.class);

  /** Time between two looks at rounds. */
  private static final Duration LOOK = Duration.ofSeconds(5);

  /** Rounds at a time. */
  static final int MOST_ROUNDS = 4;

  private final Supplier<Optional<Snapshot>> snapshots;
  private final CollectionCluster cluster;
  private final RoundRecords store;
  private final RoundBoard board;
  private final ManagerMetrics metrics;
  private final Settings settings;
  private final Worker worker;
  private final Retries retries = new Retries();
  private final List<CollectionRound> rounds = new ArrayList<>();
  private Term term; // null while this manager does not lead

  /**
   * How often.
   *
   * @param interval shortest time between two rounds of an index
   * @param reading time between two readings of the tables' descriptors
   */
  public record Settings(Duration interval, Duration reading) {}

  /** Since this manager leads. The fields are those of the thread. */
  private static final class Term {
    private final long sinceMs;
    private final Ledger ledger;
    private List<CollectedIndex> indexes = List.of();
    private long readMs;
    private boolean read;

    Term(long sinceMs, Ledger ledger) {
      this.sinceMs = sinceMs;
      this.ledger = ledger;
    }
  }

  /**
   * Creates rounds that are idle until {@link #start}.
   *
   * @param snapshots the cluster's state; empty while this manager does not lead
   * @param cluster closed with the rounds
   */
  public CollectionRounds(
      Supplier<Optional<Snapshot>> snapshots,
      CollectionCluster cluster,
      RoundRecords store,
      RoundBoard board,
      ManagerMetrics metrics,
      Settings settings) {
    this.snapshots = snapshots;
    this.cluster = cluster;
    this.store = store;
    this.board = board;
    this.metrics = metrics;
    this.settings = settings;
    this.worker = new Worker("collection-rounds", LOOK, this::look);
  }

  /** Starts the thread. */
  public void start() {
    worker.soon(Duration.ZERO);
  }

  /** Looks once; called by the thread. */
  void look() {
    Optional<Snapshot> snapshot = snapshots.get();
    if (snapshot.isEmpty()) {
      forget();
      return;
    }
    Heard heard = Heard.of(snapshot.get());
    try {
      if (term == null) {
        term = new Term(heard.timeMs(), Ledger.read(store));
      }
      readIndexes(heard);
      if (term.read && heard.timeMs() - term.sinceMs >= CollectionRound.SETTLE.toMillis()) {
        stopRounds();
        term.ledger.keepOnly(term.indexes);
        term.ledger.meet(idle(), heard);
        beginRounds(heard);
        advanceRounds(heard);
      }
      if (!term.ledger.save()) {
        forget();
        return;
      }
    } catch (IOException e) { // of ZooKeeper; the next look repeats it
      LOG.warn("records of collection are not read or written", e);
    }
    show();
  }

  private void forget() {
    term = null;
    rounds.clear();
    retries.clear();
    board.show(List.of());
  }

  /** A reading that fails leaves the last one in use. */
  private void readIndexes(Heard heard) {
    boolean due = !term.read || heard.timeMs() - term.readMs >= settings.reading().toMillis();
    if (!due || (heard.bytes().isEmpty() && term.indexes.isEmpty())) {
      return;
    }
    term.readMs = heard.timeMs();
    try {
      term.indexes = List.copyOf(cluster.indexes());
      term.read = true;
    } catch (IOException e) {
      LOG.warn("cannot read the indexes from HBase; no round begins before that", e);
      closeConnection();
    }
  }

  private void closeConnection() {
    try {
      cluster.close();
    } catch (IOException e) {
      LOG.debug("connection to HBase not closed cleanly", e);
    }
  }

  /** Ends rounds of indexes that are gone or may not be collected any more. */
  private void stopRounds() {
    rounds.removeIf(
        round -> {
          Optional<CollectedIndex> stopped =
              round.indexes().stream().filter(index -> !mayBeCollected(index)).findFirst();
          stopped.ifPresent(
              index ->
                  LOG.info("{}: round of collection stopped index={}", round.id(), index.table()));
          return stopped.isPresent();
        });
  }

  private boolean mayBeCollected(CollectedIndex index) {
    return term.indexes.stream()
        .anyMatch(each -> each.table().equals(index.table()) && each.problem().isEmpty());
  }

  private void advanceRounds(Heard heard) {
    for (CollectionRound round : List.copyOf(rounds)) {
      boolean offloads = round.indexes().stream().allMatch(heard::offloads);
      int free = Math.max(0, heard.mostCompactions() - running());
      try {
        round.advance(offloads ? round.running() + free : 0, heard::bytes, heard.timeMs());
        if (round.isCompleted()) {
          completed(round, heard);
        }
      } catch (IOException | RuntimeException e) { // HBase's client throws both if HBase is down
        failed(round.indexes(), heard, round.id().value(), e);
        rounds.remove(round);
      }
    }
  }

  private int running() {
    return rounds.stream().mapToInt(CollectionRound::running).sum();
  }

  private void completed(CollectionRound round, Heard heard) {
    rounds.remove(round);
    long dropped = 0;
    for (CollectedIndex index : round.indexes()) {
      TableName table = index.table();
      long before = round.bytesBefore(index);
      long after = heard.bytes(table);
      term.ledger.completed(table, round.id(), before, after, heard.timeMs());
      retries.completed(table);
      if (before >= 0 && after >= 0) {
        dropped += Math.max(0, before - after);
      }
      LOG.info(
          "{}: round of collection completed index={} bytesBefore={} bytesAfter={}",
          round.id(),
          table,
          before,
          after);
    }
    metrics.collectionRound(dropped);
  }

  private void failed(List<CollectedIndex> indexes, Heard heard, String id, Exception e) {
    if (worker.isClosed()) {
      LOG.debug("{}: round of collection interrupted by close", id, e);
      return;
    }
    LOG.warn("{}: round of collection failed, repeated later", id, e);
    metrics.collectionRoundFailed();
    for (CollectedIndex index : indexes) {
      retries.failed(index.table(), heard.timeMs());
      term.ledger.failed(index.table(), e.getMessage() == null ? e.toString() : e.getMessage());
    }
  }

  /** The indexes without a round. */
  private List<CollectedIndex> idle() {
    return term.indexes.stream()
        .filter(index -> rounds.stream().noneMatch(round -> has(round, index)))
        .toList();
  }

  private static boolean has(CollectionRound round, CollectedIndex index) {
    return round.indexes().stream().anyMatch(each -> each.table().equals(index.table()));
  }

  private void beginRounds(Heard heard) {
    DueIndexes due = new DueIndexes(term.ledger, retries, settings.interval(), heard);
    for (List<CollectedIndex> together : due.groups(idle())) {
      TableName data = together.get(0).data();
      if (rounds.size() < MOST_ROUNDS
          && rounds.stream().noneMatch(round -> round.data().equals(data))) {
        begin(together, heard);
      }
    }
  }

  private void begin(List<CollectedIndex> indexes, Heard heard) {
    try {
      rounds.add(CollectionRound.begin(cluster, indexes));
    } catch (IOException | RuntimeException e) { // HBase's client throws both if HBase is down
      failed(indexes, heard, indexes.get(0).table().getNameAsString(), e);
    }
  }

  private void show() {
    if (term == null) {
      return;
    }
    List<IndexRound> all = new ArrayList<>();
    for (CollectedIndex index : term.indexes) {
      IndexRound.Builder record =
          term.ledger
              .of(index.table())
              .map(IndexRound::toBuilder)
              .orElseGet(
                  () ->
                      IndexRound.newBuilder()
                          .setIndexTable(index.table().getNameAsString())
                          .setBaseBytes(0));
      index.problem().ifPresent(record::setProblem);
      rounds.stream()
          .filter(round -> has(round, index))
          .findFirst()
          .ifPresent(round -> round.describe(record));
      all.add(record.build());
    }
    board.show(all);
  }

  /** Ends the thread; compactions that run go on. */
  @Override
  public void close() throws IOException {
    worker.close();
    cluster.close();
  }
}
