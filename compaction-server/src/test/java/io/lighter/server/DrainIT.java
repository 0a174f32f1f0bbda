// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import io.lighter.common.protocol.LighterProtos.FinishRequest;
import io.lighter.common.protocol.LighterProtos.Refusal;
import io.lighter.common.protocol.LighterProtos.SubmitRequest;
import io.lighter.common.rpc.RpcCaller;
import io.lighter.common.zk.LighterZNodes;
import io.lighter.service.zk.CuratorClients;
import io.lighter.service.zk.DrainNodes;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Drains compaction servers: no new jobs, and an end after its work and outputs are gone. */
class DrainIT {
  private static final long WAIT_MS = 60_000;

  private static TestCluster cluster;
  private static Configuration conf;
  private static RpcCaller rpc;
  private static JobCalls jobs;
  private static CuratorFramework zooKeeper;
  private static LighterZNodes znodes;
  private static int tables;

  @BeforeAll
  static void startCluster() throws Exception {
    cluster = TestCluster.start();
    conf = cluster.conf();
    rpc = new RpcCaller(conf);
    jobs = new JobCalls(rpc);
    LighterConfiguration lighter = LighterConfiguration.of(conf);
    zooKeeper = CuratorClients.connect(conf, lighter);
    znodes = LighterZNodes.of(conf, lighter);
  }

  @AfterAll
  static void stopCluster() {
    zooKeeper.close();
    rpc.close();
    cluster.close();
  }

  @Test
  void drainWaitsForTakeOverAndReleaseOfTheOutput() throws Exception {
    ServerName name;
    try (CompactionServer other = CompactionServer.start(conf)) {
      name = other.serverName();
      SubmitRequest request = JobCalls.retaining(table()).build();
      jobs.compacted(other, request);
      CompletableFuture<Boolean> drained = drain(other, new CountDownLatch(1));
      JobCalls.await(() -> drainNodes().list().contains(other.serverName()));

      SubmitRequest late = JobCalls.retaining(table()).build();
      assertThat(RpcCaller.call(() -> jobs.stub(other).submit(null, late)).getRefusal())
          .isEqualTo(Refusal.DRAINING);
      FinishRequest finish = FinishRequest.newBuilder().setJobId(request.getJobId()).build();
      RpcCaller.call(() -> jobs.stub(other).finish(null, finish));
      assertThat(jobs.list(other, request).getKept()).as("while it drains").isTrue();
      assertThat(drained).isNotDone();

      jobs.release(other, request);

      assertThat(drained.get(WAIT_MS, TimeUnit.MILLISECONDS)).isTrue();
    }
    assertThat(drainNodes().list()).as("after its end").contains(name);
  }

  @Test
  void secondSignalOrTimeoutEndsADrainWithUnfinishedWork() throws Exception {
    Configuration shortTimeout = new Configuration(conf);
    shortTimeout.set(LighterOption.SERVER_DRAIN_TIMEOUT.key(), "300ms");
    try (CompactionServer patient = CompactionServer.start(conf);
        CompactionServer other = CompactionServer.start(shortTimeout)) {
      jobs.compacted(patient, JobCalls.retaining(table()).build());
      jobs.compacted(other, JobCalls.retaining(table()).build());
      CountDownLatch hurry = new CountDownLatch(1);
      CompletableFuture<Boolean> drained = drain(patient, hurry);

      assertThat(drain(other, new CountDownLatch(1)).get(WAIT_MS, TimeUnit.MILLISECONDS)).isFalse();
      assertThat(drained).isNotDone();
      hurry.countDown();
      assertThat(drained.get(WAIT_MS, TimeUnit.MILLISECONDS)).isFalse();
    }
  }

  @Test
  void idleServerDrainsAtOnceAndLeavesItsMark() throws Exception {
    ServerName name;
    try (CompactionServer idle = CompactionServer.start(conf)) {
      name = idle.serverName();
      assertThat(idle.drain(new CountDownLatch(1))).isTrue();
    }
    assertThat(drainNodes().list()).contains(name);
    assertThat(drainNodes().live()).doesNotContain(name);
  }

  @Test
  void drainedServerRefusesJobsUntilUndrained() throws Exception {
    try (CompactionServer other = CompactionServer.start(conf)) {
      HRegion target = table();
      DrainNodes nodes = drainNodes();
      assertThat(nodes.live()).contains(other.serverName());
      assertThat(nodes.drain(other.serverName())).isTrue();
      assertThat(nodes.drain(other.serverName())).as("again").isFalse();
      JobCalls.await(() -> refusal(other, target) == Refusal.DRAINING);

      assertThat(nodes.undrain(other.serverName())).isTrue();
      assertThat(nodes.undrain(other.serverName())).as("again").isFalse();
      JobCalls.await(() -> refusal(other, target) == Refusal.REFUSAL_UNSPECIFIED);
    }
  }

  private static Refusal refusal(CompactionServer by, HRegion target) throws IOException {
    SubmitRequest request = CompactionServerIT.request(target).build();
    return RpcCaller.call(() -> jobs.stub(by).submit(null, request)).getRefusal();
  }

  private static CompletableFuture<Boolean> drain(CompactionServer which, CountDownLatch hurry) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return which.drain(hurry);
          } catch (InterruptedException e) {
            throw new CompletionException(e);
          }
        });
  }

  private static DrainNodes drainNodes() {
    return new DrainNodes(zooKeeper, znodes);
  }

  private static HRegion table() throws Exception {
    return cluster.table("drain" + tables++, "DEFAULT");
  }
}
