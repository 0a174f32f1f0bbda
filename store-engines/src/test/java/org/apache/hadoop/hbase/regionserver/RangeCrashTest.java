// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.engine.range.RangePlan.Job;
import io.lighter.testing.fixtures.StoreCommits;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A region server that dies in the commit of a compaction with several outputs, after each of them.
 * HBase moves them one by one if its DEFAULT tracker lists the folder; with the FILE tracker they
 * count when the list has been written.
 */
class RangeCrashTest {
  private static final int ROWS = 60;
  private static final int MANY = 100;

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private Twins twins;

  @AfterEach
  void close() throws IOException {
    twins.close();
    util.cleanupTestDir();
  }

  /** A merge of a large flush with deletes: four outputs, and markers are dropped. */
  @ParameterizedTest
  @ValueSource(strings = {"DEFAULT", "FILE"})
  void mergeIsWholeOrNotThere(String tracker) throws IOException {
    crashAfterEachOutput(
        tracker,
        () -> {
          writeRows(1_000);
          for (int row = 0; row < ROWS; row += 3) {
            twins.delete(new Delete(Twins.row(row)));
          }
          twins.flush();
          twins.store().triggerMajorCompaction();
        },
        Job::isMerge);
  }

  @ParameterizedTest
  @ValueSource(strings = {"DEFAULT", "FILE"})
  void distributionIsWholeOrNotThere(String tracker) throws IOException {
    crashAfterEachOutput(
        tracker,
        () -> {
          writeRows(1_000);
          twins.settle();
          for (int row = 1; row < ROWS; row += 3) {
            twins.delete(new Delete(Twins.row(row)));
          }
          twins.flush();
          writeRows(20);
        },
        job -> job == Job.DISTRIBUTE);
  }

  private interface Writes {
    void run() throws IOException;
  }

  private void crashAfterEachOutput(String tracker, Writes writes, Predicate<Job> expected)
      throws IOException {
    int outputs = MANY;
    for (int moved = 0; moved <= outputs; moved++) {
      if (twins != null) {
        twins.close();
      }
      create(tracker, moved);
      writes.run();
      long highest = twins.store().getMaxSequenceId().orElseThrow();
      outputs = dieAfter(moved, expected);
      assertThat(outputs).isGreaterThan(2);
      assertThat(twins.store().getMaxSequenceId()).hasValue(highest);
      twins.compare();
      twins.settle();
      twins.compare();
      assertThat(twins.store().needsCompaction()).isFalse();
    }
  }

  /**
   * Runs the next compaction until {@code moved} outputs are committed; returns how many it has.
   */
  private int dieAfter(int moved, Predicate<Job> expected) throws IOException {
    assertThat(twins.select()).isTrue();
    CompactionContext compaction = twins.takeHeld();
    assertThat(((RangeCompactionContext) compaction).rangePlan().job()).matches(expected);
    List<Path> paths = compaction.compact(NoLimitThroughputController.INSTANCE, null);
    List<Path> done = paths.subList(0, Math.min(moved, paths.size()));
    StoreCommits.commit(twins.store().getStoreEngine(), done);
    twins.crash();
    return paths.size();
  }

  private void writeRows(int bytes) throws IOException {
    for (int row = 0; row < ROWS; row++) {
      twins.put(row, bytes);
    }
    twins.flush();
  }

  private void create(String tracker, int round) throws IOException {
    Configuration conf = util.getConfiguration();
    conf.setLong(SmallRangeEngine.RANGE_BYTES, 16_000);
    conf.setLong("hbase.hregion.majorcompaction", 0);
    conf.set(StoreFileTrackerFactory.TRACKER_IMPL, tracker);
    twins =
        new Twins(
            conf,
            new Path(util.getDataTestDir(), "round" + round),
            new Random(1),
            ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes("f")).setBlocksize(512).build(),
            SmallRangeEngine.class);
  }
}
