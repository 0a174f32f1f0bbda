// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.engine.range.RangeLimits;
import io.lighter.server.compaction.LocalJobs.Image;
import io.lighter.testing.fixtures.StoreCommits;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.RangeStoreEngine;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Jobs of the range engine, as a region server would request them; both are on the local disk. */
class RangeJobTest {
  private static final List<String> FACTS =
      List.of("STRIPE_START_KEY", "STRIPE_END_KEY", "LIGHTER_RANGE_WRITTEN");

  private static final int ROWS = 60;
  private static final long RANGE_BYTES = 16_000;

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private LocalJobs jobs;

  /** The engine of the region server, with ranges that a few rows fill. */
  public static final class SmallRanges extends RangeStoreEngine {
    @Override
    protected RangeLimits limits(Configuration conf, HStore store) {
      return new RangeLimits(RANGE_BYTES, 0.1, RANGE_BYTES / 8, 3, 2, 2);
    }
  }

  /** Compactions with several outputs. */
  enum Kind {
    MERGE {
      @Override
      void prepare(RangeJobTest test) throws IOException {
        test.writeRows(0, 1_000);
        test.deleteRows(0);
        test.jobs.store().triggerMajorCompaction();
      }
    },
    DISTRIBUTION {
      @Override
      void prepare(RangeJobTest test) throws IOException {
        test.writeRows(0, 1_000);
        test.jobs.settle();
        test.deleteRows(1);
        test.writeRows(2, 20);
      }
    };

    abstract void prepare(RangeJobTest test) throws IOException;
  }

  @BeforeEach
  void createRegion() throws IOException {
    jobs = new LocalJobs(util, SmallRanges.class);
  }

  @AfterEach
  void close() throws IOException {
    jobs.close();
    util.cleanupTestDir();
  }

  @ParameterizedTest
  @EnumSource
  void outputsOfAJobAreThoseOfALocalCompaction(Kind kind) throws Exception {
    kind.prepare(this);
    CompactionContext compaction = jobs.select();

    List<Path> outputs = jobs.runJob(compaction);

    List<Image> local = images(compaction.compact(NoLimitThroughputController.INSTANCE, null));
    assertThat(images(outputs)).isEqualTo(local).hasSizeGreaterThan(2);
    List<String> inputs =
        compaction.getRequest().getFiles().stream()
            .map(file -> file.getPath().getName())
            .sorted()
            .toList();
    assertThat(local.get(local.size() - 1).sources()).isEqualTo(inputs);
    assertThat(local.subList(0, local.size() - 1)).allMatch(file -> file.sources().isEmpty());
    assertThat(local)
        .allMatch(
            file -> file.facts().containsKey("STRIPE_START_KEY") == (kind != Kind.DISTRIBUTION));
    assertThat(local)
        .allMatch(
            file -> file.facts().containsKey("LIGHTER_RANGE_WRITTEN") == (kind != Kind.MERGE));
  }

  /** Merges of one range have a single output, or two that its largest file's middle divides. */
  @Test
  void everyJobUntilTheStoreIsQuietIsThatOfALocalCompaction() throws Exception {
    for (int round = 0; round < 3; round++) {
      writeRows(round, 900);
      deleteRows(round);
      while (jobs.store().needsCompaction()) {
        CompactionContext compaction = jobs.select();
        List<Path> outputs = jobs.runJob(compaction);
        assertThat(images(outputs))
            .isEqualTo(images(compaction.compact(NoLimitThroughputController.INSTANCE, null)));
        List<String> before = jobs.visible();
        jobs.commit(compaction, outputs);
        assertThat(jobs.visible()).isEqualTo(before);
      }
    }
  }

  /** A region server dies when HBase has moved some of the outputs of a job, under DEFAULT. */
  @ParameterizedTest
  @EnumSource
  void crashAfterEachOutputOfAJobChangesNoRead(Kind kind) throws Exception {
    int outputs = Integer.MAX_VALUE;
    for (int moved = 0; moved <= outputs; moved++) {
      jobs.startAnew("moved-" + moved);
      kind.prepare(this);
      List<String> visible = jobs.visible();
      long highest = jobs.store().getMaxSequenceId().orElseThrow();

      List<Path> written = jobs.runJob(jobs.select());
      outputs = written.size();
      StoreCommits.commit(jobs.store().getStoreEngine(), written.subList(0, moved));
      jobs.openAgain();

      assertThat(jobs.visible()).as("after %d moves", moved).isEqualTo(visible);
      assertThat(jobs.store().getMaxSequenceId()).hasValue(highest);
      jobs.settle();
      assertThat(jobs.visible()).as("after %d moves, compacted", moved).isEqualTo(visible);
    }
    assertThat(outputs).isGreaterThan(2);
  }

  private void writeRows(int value, int bytes) throws IOException {
    for (int row = 0; row < ROWS; row++) {
      byte[] cell = new byte[bytes];
      cell[0] = (byte) value;
      jobs.put(row, cell);
    }
    jobs.region().flush(true);
  }

  private void deleteRows(int first) throws IOException {
    for (int row = first; row < ROWS; row += 3) {
      jobs.delete(row);
    }
    jobs.region().flush(true);
  }

  private List<Image> images(List<Path> files) throws IOException {
    return jobs.images(files, FACTS);
  }
}
