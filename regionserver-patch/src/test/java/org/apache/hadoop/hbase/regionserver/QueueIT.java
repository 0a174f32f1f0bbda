// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.lighter.common.config.LighterOption;
import io.lighter.common.protocol.LighterProtos.CancelJobsRequest;
import io.lighter.common.protocol.LighterProtos.CancelJobsResponse;
import io.lighter.common.protocol.LighterProtos.CompactionManagerService;
import io.lighter.common.protocol.LighterProtos.JobReport;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.StatusRequest;
import io.lighter.common.protocol.LighterProtos.StatusResponse;
import io.lighter.common.protocol.LighterProtos.WaitingFor;
import io.lighter.common.rpc.RpcCaller;
import io.lighter.manager.CompactionManager;
import io.lighter.regionserver.OffloadCounters;
import io.lighter.regionserver.local.LocalReason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * An operator cancels jobs: their compactions end in place, run nowhere else, and leave no files. A
 * throughput limit keeps the jobs from completing.
 */
class QueueIT {
  /** Threads of the compaction server in {@link OffloadCluster}. */
  private static final int THREADS = 2;

  /** {@code hbase.hstore.blockingStoreFiles} of hbase-default.xml. */
  private static final int DEFAULT_BLOCKING_FILES = 16;

  private static OffloadCluster cluster;
  private static CompactionManager manager;
  private static RpcCaller caller;

  @BeforeAll
  static void startCluster() throws Exception {
    cluster =
        OffloadCluster.start(
            1,
            LighterOption.SERVER_GROUP.defaultValue(),
            site -> site.set(LighterOption.SERVER_REPORT_INTERVAL.key(), "100ms"));
    caller = new RpcCaller(cluster.conf());
  }

  @AfterAll
  static void stopCluster() throws Exception {
    if (manager != null) {
      manager.close();
    }
    caller.close();
    cluster.close();
  }

  @Test
  void cancelledJobsRunNowhereAndReleaseTheirFiles() throws Exception {
    limitThroughput("1");
    HRegion running = createWithData();
    CompletableFuture<Boolean> first = compact(running);
    CompletableFuture<Boolean> second = compact(createWithData());
    awaitJobs(THREADS, JobState.COMPACTING, WaitingFor.THROUGHPUT);
    HRegion queued = createWithData();
    CompletableFuture<Boolean> third = compact(queued);
    awaitJobs(1, JobState.QUEUED, WaitingFor.THREAD);
    long byOperator = OffloadCounters.cancelledByOperator();
    long failed = OffloadCounters.local(LocalReason.FAILED);
    assertThat(filesCompacting(queued)).hasSize(2);

    List<String> jobs = Stream.of(running, queued).map(QueueIT::jobOf).toList();
    CancelJobsResponse response =
        cancel(CancelJobsRequest.newBuilder().addAllJobId(jobs).addJobId("cj-" + "0".repeat(20)));

    assertThat(response.getCancelledList()).containsExactlyElementsOf(jobs);
    assertThat(response.getUnreachableList()).isEmpty();
    assertThat(first.get(1, TimeUnit.MINUTES)).as("completed").isFalse();
    assertThat(third.get(1, TimeUnit.MINUTES)).as("completed").isFalse();
    assertThat(OffloadCounters.cancelledByOperator()).isEqualTo(byOperator + 2);
    assertThat(OffloadCounters.local(LocalReason.FAILED)).isEqualTo(failed);
    for (HRegion region : List.of(running, queued)) {
      assertThat(filesCompacting(region)).isEmpty();
      assertThat(region.getStores().get(0).getStorefilesCount()).isEqualTo(2);
      cluster.await(() -> !hasFolderOfACompaction(region));
    }

    limitThroughput("0");
    assertThat(second.get(1, TimeUnit.MINUTES)).as("nobody cancelled this one").isTrue();
    assertNextCompactionIsOffloaded(running);
    assertNextCompactionIsOffloaded(queued);
  }

  @Test
  void clearingATableCancelsOnlyItsQueuedJobs() throws Exception {
    limitThroughput("1");
    CompletableFuture<Boolean> first = compact(createWithData());
    CompletableFuture<Boolean> second = compact(createWithData());
    awaitJobs(THREADS, JobState.COMPACTING, WaitingFor.THROUGHPUT);
    HRegion cleared = createWithData();
    HRegion spared = createWithData();
    CompletableFuture<Boolean> third = compact(cleared);
    CompletableFuture<Boolean> fourth = compact(spared);
    awaitJobs(2, JobState.QUEUED, WaitingFor.THREAD);
    String job = jobOf(cleared);
    TableName table = cleared.getTableDescriptor().getTableName();

    assertThat(clear(table).getCancelledList()).containsExactly(job);
    assertThat(clear(table).getCancelledList()).as("nothing is left").isEmpty();
    assertThat(clear(TableName.valueOf("nobody")).getCancelledList()).isEmpty();

    assertThat(third.get(1, TimeUnit.MINUTES)).isFalse();
    assertThat(filesCompacting(cleared)).isEmpty();
    limitThroughput("0");
    for (CompletableFuture<Boolean> other : List.of(first, second, fourth)) {
      assertThat(other.get(1, TimeUnit.MINUTES)).isTrue();
    }
    assertNextCompactionIsOffloaded(cleared);
  }

  @Test
  void jobsHaveTheUrgencyOfTheirStoresWhoeverRequestsThem() throws Exception {
    limitThroughput("1");
    CompletableFuture<Boolean> calm = compact(createWithData());
    HRegion full = createWithData(1);
    CompletableFuture<Boolean> urgent = compact(full);
    awaitJobs(THREADS, JobState.COMPACTING, WaitingFor.THROUGHPUT);

    String urgentJob = jobOf(full);
    assertThat(jobs())
        .extracting(job -> job.getJobId().equals(urgentJob), JobReport::getPriority)
        .containsExactlyInAnyOrder(tuple(true, 1 - 2), tuple(false, DEFAULT_BLOCKING_FILES - 2));

    limitThroughput("0");
    assertThat(calm.get(1, TimeUnit.MINUTES)).isTrue();
    assertThat(urgent.get(1, TimeUnit.MINUTES)).isTrue();
  }

  /** Files in compactions, which HBase does not expose. */
  private static Collection<?> filesCompacting(HRegion region) throws Exception {
    Field field = HStore.class.getDeclaredField("filesCompacting");
    field.setAccessible(true);
    return (Collection<?>) field.get(region.getStores().get(0));
  }

  private static void assertNextCompactionIsOffloaded(HRegion region) throws Exception {
    long offloaded = OffloadCounters.offloaded();
    assertThat(compact(region).get(1, TimeUnit.MINUTES)).isTrue();
    assertThat(OffloadCounters.offloaded()).isEqualTo(offloaded + 1);
    assertThat(region.getStores().get(0).getStorefilesCount()).isOne();
  }

  /** Whether the region has a job's folder or a fence. */
  private static boolean hasFolderOfACompaction(HRegion region) throws IOException {
    var temp = region.getRegionFileSystem().getTempDir();
    return region.getFilesystem().exists(temp)
        && Stream.of(region.getFilesystem().listStatus(temp))
            .map(file -> file.getPath().getName())
            .anyMatch(name -> name.startsWith("cj-") || name.startsWith("fence-"));
  }

  /** Sets a limit in place of the leading manager, and returns when the servers know the limit. */
  private static void limitThroughput(String bytesPerSecond) throws Exception {
    if (manager != null) {
      manager.close();
    }
    Configuration conf = new Configuration(cluster.conf());
    conf.set(LighterOption.MANAGER_BIND_ADDRESS.key(), "127.0.0.1");
    conf.set(LighterOption.MANAGER_HOSTNAME.key(), "localhost");
    conf.set(LighterOption.MANAGER_PORT.key(), "0");
    conf.set(LighterOption.MANAGER_INFO_PORT.key(), "-1");
    conf.set(LighterOption.THROUGHPUT_LIMIT.key(), bytesPerSecond);
    manager = CompactionManager.start(conf);
    boolean limited = !bytesPerSecond.equals("0");
    cluster.await(
        () -> {
          if (!manager.isLeader()) {
            return false;
          }
          StatusResponse status = status();
          return status.getServerCount() == 1
              && status.getServer(0).getReport().hasBytesPerSecond() == limited;
        });
  }

  private static void awaitJobs(int count, JobState state, WaitingFor reason) throws Exception {
    cluster.await(
        () ->
            jobs().filter(job -> job.getState() == state && job.getWaitingFor() == reason).count()
                == count);
  }

  private static String jobOf(HRegion region) {
    Optional<JobReport> found =
        jobs()
            .filter(job -> job.getRegion().equals(region.getRegionInfo().getEncodedName()))
            .findAny();
    return found.orElseThrow().getJobId();
  }

  private static Stream<JobReport> jobs() {
    try {
      return status().getServerList().stream()
          .flatMap(server -> server.getReport().getJobList().stream());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static StatusResponse status() throws IOException {
    return RpcCaller.call(() -> stub().status(null, StatusRequest.getDefaultInstance()));
  }

  private static CancelJobsResponse clear(TableName table) throws IOException {
    return cancel(CancelJobsRequest.newBuilder().setQueuedOfTable(table.getNameAsString()));
  }

  private static CancelJobsResponse cancel(CancelJobsRequest.Builder request) throws IOException {
    return RpcCaller.call(() -> stub().cancelJobs(null, request.setReason("test").build()));
  }

  private static CompactionManagerService.BlockingInterface stub() {
    return caller.manager(manager.serverName(), Duration.ofSeconds(30));
  }

  private static HRegion createWithData() throws IOException {
    return createWithData(DEFAULT_BLOCKING_FILES);
  }

  /** Creates a region with two files. */
  private static HRegion createWithData(int blockingFiles) throws IOException {
    HRegion region =
        cluster.create(
            TableDescriptorBuilder.newBuilder(cluster.newTableName("queue"))
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
                .setValue(HStore.BLOCKING_STOREFILES_KEY, Integer.toString(blockingFiles))
                .build());
    RandomHistory history = new RandomHistory(new Random(7), region);
    history.writeFile(80);
    history.writeFile(80);
    return region;
  }

  /** Compacts as HBase's compaction thread does; returns whether the compaction completed. */
  private static CompletableFuture<Boolean> compact(HRegion region) throws IOException {
    HStore store = region.getStores().get(0);
    store.triggerMajorCompaction();
    CompactionContext context =
        store
            .requestCompaction(Store.PRIORITY_USER, CompactionLifeCycleTracker.DUMMY, null)
            .orElseThrow();
    CompletableFuture<Boolean> outcome = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                outcome.complete(
                    region.compact(context, store, NoLimitThroughputController.INSTANCE));
              } catch (IOException | RuntimeException e) {
                outcome.completeExceptionally(e);
              }
            },
            "compaction of " + region);
    thread.setDaemon(true);
    thread.start();
    return outcome;
  }
}
