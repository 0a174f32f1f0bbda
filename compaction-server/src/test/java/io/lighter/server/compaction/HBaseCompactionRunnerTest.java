// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.compaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lighter.common.CompactionJobId;
import io.lighter.index.gc.LiveSetMemory;
import io.lighter.server.cache.CacheEvents;
import io.lighter.server.cache.OutputCache;
import io.lighter.server.job.Job;
import io.lighter.server.job.StoreBusy;
import io.lighter.server.job.TestJobs;
import io.lighter.server.pacing.JobPace;
import io.lighter.server.pacing.Pace;
import io.lighter.server.pacing.PaceSettings;
import io.lighter.server.pacing.ReadPaces;
import io.lighter.server.replica.ReplicaOrder;
import io.lighter.server.throughput.SharedThroughput;
import io.lighter.testing.fixtures.ManualClock;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.s3a.AWSServiceThrottledException;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.fs.HFileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A job whose file system fails. */
class HBaseCompactionRunnerTest {
  private static final long MB = 1 << 20;
  private static final long MIN_RATE = 4 * MB;
  private static final String REGION_SERVER = "rs.example.org,16020,1";

  private final Configuration conf = HBaseConfiguration.create();
  private final ManualClock clock = new ManualClock();
  private final ReplicaOrder replicas = new ReplicaOrder();
  private final ReadPaces paces =
      new ReadPaces(new PaceSettings(true, 2, 8 * MB, MIN_RATE), clock, (bytes, delayMs) -> {});
  private final RawLocalFileSystem store =
      new RawLocalFileSystem() {
        @Override
        public FileStatus getFileStatus(Path path) throws IOException {
          if (path.getName().equals("f")) { // the family's folder
            throw failure;
          }
          return super.getFileStatus(path);
        }
      };

  private OutputCache cache;
  private IoSampler sampler;
  private HBaseCompactionRunner runner;
  private IOException failure;

  private static final class NoEvents implements CacheEvents {
    @Override
    public void outputRetained() {}

    @Override
    public void chunkServed(long bytes) {}

    @Override
    public void chunkDropped() {}

    @Override
    public void lookedUp(boolean found) {}

    @Override
    public void leaseEnded() {}
  }

  @BeforeEach
  void open() throws IOException {
    store.initialize(URI.create("file:///"), conf);
    cache =
        new OutputCache(
            new OutputCache.Settings(MB, 1 << 10, Duration.ofSeconds(9)), clock, new NoEvents());
    sampler = new IoSampler(clock);
    runner =
        new HBaseCompactionRunner(
            conf,
            new JobFileSystems(conf, new HFileSystem(store), Optional.empty(), replicas),
            cache,
            new SharedThroughput(clock),
            paces,
            sampler,
            replicas,
            new LiveSetMemory(0),
            new CountedIndexEvents(),
            UnaryOperator.identity());
  }

  @AfterEach
  void close() throws IOException {
    sampler.close();
    cache.close();
    store.close();
  }

  @Test
  void busyStoreFailsTheJobAndLimitsTheOthers() {
    failure = new AWSServiceThrottledException();
    JobPace other = otherJob();

    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> runner.run(job()))
        .matches(StoreBusy::isCauseOf);

    assertThat(limit(other)).hasValue(MIN_RATE); // the other job has read nothing
  }

  @Test
  void otherFailureLimitsNoJob() {
    failure = new IOException("disk on fire");
    JobPace other = otherJob();

    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> runner.run(job()))
        .withMessageContaining("disk on fire");

    assertThat(limit(other)).isEmpty();
  }

  private static Job job() {
    return TestJobs.job(TestJobs.spec(100, 9));
  }

  private JobPace otherJob() {
    return paces.open(CompactionJobId.random(), Optional.empty(), REGION_SERVER, false);
  }

  private static OptionalLong limit(JobPace job) {
    return job.pace().map(Pace::limit).orElseThrow();
  }
}
