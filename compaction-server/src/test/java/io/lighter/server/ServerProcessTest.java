// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.LighterOption;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ServerProcessTest {
  private final PrintStream original = System.err;
  private final ByteArrayOutputStream captured = new ByteArrayOutputStream();
  private final Configuration conf = HBaseConfiguration.create();

  @BeforeEach
  void captureStandardError() {
    System.setErr(new PrintStream(captured, true, UTF_8));
  }

  @AfterEach
  void restoreStandardError() {
    System.setErr(original);
  }

  @Test
  void everyConfigurationProblemHasItsLine() {
    conf.set(LighterOption.SERVER_CACHE_SIZE.key(), "lots");
    conf.set("lighter.server.prot", "1");

    assertThat(ServerProcess.run(conf)).isEqualTo(ServerProcess.BAD_CONFIGURATION);
    assertThat(lines()).hasSize(2);
    assertThat(lines()).anyMatch(line -> line.contains("lighter.server.cache.size = 'lots'"));
    assertThat(lines()).anyMatch(line -> line.contains("lighter.server.prot"));
  }

  @Test
  void missingZooKeeperIsOneLineThatNamesTheQuorum() throws Exception {
    try (ServerSocket nobody = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      conf.set(HConstants.ZOOKEEPER_QUORUM, "127.0.0.1");
      conf.setInt(HConstants.ZOOKEEPER_CLIENT_PORT, nobody.getLocalPort());
      conf.set("lighter.zookeeper.session.timeout", "1s");

      assertThat(ServerProcess.run(conf)).isEqualTo(ServerProcess.CANNOT_START);
      assertThat(lines())
          .singleElement()
          .asString()
          .contains("ZooKeeper", "127.0.0.1:" + nobody.getLocalPort());
    }
  }

  private List<String> lines() {
    return captured
        .toString(UTF_8)
        .lines()
        .filter(line -> !line.startsWith("log4j") && !line.startsWith("SLF4J"))
        .toList();
  }
}
