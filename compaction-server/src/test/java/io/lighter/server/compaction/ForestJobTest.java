// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.engine.forest.ForestLimits;
import io.lighter.server.compaction.LocalJobs.Image;
import io.lighter.testing.fixtures.StoreCommits;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.regionserver.ForestStoreEngine;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Jobs of the forest engine, as a region server would request them. */
class ForestJobTest {
  private static final List<String> FACTS =
      List.of(
          "LIGHTER_FOREST",
          "LIGHTER_FOREST_FENCE",
          "LIGHTER_RANGE_WRITTEN",
          "LIGHTER_RANGE_MASKS_NEWER",
          "LIGHTER_RANGE_ORDERED",
          "MAJOR_COMPACTION_KEY");

  private static final int ROWS = 60;
  private static final int VALUE_BYTES = 500;
  private static final int MANY = 1_000;

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private LocalJobs jobs;

  /** Files so far. */
  private byte written;

  /** The engine of the region server, with files that a few rows fill. */
  public static final class SmallTrees extends ForestStoreEngine {
    @Override
    protected ForestLimits limits(Configuration conf, HStore store) {
      return new ForestLimits(4, 5_000, 600, 8, ForestLimits.DropDeletes.NO_OLDER, 8_000);
    }
  }

  @BeforeEach
  void createRegion() throws IOException {
    jobs = new LocalJobs(util, SmallTrees.class);
  }

  @AfterEach
  void close() throws IOException {
    jobs.close();
    util.cleanupTestDir();
  }

  /** The compaction server has other settings of the forest: the plan has those of the store. */
  @Test
  void everyJobUntilTheStoreIsQuietIsThatOfALocalCompaction() throws Exception {
    int several = 0;
    for (int round = 0; round < 4; round++) {
      writeTrees();
      while (jobs.store().needsCompaction()) {
        several += compact(jobs.select()).size() > 1 ? 1 : 0;
      }
    }
    jobs.store().triggerMajorCompaction();
    List<Image> whole = compact(jobs.select());
    assertThat(whole).allMatch(output -> !output.facts().containsKey("LIGHTER_RANGE_WRITTEN"));
    assertThat(several).as("jobs with several outputs").isGreaterThan(1);
  }

  @Test
  void onlyTheLastOutputListsTheInputs() throws Exception {
    writeRound();
    CompactionContext compaction = jobs.select();
    List<String> inputs =
        compaction.getRequest().getFiles().stream()
            .map(file -> file.getPath().getName())
            .sorted()
            .toList();

    List<Image> outputs = images(jobs.runJob(compaction));

    assertThat(outputs)
        .hasSizeGreaterThan(2)
        .allMatch(output -> output.facts().containsKey("LIGHTER_FOREST"));
    assertThat(outputs.get(outputs.size() - 1).sources()).isEqualTo(inputs);
    assertThat(outputs.subList(0, outputs.size() - 1)).allMatch(file -> file.sources().isEmpty());
  }

  /**
   * A region server dies after each move of each job of a round, under the DEFAULT tracker, and
   * between two clusters.
   */
  @Test
  void crashAfterEachOutputOfARoundChangesNoRead() throws Exception {
    int tried = 0;
    for (int job = 0, moved = 0; job < MANY; ) {
      jobs.startAnew("job-%d-moved-%d".formatted(job, moved));
      writeRound();
      List<String> visible = jobs.visible();
      long highest = jobs.store().getMaxSequenceId().orElseThrow();
      for (int before = 0; before < job && jobs.store().needsCompaction(); before++) {
        compact(jobs.select());
      }
      if (!jobs.store().needsCompaction()) {
        break;
      }
      List<Path> written = jobs.runJob(jobs.select());
      StoreCommits.commit(jobs.store().getStoreEngine(), written.subList(0, moved));
      jobs.openAgain();

      String when = "after %d jobs and %d of %d moves".formatted(job, moved, written.size());
      assertThat(jobs.visible()).as(when).isEqualTo(visible);
      assertThat(jobs.store().getMaxSequenceId()).as(when).hasValue(highest);
      jobs.settle();
      assertThat(jobs.visible()).as("%s, compacted", when).isEqualTo(visible);
      tried++;
      if (moved == written.size()) {
        job++;
        moved = 0;
      } else {
        moved++;
      }
    }
    assertThat(tried).as("crashes").isGreaterThan(6);
  }

  /** Runs a job, compares its outputs with those of a local compaction, and commits them. */
  private List<Image> compact(CompactionContext compaction) throws Exception {
    List<Path> outputs = jobs.runJob(compaction);
    List<Image> images = images(outputs);
    List<Path> local = compaction.compact(NoLimitThroughputController.INSTANCE, null);
    assertThat(images).isEqualTo(images(local));
    for (Path file : local) {
      assertThat(jobs.fs().delete(file, false)).isTrue();
    }
    List<String> before = jobs.visible();
    jobs.commit(compaction, outputs);
    assertThat(jobs.visible()).isEqualTo(before);
    return images;
  }

  /** Writes four trees with two clusters, between which is a gap. */
  private void writeRound() throws IOException {
    writeFile(0, 24, false);
    writeFile(8, 36, true);
    writeFile(40, 54, false);
    writeFile(42, ROWS, true);
  }

  /** Writes three files with all rows, the last one with deletes. */
  private void writeTrees() throws IOException {
    for (int flush = 0; flush < 3; flush++) {
      writeFile(0, ROWS, flush == 2);
    }
  }

  private void writeFile(int from, int to, boolean deletes) throws IOException {
    written++;
    for (int row = from; row < to; row++) {
      byte[] value = new byte[VALUE_BYTES];
      value[0] = written;
      if (deletes && row % 3 == written % 3) {
        jobs.delete(row);
      } else {
        jobs.put(row, value);
      }
    }
    jobs.region().flush(true);
  }

  private List<Image> images(List<Path> files) throws IOException {
    return jobs.images(files, FACTS);
  }
}
