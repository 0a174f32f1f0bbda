// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.assembly.Launcher.Launched;
import io.lighter.cli.Lighter;
import io.lighter.cli.command.ExitCode;
import io.lighter.cli.install.Installation;
import io.lighter.testing.check.BackgroundCheck;
import io.lighter.testing.check.CompactionCounts;
import io.lighter.testing.cluster.Await;
import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.ProcessName;
import io.lighter.testing.cluster.Role;
import io.lighter.testing.fixtures.CliRun;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.apache.hadoop.hbase.zookeeper.ZKUtil;
import org.apache.hadoop.hbase.zookeeper.ZKWatcher;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;

/**
 * Performs the steps of docs/guide/adopt.md for one table, and the checks of that page. Client
 * calls replace commands of the HBase shell.
 */
final class Adoption implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  /** Exit code of a JVM ended by SIGTERM. */
  private static final int SIGTERM = 143;

  private static final String PLUGIN =
      "lighter-regionserver-patch-" + System.getProperty("lighter.version") + ".jar";

  /** Settings of the page's second step, for {@code hbase-site.xml} of region servers. */
  private static final Map<String, String> SITE =
      Map.of(
          "hbase.hstore.engine.class",
          Installation.ENGINE_CLASS,
          "lighter.offload.enabled",
          "false");

  /** Attributes of the page's fourth step, for a table as small as this one. */
  private static final Map<String, String> ATTRIBUTES =
      Map.of(
          "lighter.offload.enabled", "true",
          "lighter.offload.min.bytes", "1",
          "lighter.warmup.min.bytes", "1");

  private final LocalCluster cluster;
  private final Path hbase;
  private final TableName table;
  private final BackgroundCheck load;
  private final Path folder;
  private final Admin admin;
  private TableDescriptor before;

  /**
   * Creates an adoption without any step.
   *
   * @param hbase the {@code HBASE_HOME} of all hosts
   * @param load on the table
   */
  Adoption(LocalCluster cluster, Path hbase, TableName table, BackgroundCheck load, Path folder)
      throws IOException {
    this.cluster = cluster;
    this.hbase = hbase;
    this.table = table;
    this.load = load;
    this.folder = folder;
    this.admin = cluster.connection().getAdmin();
  }

  /** The actions under one heading. */
  @FunctionalInterface
  interface Step {
    void take() throws Exception;
  }

  /** Steps by heading, in the page's order. */
  Map<String, Step> steps() {
    Map<String, Step> steps = new LinkedHashMap<>();
    steps.put("Look at the cluster", this::lookAtTheCluster);
    steps.put("Put the jar on the region servers", this::putTheJarOnTheRegionServers);
    steps.put("Start a manager and compaction servers", this::startAManagerAndCompactionServers);
    steps.put("Switch one table over", this::switchOneTableOver);
    steps.put("Watch a compaction", this::watchACompaction);
    steps.put("Switch it off", this::switchItOff);
    steps.put("Take the table out", this::takeTheTableOut);
    steps.put("Stop the compaction servers and the manager", this::stopServersAndManager);
    steps.put("Take the jar out", this::takeTheJarOut);
    steps.put("Delete the znodes", this::deleteTheZNodes);
    return steps;
  }

  private void lookAtTheCluster() throws Exception {
    Await.until("the table and its load", TIMEOUT, () -> load.changes() > 0);
    before = admin.getDescriptor(table);

    Launched check = lighter("install-check");

    assertThat(check.exitCode()).as(check.out() + check.err()).isEqualTo(ExitCode.FAILURE.code());
    assertThat(check.out().lines())
        .filteredOn(line -> line.startsWith("problem"))
        .singleElement()
        .asString()
        .contains("plug-in");
  }

  private void putTheJarOnTheRegionServers() throws Exception {
    Files.copy(Launcher.HOME.resolve("lib/plugin").resolve(PLUGIN), jar());
    editSite(site -> SITE.forEach(site::set));
    Launched check = lighter("install-check", "--offline");
    assertThat(check.exitCode()).as(check.out() + check.err()).isZero();

    restartRegionServers();
  }

  private void startAManagerAndCompactionServers() throws Exception {
    cluster.addManager();
    ProcessName server = cluster.addCompactionServer();

    Await.until("a report of " + server, TIMEOUT, () -> !servers().isEmpty());
  }

  private void switchOneTableOver() throws Exception {
    TableDescriptorBuilder changed = TableDescriptorBuilder.newBuilder(admin.getDescriptor(table));
    ATTRIBUTES.forEach(changed::setValue);

    alter(changed.build());

    Launched check = lighter("install-check");
    assertThat(check.out())
        .containsPattern("ok +tables: " + table + ": uses Lighter by the site's engine; regions");
    assertThat(admin.getDescriptor(table).getValues().toString())
        .as("readable without the plug-in")
        .doesNotContain("OffloadingStoreEngine");
  }

  private void watchACompaction() throws Exception {
    CompactionCounts earlier = load.compactions();
    majorCompact();
    Await.until(
        "an offloaded compaction and its warm-up",
        TIMEOUT,
        () -> {
          CompactionCounts now = load.compactions().minus(earlier);
          return now.offloaded() > 0 && now.warmups() > 0;
        });

    assertThat(load.compactions().minus(earlier).local()).as("local compactions").isZero();
    Await.until("the server's report of it", TIMEOUT, () -> completedJobs() > 0);
  }

  private void switchItOff() throws Exception {
    CliRun off = CliRun.of(Lighter.commandLine(cluster::configuration), "switch", "off");
    assertThat(off.exitCode()).as(off.err()).isZero();

    majorCompact();
    Await.until(
        "a local compaction",
        TIMEOUT,
        () -> {
          admin.majorCompact(table); // the first may have begun before the switch took effect
          return logged("compaction local (switched-off): ");
        });
  }

  private void takeTheTableOut() throws Exception {
    TableDescriptorBuilder changed = TableDescriptorBuilder.newBuilder(admin.getDescriptor(table));
    ATTRIBUTES.keySet().forEach(changed::removeValue);

    alter(changed.build());

    assertThat(admin.getDescriptor(table)).isEqualTo(before);
    Launched check = lighter("install-check");
    assertThat(check.out()).contains("no table uses Lighter yet");
  }

  private void stopServersAndManager() throws Exception {
    stop(Role.COMPACTION_SERVER, 0);
    stop(Role.MANAGER, SIGTERM);
  }

  private void takeTheJarOut() throws Exception {
    Files.delete(jar());
    editSite(site -> SITE.keySet().forEach(site::unset));

    restartRegionServers();

    majorCompact();
    Await.until("plain compactions", TIMEOUT, this::isCompacted);
    assertThat(filesBelowTmp()).isEmpty();
  }

  private void deleteTheZNodes() throws Exception {
    try (ZKWatcher zooKeeper = new ZKWatcher(cluster.configuration(), "adoption", null)) {
      String root = zooKeeper.getZNodePaths().baseZNode + "/lighter";
      for (String live : List.of("/servers", "/managers", "/manager")) {
        assertThat(ZKUtil.getNumberOfChildren(zooKeeper, root + live)).as(live).isZero();
      }
      assertThat(ZKUtil.getNumberOfChildren(zooKeeper, root + "/draining"))
          .as("the mark of the compaction server that was stopped")
          .isOne();
      ZKUtil.deleteNodeRecursively(zooKeeper, root);
      assertThat(ZKUtil.checkExists(zooKeeper, root)).isNegative();
    }
  }

  @Override
  public void close() throws IOException {
    admin.close();
  }

  private void stop(Role role, int exitCode) throws IOException {
    for (ProcessName name : cluster.processNames()) {
      if (name.role() == role) {
        assertThat(cluster.stop(name, TIMEOUT)).as("exit code of %s", name).isEqualTo(exitCode);
      }
    }
  }

  private Path jar() {
    return hbase.resolve("lib").resolve(PLUGIN);
  }

  /** Changes the site, which all region servers share and read at start. */
  private void editSite(Consumer<Configuration> edit) throws IOException {
    Path file = regionServersConf().resolve("hbase-site.xml");
    Configuration site = new Configuration(false);
    site.addResource(new org.apache.hadoop.fs.Path(file.toUri()));
    edit.accept(site);
    try (OutputStream out = Files.newOutputStream(file)) {
      site.writeXml(out);
    }
  }

  private Path regionServersConf() {
    return cluster.confFolder(Role.REGION_SERVER);
  }

  /** Runs the command on a region server's host. */
  private Launched lighter(String... args) throws Exception {
    ProcessBuilder builder = Launcher.builder(regionServersConf(), args);
    builder.environment().put("HBASE_HOME", hbase.toString());
    return Launcher.run(builder, folder);
  }

  /** Restarts the region servers, which share one {@code lib} and load it at start. */
  private void restartRegionServers() throws Exception {
    new RollingRestart(cluster, load::whileRegionsChange, folder).run();
  }

  /** Alters a table as the shell does: returns when all regions are reopened. */
  private void alter(TableDescriptor changed) throws Exception {
    load.whileRegionsChange(
        () -> {
          admin.modifyTable(changed);
          return null;
        });
    Await.until("the regions", TIMEOUT, () -> admin.isTableAvailable(table));
  }

  private void majorCompact() throws Exception {
    load.whileStoresFlush(
        () -> {
          for (RegionInfo region : admin.getRegions(table)) {
            admin.flushRegion(region.getRegionName());
          }
          return null;
        });
    admin.majorCompact(table);
  }

  private boolean isCompacted() throws IOException {
    return switch (admin.getCompactionState(table)) {
      case NONE -> true;
      case MAJOR, MINOR, MAJOR_AND_MINOR -> false;
    };
  }

  /** Compaction servers with reports at the leading manager. */
  private List<JsonElement> servers() {
    CliRun status = CliRun.of(Lighter.commandLine(cluster::configuration), "status", "--json");
    return status.exitCode() == ExitCode.OK.code()
        ? JsonParser.parseString(status.out()).getAsJsonObject().getAsJsonArray("servers").asList()
        : List.of();
  }

  private long completedJobs() {
    return servers().stream()
        .mapToLong(server -> server.getAsJsonObject().get("completed_jobs").getAsLong())
        .sum();
  }

  private boolean logged(String event) throws IOException {
    for (ProcessName name : cluster.processNames()) {
      if (name.role() == Role.REGION_SERVER
          && Files.readString(cluster.logFile(name)).contains(event + "table=" + table + " ")) {
        return true;
      }
    }
    return false;
  }

  private List<String> filesBelowTmp() throws IOException {
    org.apache.hadoop.fs.Path root = CommonFSUtils.getRootDir(cluster.configuration());
    List<String> files = new ArrayList<>();
    try (FileSystem fs = FileSystem.newInstance(root.toUri(), cluster.configuration())) {
      RemoteIterator<LocatedFileStatus> all =
          fs.listFiles(CommonFSUtils.getTableDir(root, table), true);
      while (all.hasNext()) {
        String path = all.next().getPath().toString();
        if (path.contains("/.tmp/")) {
          files.add(path);
        }
      }
    }
    return files;
  }
}
