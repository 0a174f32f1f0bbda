// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.manager.ManagerCluster;
import io.lighter.service.zk.DrainNodes;
import io.lighter.testing.fixtures.ManualClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.zookeeper.MiniZooKeeperCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Drain marks in a real ZooKeeper, with a manual clock. */
class DrainCleanerZooKeeperTest {
  private static final ServerName A = ServerName.valueOf("a", 16040, 1);
  private static final ServerName B = ServerName.valueOf("b", 16040, 1);
  private static final String GROUP = "default";
  private static final AtomicInteger ROOTS = new AtomicInteger();

  @TempDir private static Path folder;
  private static Configuration conf;
  private static MiniZooKeeperCluster quorum;

  private ManagerCluster cluster;
  private DrainNodes marks;

  @BeforeAll
  static void startZooKeeper() throws Exception {
    conf = HBaseConfiguration.create();
    quorum = new MiniZooKeeperCluster(conf);
    conf.set(HConstants.ZOOKEEPER_QUORUM, "127.0.0.1");
    conf.setInt(HConstants.ZOOKEEPER_CLIENT_PORT, quorum.startup(folder.toFile()));
  }

  @AfterAll
  static void stopZooKeeper() throws IOException {
    quorum.shutdown();
  }

  @BeforeEach
  void open() throws Exception {
    cluster = new ManagerCluster(conf, "/lighter-" + ROOTS.incrementAndGet());
    marks = new DrainNodes(cluster.zooKeeper, cluster.znodes);
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  void onlyMarksOfLongMissingServersAreRemoved() throws Exception {
    drain(A, B);
    cluster.register(B, GROUP);
    try (Manager leader = new Manager(1)) {
      leader.stand();
      leader.awaitLook();
      leader.advance(DrainCleaner.GONE_FOR.minusNanos(1));
      leader.awaitLook();
      assertThat(marks.list()).containsExactlyInAnyOrder(A, B);

      leader.advance(Duration.ofNanos(1));

      cluster.await(() -> !marks.list().contains(A));
      leader.awaitLook();
      assertThat(marks.list()).containsExactly(B);
    }
  }

  @Test
  void returnedServerKeepsItsMarkDespiteAnOldSnapshot() throws Exception {
    drain(A, B);
    try (Manager leader = new Manager(1)) {
      leader.stand();
      leader.awaitLook();
      leader.watch.membership().close(); // its snapshot remains, and becomes old
      cluster.register(A, GROUP);

      leader.advance(DrainCleaner.GONE_FOR);

      cluster.await(() -> !marks.list().contains(B));
      leader.awaitLook();
      assertThat(marks.list()).containsExactly(A);
    }
  }

  @Test
  void newLeaderWaitsTheWholeTime() throws Exception {
    drain(A);
    try (Manager leader = new Manager(1);
        Manager standby = new Manager(2)) {
      leader.stand();
      standby.watch.leadership().start();
      standby.cleaner.changed();
      leader.awaitLooks(100); // the standby has as many chances
      assertThat(standby.looks).as("it does not lead").hasValue(0);

      standby.advance(DrainCleaner.GONE_FOR);
      leader.watch.leadership().close();
      standby.awaitLook();
      assertThat(marks.list()).containsExactly(A);

      standby.advance(DrainCleaner.GONE_FOR);
      cluster.await(() -> marks.list().isEmpty());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "b"})
  void failedRemovalDoesNotBlockOtherMarks(String host) throws Exception {
    ServerName stuck = ServerName.valueOf(host, 16040, 1);
    drain(A, B);
    cluster.put(cluster.znodes.draining(stuck) + "/child", new byte[0]);
    try (Manager leader = new Manager(1)) {
      leader.stand();
      leader.awaitLook();

      leader.advance(DrainCleaner.GONE_FOR);

      cluster.await(() -> marks.list().equals(Set.of(stuck)));
    }
  }

  private void drain(ServerName... servers) throws IOException {
    for (ServerName server : servers) {
      assertThat(marks.drain(server)).isTrue();
    }
  }

  /** The parts of a manager that a cleaner needs, with a clock of its own. */
  private final class Manager implements AutoCloseable {
    private final ManualClock clock = new ManualClock();
    private final AtomicInteger looks = new AtomicInteger();
    private final ClusterWatch watch;
    private final DrainCleaner cleaner;

    Manager(int number) {
      ServerName self = ServerName.valueOf("manager", 16050, number);
      watch = ClusterWatch.of(cluster.zooKeeper, cluster.znodes, self, new ClusterChanges());
      cleaner = new DrainCleaner(watch, marks, this::look, Duration.ofMillis(1));
      watch.membership().start();
      watch.draining().start();
      cluster.await(
          () -> watch.membership().live().isPresent() && watch.draining().now().isPresent());
    }

    /** Number of checks, each of which reads the time once. */
    private long look() {
      looks.incrementAndGet();
      return clock.nanoTime();
    }

    void stand() throws IOException {
      watch.leadership().start();
      cluster.await(watch.leadership()::isLeader);
      cleaner.changed();
    }

    void advance(Duration time) {
      clock.advance(time);
    }

    /** Waits for the end of a check that begins after this call, and of its effects. */
    void awaitLook() {
      awaitLooks(2);
    }

    void awaitLooks(int more) {
      int wanted = looks.get() + more;
      cluster.await(() -> looks.get() >= wanted);
    }

    @Override
    public void close() throws IOException {
      cleaner.close();
      watch.close();
    }
  }
}
