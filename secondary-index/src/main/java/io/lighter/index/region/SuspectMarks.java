// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import io.lighter.index.client.IndexState;
import io.lighter.index.client.IndexTables;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.RetryCounter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the master take the read gates of index tables away, with the state {@link
 * IndexState#SUSPECT}. Thread-safe.
 *
 * <p>The master may answer only when the index table is enabled, and then reopens its regions. So
 * this work has a thread of its own, one for each index table of a region server: no thread that
 * opens regions waits for it. The thread tries again until no region answers lookups, the index is
 * dropped or built anew, or the region server stops.
 *
 * <p>Many region servers find at once that a table was restored. The descriptor names the one that
 * closes the gate. Others wait while it is alive, since each procedure reopens all regions of the
 * index. Two that begin at the same moment both run a procedure; the pause before the first look is
 * a random one, so that this is rare.
 */
final class SuspectMarks {
  private static final Logger LOG = LoggerFactory.getLogger(SuspectMarks.class);

  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

  private final SuspectMaster master;
  private final ConcurrentMap<String, Object> shared;
  private final Supplier<String> server;
  private final Duration firstPause;

  /**
   * Creates the marks of a region.
   *
   * @param shared what the coprocessors of the class share on a region server
   * @param server name of the region server; asked for when a mark is made
   */
  SuspectMarks(
      SuspectMaster master, ConcurrentMap<String, Object> shared, Supplier<String> server) {
    this(master, shared, server, FIRST_PAUSE);
  }

  /**
   * Creates the marks of a region.
   *
   * @param firstPause longest pause before the first look, and the one behind it; the next ones are
   *     longer
   */
  SuspectMarks(
      SuspectMaster master,
      ConcurrentMap<String, Object> shared,
      Supplier<String> server,
      Duration firstPause) {
    this.master = master;
    this.shared = shared;
    this.server = server;
    this.firstPause = firstPause;
  }

  /**
   * Begins to mark an index table, unless this server is about it.
   *
   * @param entries the index table as it was when the region was checked
   * @param why what is wrong
   */
  void begin(TableDescriptor entries, String why) {
    TableName indexTable = entries.getTableName();
    String name = "lighter-suspect-" + indexTable;
    if (shared.putIfAbsent(name, true) == null) {
      LOG.warn("{} is marked SUSPECT: {}", indexTable, why);
      Thread thread = new Thread(() -> run(entries, name), name);
      thread.setDaemon(true);
      thread.start();
    }
  }

  private void run(TableDescriptor entries, String name) {
    try {
      Thread.sleep(ThreadLocalRandom.current().nextLong(firstPause.toMillis()));
      RetryCounter pauses = pauses();
      while (!isDone(entries)) {
        pauses.sleepUntilNextRetry();
      }
    } catch (InterruptedException e) {
      LOG.warn("{} is not marked SUSPECT: interrupted", entries.getTableName());
      Thread.currentThread().interrupt();
    } finally {
      shared.remove(name);
    }
  }

  /** Pauses without an end, each twice as long as the one before it, up to the longest one. */
  private RetryCounter pauses() {
    return new RetryCounter(
        new RetryCounter.RetryConfig()
            .setMaxAttempts(Integer.MAX_VALUE)
            .setSleepInterval(firstPause.toMillis())
            .setMaxSleepTime(LONGEST_PAUSE.toMillis())
            .setBackoffPolicy(new RetryCounter.ExponentialBackoffPolicyWithLimit()));
  }

  private boolean isDone(TableDescriptor checked) {
    try {
      return master.isGone() || mark(checked);
    } catch (IOException | RuntimeException e) {
      LOG.warn("{} cannot be marked SUSPECT, which is tried again", checked.getTableName(), e);
      return false;
    }
  }

  /** Returns whether no region of the index that was checked answers lookups. */
  private boolean mark(TableDescriptor checked) throws IOException {
    Optional<TableDescriptor> entries = toMark(checked);
    if (entries.isEmpty()) {
      return true;
    }
    if (isClosedByAnother(entries.get())) {
      return false;
    }
    // Also if a procedure of a server that died has written the same: this one ends later.
    master.modify(IndexTables.suspect(entries.get(), server.get()));
    Optional<TableDescriptor> closed =
        master
            .descriptor(checked.getTableName())
            .filter(each -> IndexTables.closer(each).equals(Optional.of(server.get())));
    if (closed.isPresent()) {
      master.modify(IndexTables.refused(closed.get()));
      LOG.info("{} is SUSPECT, and no region answers lookups", checked.getTableName());
    }
    return toMark(checked).isEmpty();
  }

  private boolean isClosedByAnother(TableDescriptor entries) throws IOException {
    Optional<String> closer =
        IndexTables.closer(entries).filter(name -> !name.equals(server.get()));
    return closer.isPresent() && master.isAlive(closer.get());
  }

  private Optional<TableDescriptor> toMark(TableDescriptor checked) throws IOException {
    return master
        .descriptor(checked.getTableName())
        .filter(SuspectMarks::mayBeRead)
        .filter(entries -> IndexTables.isGateClosing(entries) || isSameLife(checked, entries));
  }

  /** Whether the index was not built anew: each life of it has another gate and another build. */
  private static boolean isSameLife(TableDescriptor one, TableDescriptor other) {
    return IndexTables.build(one).equals(IndexTables.build(other))
        && IndexTables.gate(one)
            .map(Bytes::toHex)
            .equals(IndexTables.gate(other).map(Bytes::toHex));
  }

  /** Whether a region of an index table may still answer lookups, or will behind a build. */
  static boolean mayBeRead(TableDescriptor entries) {
    return IndexTables.mustBeWhole(entries) || IndexTables.isGateClosing(entries);
  }
}
