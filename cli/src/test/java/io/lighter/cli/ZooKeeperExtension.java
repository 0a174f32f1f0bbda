// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.Site;
import io.lighter.testing.fixtures.CliRun;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.io.FileUtils;
import org.apache.curator.framework.CuratorFramework;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.zookeeper.MiniZooKeeperCluster;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Runs a real ZooKeeper in this JVM for a test class, with separate znodes for each test. Register
 * the extension as a static field.
 */
final class ZooKeeperExtension
    implements BeforeAllCallback, AfterAllCallback, BeforeEachCallback, AfterEachCallback {
  private MiniZooKeeperCluster cluster;
  private Path folder;
  private Configuration conf;
  private Site site;
  private CuratorFramework client;
  private int tests;

  @Override
  public void beforeAll(ExtensionContext context) throws IOException, InterruptedException {
    conf = CliRun.conf(HConstants.ZOOKEEPER_QUORUM, "127.0.0.1");
    folder = Files.createTempDirectory("lighter-zookeeper");
    cluster = new MiniZooKeeperCluster(conf);
    int port = cluster.startup(new File(folder.toString()));
    conf.setInt(HConstants.ZOOKEEPER_CLIENT_PORT, port);
  }

  @Override
  public void beforeEach(ExtensionContext context) throws Exception {
    conf.set("lighter.zookeeper.znode.parent", "/lighter-" + ++tests);
    site = new Site.Loader(() -> conf).load();
    client = site.connect();
  }

  @Override
  public void afterEach(ExtensionContext context) {
    client.close();
  }

  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    cluster.shutdown();
    FileUtils.deleteDirectory(folder.toFile());
  }

  /** A site with the test's own root znode. */
  Site site() {
    return site;
  }

  CuratorFramework client() {
    return client;
  }
}
