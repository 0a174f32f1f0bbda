// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.assembly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.assembly.Launcher.Launched;
import io.lighter.cli.Lighter;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.manager.CompactionManager;
import io.lighter.server.CompactionServer;
import io.lighter.service.zk.CuratorClients;
import io.lighter.testing.cluster.Await;
import io.lighter.testing.fixtures.CliRun;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.zookeeper.ZKUtil;
import org.apache.hadoop.hbase.zookeeper.ZKWatcher;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs Lighter with HBase's settings for a ZooKeeper with a TLS port only. {@link
 * KerberosCommandsIT} adds Kerberos.
 */
class ZooKeeperTlsIT {
  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  private static Path folder;
  private static TlsZooKeeper zooKeeper;
  private static Configuration conf;

  @BeforeAll
  static void start(@TempDir Path temporary) throws Exception {
    folder = temporary;
    zooKeeper = TlsZooKeeper.start(Files.createDirectory(folder.resolve("zookeeper")), List.of());
    conf =
        CliRun.conf("hbase.rootdir", Files.createDirectory(folder.resolve("hbase")).toUri() + "");
    zooKeeper.setIn(conf);
    for (String process : List.of("manager", "server")) {
      conf.set("lighter." + process + ".bind.address", "127.0.0.1");
      conf.set("lighter." + process + ".hostname", "localhost");
      conf.set("lighter." + process + ".port", "0");
      conf.set("lighter." + process + ".info.port", "-1");
    }
    conf.set("lighter.server.chunk.port", "0");
    conf.set("hbase.client.retries.number", "1");
  }

  @AfterAll
  static void stop() {
    zooKeeper.close();
  }

  @Test
  void managerCompactionServerAndCommandLineConnectAsHBaseDoes() throws Exception {
    try (ZKWatcher hbaseWatcher = new ZKWatcher(conf, "test", null)) {
      assertThat(ZKUtil.checkExists(hbaseWatcher, "/")).isNotNegative();
    }
    try (CompactionManager manager = CompactionManager.start(conf);
        CompactionServer server = CompactionServer.start(conf)) {
      Await.until("a leader", TIMEOUT, manager::isLeader);
      Await.until(
          "the leader's word on " + server.serverName(),
          TIMEOUT,
          () ->
              CliRun.of(Lighter.commandLine(() -> conf), "status")
                  .out()
                  .contains(server.serverName().getAddress().toString()));

      Launched status = launch("status");

      assertThat(status.exitCode()).as(status.err()).isZero();
      assertThat(status.out())
          .contains(manager.serverName().getAddress().toString(), "1 compaction server");
    }
  }

  @Test
  void clientWithoutTlsGetsTheKeysToCheck() {
    Configuration plain = new Configuration(conf);
    zooKeeper
        .clientProperties()
        .keySet()
        .forEach(
            key -> {
              plain.unset("hbase.zookeeper.property." + key);
              plain.unset("hbase.zookeeper.property.zookeeper." + key);
            });

    assertThatThrownBy(
            () ->
                CuratorClients.connect(plain, LighterConfiguration.of(plain), Duration.ofSeconds(2))
                    .close())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("at " + zooKeeper.address() + " without TLS")
        .hasMessageContaining("hbase.zookeeper.property.client.secure");
  }

  @Test
  void unloadableSocketClassIsNamedAtOnce() {
    Configuration wrong = new Configuration(conf);
    wrong.set("hbase.zookeeper.property.clientCnxnSocket", "no.such.Socket");
    wrong.set("hbase.zookeeper.property.zookeeper.clientCnxnSocket", "no.such.Socket");

    assertThatThrownBy(() -> CuratorClients.connect(wrong, LighterConfiguration.of(wrong)).close())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("clientCnxnSocket = 'no.such.Socket': cannot be loaded")
        .hasMessageContaining("ClientCnxnSocketNetty");
  }

  /** Launches the distribution with its users' class path. */
  private static Launched launch(String... command) throws Exception {
    Path confDir = Files.createTempDirectory(folder, "conf");
    Configuration site = new Configuration(false);
    zooKeeper.setIn(site);
    try (OutputStream out = Files.newOutputStream(confDir.resolve("hbase-site.xml"))) {
      site.writeXml(out);
    }
    ProcessBuilder builder = Launcher.builder(confDir, command);
    builder.environment().put("LIGHTER_BUILD", "never");
    builder.environment().put("LIGHTER_LOG_LEVEL", "ERROR");
    return Launcher.run(builder, confDir);
  }
}
