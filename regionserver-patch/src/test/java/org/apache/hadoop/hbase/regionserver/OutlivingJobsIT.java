// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.CompactionJobId;
import io.lighter.common.JobFolder;
import io.lighter.common.JobRecord;
import io.lighter.common.config.LighterOption;
import io.lighter.regionserver.OffloadCounters;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Offloaded compactions of a minute, in whose middle the region leaves its region server. HBase
 * itself starts the compaction that adopts the job. {@link RecoveryIT} has the same with jobs whose
 * completion is hidden.
 */
@Tag("long")
class OutlivingJobsIT {
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final int ROWS = 600;
  private static final int VALUE_BYTES = 1_000;

  /** Bytes per second of all jobs together. */
  private static final long RATE = 2L * ROWS * VALUE_BYTES / 60;

  private static OffloadCluster cluster;

  @BeforeAll
  static void startCluster() throws Exception {
    cluster =
        OffloadCluster.start(
            2,
            LighterOption.SERVER_GROUP.defaultValue(),
            conf -> {
              conf.set(LighterOption.SERVER_THROUGHPUT_LIMIT.key(), Long.toString(RATE));
              conf.setBoolean(CompactSplit.HBASE_REGION_SERVER_ENABLE_COMPACTION, true);
            });
  }

  @AfterAll
  static void stopCluster() throws Exception {
    cluster.close();
  }

  @ParameterizedTest
  @EnumSource(Departure.class)
  void jobOfAMinuteIsCommittedByTheNextOwner(Departure departure) throws Exception {
    HRegion region = createWithData();
    List<String> expected = Snapshots.visible(region);
    Job job = Job.start(region);

    HRegion reopened = job.whileItRuns(() -> departure.apply(cluster, region));

    job.assertCommitted(reopened);
    assertThat(Snapshots.visible(reopened)).isEqualTo(expected);
  }

  /** Each region server stops once, after another one has started. */
  @Test
  void rollingRestartRepeatsNoCompaction() throws Exception {
    HRegion region = createWithData();
    List<String> expected = Snapshots.visible(region);
    Job job = Job.start(region);

    HRegion second = job.whileItRuns(() -> cluster.stopAndAwaitReopening(region));
    job.awaitAdoption(second);
    HRegion third = job.whileItRuns(() -> cluster.stopAndAwaitReopening(second));

    job.assertCommitted(third);
    assertThat(Snapshots.visible(third)).isEqualTo(expected);
  }

  /** An offloaded compaction of all files of a region, seen from the file system. */
  private record Job(
      HRegion region, CompletableFuture<Void> compaction, Path folder, long startedNanos) {

    static Job start(HRegion region) throws Exception {
      long startedNanos = System.nanoTime();
      CompletableFuture<Void> compaction = MajorCompactions.start(region);
      cluster.await(() -> !names(region).isEmpty());
      Job job =
          new Job(
              region,
              compaction,
              new JobFolder(jobs(region), new CompactionJobId(names(region).iterator().next()))
                  .path(),
              startedNanos);
      cluster.await(() -> !job.outputs(region).isEmpty());
      return job;
    }

    HRegion whileItRuns(Callable<HRegion> step) throws Exception {
      HRegion reopened = step.call();
      compaction.get(1, TimeUnit.MINUTES);
      assertThat(storeFiles(reopened)).as("the job runs").hasSize(2);
      return reopened;
    }

    void awaitAdoption(HRegion reopened) throws Exception {
      HStore store = reopened.getStores().get(0);
      cluster.await(() -> store.getStoreEngine().getCompactor().isCompacting());
    }

    void assertCommitted(HRegion reopened) throws Exception {
      Set<String> outputs = outputs(reopened);
      long adopted = OffloadCounters.adopted();
      cluster.await(() -> storeFiles(reopened).size() == 1);
      Duration took = Duration.ofNanos(System.nanoTime() - startedNanos);
      assertThat(outputs).containsExactlyElementsOf(storeFiles(reopened));
      assertThat(OffloadCounters.adopted()).isEqualTo(adopted + 1);
      assertThat(took).isBetween(Duration.ofSeconds(45), Duration.ofSeconds(150));
      assertThat(names(reopened)).isEmpty();
    }

    /** The files of the job; a region server that has stopped has closed its file system. */
    private Set<String> outputs(HRegion open) throws IOException {
      Set<String> names = new TreeSet<>();
      Path family = new Path(folder, Bytes.toString(FAMILY));
      if (open.getFilesystem().exists(family)) {
        for (FileStatus output : open.getFilesystem().listStatus(family)) {
          names.add(output.getPath().getName());
        }
      }
      return names;
    }

    private static Set<String> names(HRegion region) throws IOException {
      Set<String> names = new TreeSet<>();
      for (JobRecord record :
          JobRecord.find(region.getFilesystem(), region.getRegionFileSystem().getRegionDir())) {
        if (record.request().isPresent()) {
          names.add(record.folder().job().value());
        }
      }
      return names;
    }

    private static Path jobs(HRegion region) {
      return JobFolder.outliving(region.getRegionFileSystem().getRegionDir());
    }

    private static Set<String> storeFiles(HRegion region) {
      Set<String> names = new TreeSet<>();
      for (HStoreFile file : region.getStores().get(0).getStorefiles()) {
        names.add(file.getPath().getName());
      }
      return names;
    }
  }

  private static HRegion createWithData() throws IOException {
    HRegion region =
        cluster.create(
            TableDescriptorBuilder.newBuilder(cluster.newTableName("adoption"))
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                .setValue(LighterOption.OFFLOAD_GRACE.key(), "10m")
                .build());
    Random random = new Random(7);
    for (int file = 0; file < 2; file++) {
      for (int row = 0; row < ROWS; row++) {
        byte[] value = new byte[VALUE_BYTES];
        random.nextBytes(value);
        byte[] key = Bytes.toBytes("r%05d".formatted(row));
        region.put(new Put(key).addColumn(FAMILY, Bytes.toBytes("q" + file), value));
      }
      region.flush(true);
    }
    return region;
  }
}
