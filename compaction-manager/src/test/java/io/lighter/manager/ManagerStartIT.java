// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lighter.common.config.ConfigurationException;
import io.lighter.manager.cluster.LogLines;
import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Start and end of a manager and of its process, with ZooKeeper but without HBase. */
class ManagerStartIT {
  private static final HBaseTestingUtility ZOO_KEEPER = new HBaseTestingUtility();

  private ManagerCluster cluster;

  @BeforeAll
  static void startZooKeeper() throws Exception {
    ZOO_KEEPER.startMiniZKCluster();
  }

  @AfterAll
  static void stopZooKeeper() throws Exception {
    ZOO_KEEPER.shutdownMiniZKCluster();
  }

  @BeforeEach
  void open(TestInfo test) throws Exception {
    String name = test.getTestMethod().orElseThrow().getName();
    cluster = new ManagerCluster(ZOO_KEEPER.getConfiguration(), "/lighter-" + name);
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  void allConfigurationProblemsAreReported() {
    Configuration bad = new Configuration(cluster.conf);
    bad.set("lighter.manager.port", "http");
    bad.set("lighter.nothing", "1");

    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> CompactionManager.start(bad).close())
        .satisfies(e -> assertThat(e.problems()).hasSize(2));
    assertThat(ManagerProcess.run(bad)).isEqualTo(2);
  }

  @Test
  void failedBindNamesAddressAndOption() {
    Configuration unknown = new Configuration(cluster.conf);
    unknown.set("lighter.manager.bind.address", "no-such-host.invalid");

    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> CompactionManager.start(unknown).close())
        .withMessageContaining("lighter.manager.bind.address = 'no-such-host.invalid': expected");
  }

  @Test
  void portInUseEndsTheProcessWithExitCodeOne() throws Exception {
    try (CompactionManager manager = CompactionManager.start(cluster.conf)) {
      Configuration same = new Configuration(cluster.conf);
      int port = manager.serverName().getPort();
      same.setInt("lighter.manager.port", port);

      assertThatExceptionOfType(IOException.class)
          .isThrownBy(() -> CompactionManager.start(same).close())
          .withMessageContaining("lighter.manager.bind.address = '127.0.0.1'")
          .withMessageContaining("lighter.manager.port = '" + port + "'");
      try (LogLines log = new LogLines(ManagerProcess.class.getName())) {
        assertThat(ManagerProcess.run(same)).isEqualTo(1);
        assertThat(log.lines()).doesNotContain("compaction manager failed"); // with its trace
      }
    }
  }

  @Test
  void interruptEndsTheProcessWithExitCodeZero() throws Exception {
    int[] exitCode = {-1};
    Thread process = new Thread(() -> exitCode[0] = ManagerProcess.run(cluster.conf));
    process.start();
    cluster.await(() -> cluster.managers().size() == 1);

    process.interrupt();
    process.join(Duration.ofMinutes(1).toMillis());

    assertThat(exitCode[0]).isZero();
    cluster.await(() -> cluster.managers().isEmpty());
  }
}
