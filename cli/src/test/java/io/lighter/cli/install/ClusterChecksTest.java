// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.lighter.common.config.LighterOption;
import io.lighter.regionserver.commit.RegionTransactionEndpoint;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.ClusterMetricsBuilder;
import org.apache.hadoop.hbase.MemoryCompactionPolicy;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.RegionMetricsBuilder;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.ServerMetricsBuilder;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.master.RegionState;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionServerInfo;
import org.apache.hadoop.hbase.util.VersionInfo;
import org.apache.hadoop.hbase.zookeeper.ZKMetadata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks with fake answers of the master about region servers and tables. */
class ClusterChecksTest {
  private static final String HBASE = VersionInfo.getVersion();
  private static final long NOW = 1_000_000_000;
  private static final ServerName MASTER = ServerName.valueOf("m,16000,1");
  private static final ServerName FIRST = ServerName.valueOf("a,16020,1");
  private static final ServerName SECOND = ServerName.valueOf("b,16020,1");
  private static final TableName TABLE = TableName.valueOf("ns:t");
  private static final RegionInfo REGION = RegionInfoBuilder.newBuilder(TABLE).build();
  private static final String ENGINE = "hbase.hstore.engine.class";

  private static final String ENABLED = "lighter.offload.enabled";

  private final Configuration site = new Configuration(false);
  private final Map<ServerName, ServerMetrics> servers = new TreeMap<>();
  private final Map<ServerName, String> versions = new TreeMap<>();
  private final TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(TABLE);
  private final ColumnFamilyDescriptorBuilder family =
      ColumnFamilyDescriptorBuilder.newBuilder("f".getBytes(StandardCharsets.UTF_8));

  @Test
  void regionServersOfTheSameHBaseAreFine() {
    server(FIRST, HBASE);
    server(SECOND, HBASE);

    assertThat(regionServers())
        .containsExactly("ok master: m,16000,1 answers", "ok 2 region servers: HBase " + HBASE);
  }

  @Test
  void anotherBuildIsAWarningAndAnotherLineAProblem() {
    server(FIRST, HBASE + "-patched");
    server(SECOND, "2.4.18");

    assertThat(regionServers())
        .anyMatch(
            line ->
                line.startsWith(
                    "warning 1 region server: HBase %s-patched, but %s".formatted(HBASE, HBASE)))
        .anyMatch(
            line -> line.startsWith("problem 1 region server: HBase 2.4.18, such as b,16020"));
  }

  @Test
  void aVersionThatCannotBeReadIsAWarning() {
    server(FIRST, HBASE);
    versions.clear();

    assertThat(regionServers())
        .last()
        .asString()
        .startsWith("warning 1 region server: its HBase is not known");
  }

  @Test
  void theVersionIsInTheZNodeOfARegionServer() throws Exception {
    RegionServerInfo info =
        RegionServerInfo.newBuilder().setVersionInfo(ProtobufUtil.getVersionInfo()).build();
    byte[] data = ProtobufUtil.prependPBMagic(info.toByteArray());
    byte[] written = ZKMetadata.appendMetaData(new byte[] {1, 2, 3}, data);

    assertThat(RegionServerVersions.version(written)).contains(VersionInfo.getVersion());
    assertThat(RegionServerVersions.version(data)).contains(VersionInfo.getVersion());
    assertThat(RegionServerVersions.version(new byte[0])).isEmpty();
    assertThatIOException().isThrownBy(() -> RegionServerVersions.version(new byte[] {1, 2}));
  }

  @Test
  void noRegionServerIsAProblem() {
    assertThat(regionServers()).last().asString().startsWith("problem region servers: none");
  }

  @Test
  void withoutATableThatUsesLighterThePluginCannotBeSeen() {
    server(FIRST, HBASE, REGION);

    assertThat(tables())
        .satisfiesExactly(
            none -> assertThat(none).startsWith("ok " + ENGINE + ": no table"),
            unknown -> assertThat(unknown).startsWith("warning plug-in: whether 1 of 1"));
  }

  @Test
  void openRegionsProveThePluginOfTheirServersOnly() {
    table.setValue(ENGINE, Installation.ENGINE_CLASS);
    server(FIRST, HBASE, REGION);
    server(SECOND, HBASE);

    assertThat(tables())
        .satisfiesExactly(
            named -> assertThat(named).startsWith("warning ns:t, " + ENGINE + ": names the engine"),
            open ->
                assertThat(open)
                    .startsWith("ok ns:t: names the engine; regions open: 1, on 1 region"),
            unknown -> assertThat(unknown).startsWith("warning plug-in: whether 1 of 2"));
  }

  @Test
  void aTableThatCannotHaveTransactionsWithoutALogIsAProblem() throws IOException {
    table
        .setCoprocessor(RegionTransactionEndpoint.class.getName())
        .setValue(LighterOption.COMMIT_JOURNAL.key(), "flush");
    family.setScope(1).setInMemoryCompaction(MemoryCompactionPolicy.EAGER);

    assertThat(tables())
        .filteredOn(line -> line.startsWith("problem"))
        .satisfiesExactly(
            scope ->
                assertThat(scope)
                    .startsWith("problem ns:t, REPLICATION_SCOPE of family f: 1: expected 0"),
            memory ->
                assertThat(memory)
                    .startsWith("problem ns:t, memstore of family f: EAGER: expected Default"));
    table.setValue(LighterOption.COMMIT_JOURNAL.key(), "wal");
    assertThat(tables()).noneMatch(line -> line.startsWith("problem"));
  }

  @Test
  void aFamilyMayNameTheEngine() {
    family.setConfiguration(ENGINE, Installation.ENGINE_CLASS);
    server(FIRST, HBASE, REGION);

    assertThat(tables())
        .hasSize(3)
        .contains(
            "ok ns:t: names the engine; regions open: 1, on 1 region servers",
            "ok plug-in: all region servers have opened a region of a table that names a class of"
                + " it");
  }

  @Test
  void aTableThatNamesTheEngineIsAWarningForJobsThatReadItsFiles() {
    table.setValue(ENGINE, Installation.ENGINE_CLASS);
    server(FIRST, HBASE, REGION);

    assertThat(tables())
        .filteredOn(line -> line.startsWith("warning"))
        .singleElement()
        .asString()
        .contains("jobs that read its snapshots", "lighter.offload.enabled = true in the table");
  }

  @Test
  void aTableOfASiteThatNamesTheEngineUsesLighterWhereItIsSwitchedOn() {
    site.set(ENGINE, Installation.ENGINE_CLASS);
    site.set(ENABLED, "false");
    server(FIRST, HBASE, REGION);

    assertThat(tables()).anyMatch(line -> line.startsWith("ok " + ENGINE + ": no table"));

    family.setConfiguration(ENABLED, "true");
    assertThat(tables())
        .satisfiesExactly(
            used ->
                assertThat(used)
                    .isEqualTo(
                        "ok ns:t: uses Lighter by the site's engine; regions open: 1, on 1 region"
                            + " servers"),
            unknown -> assertThat(unknown).startsWith("warning plug-in: whether 1 of 1"));
  }

  /** Without the plug-in no region of such a table opens, whatever Lighter's engine does. */
  @ParameterizedTest
  @CsvSource({
    "hbase.hstore.engine.class, org.apache.hadoop.hbase.regionserver.RangeStoreEngine",
    "hbase.hstore.defaultengine.compactionpolicy.class,"
        + " org.apache.hadoop.hbase.regionserver.compactions.SteppedMergePolicy",
    "hbase.hstore.defaultengine.compactionpolicy.class,"
        + " org.apache.hadoop.hbase.regionserver.compactions.GeometricPolicy"
  })
  void aTableThatNamesAnyClassOfThePluginUsesLighter(String key, String name) {
    site.set(ENABLED, "false");
    server(FIRST, HBASE, REGION);
    table.setValue(key, ' ' + name);

    assertThat(tables())
        .satisfiesExactly(
            named ->
                assertThat(named)
                    .startsWith("warning ns:t, %s: names %s of the plug-in:".formatted(key, name))
                    .endsWith("(docs/guide/remove.md)"),
            open -> assertThat(open).startsWith("ok ns:t: names a class of the plug-in; regions"),
            proven -> assertThat(proven).startsWith("ok plug-in: all region servers"));

    table.removeValue(key.getBytes(StandardCharsets.UTF_8));
    family.setConfiguration(key, name);
    assertThat(tables()).anyMatch(line -> line.startsWith("ok ns:t: names a class of the plug-in"));
  }

  /** HBase loads the delegate for a store with Lighter's engine only. */
  @Test
  void aTableWithAnEngineOfThePluginUnderneathUsesLighterAlsoIfSwitchedOff() {
    String range = "org.apache.hadoop.hbase.regionserver.RangeStoreEngine";
    site.set(ENGINE, Installation.ENGINE_CLASS);
    site.set(ENABLED, "false");
    server(FIRST, HBASE, REGION);
    table.setValue("lighter.engine.delegate", range);

    assertThat(tables())
        .satisfiesExactly(
            named ->
                assertThat(named)
                    .startsWith("warning ns:t, lighter.engine.delegate: names " + range)
                    .contains("'lighter engine disable'"),
            open -> assertThat(open).startsWith("ok ns:t: names an engine of the plug-in, and"),
            unknown -> assertThat(unknown).startsWith("warning plug-in: whether 1 of 1"));
  }

  @Test
  void classesOfHBaseAndOfUsersAreNoUse() {
    server(FIRST, HBASE, REGION);
    table.setValue(ENGINE, "org.apache.hadoop.hbase.regionserver.StripeStoreEngine");
    table.setValue("lighter.engine.delegate", "com.example.Engine");
    table.setValue("note", "java.lang.String");

    assertThat(tables()).anyMatch(line -> line.startsWith("ok " + ENGINE + ": no table"));
  }

  @Test
  void aTableThatIsSwitchedOnWithoutTheEngineIsAWarning() {
    server(FIRST, HBASE, REGION);
    table.setValue(ENABLED, "true");

    assertThat(tables())
        .anyMatch(
            line ->
                line.startsWith("warning ns:t, lighter.offload.enabled: is set, and neither")
                    && line.contains("this host's hbase-site.xml"));

    site.set(ENGINE, Installation.ENGINE_CLASS);
    table.setValue(ENGINE, "com.example.Engine");
    assertThat(tables())
        .anyMatch(
            line ->
                line.startsWith("warning ns:t, lighter.offload.enabled: has no effect: the table")
                    && line.contains("set lighter.engine.delegate = com.example.Engine there"));
  }

  @Test
  void aRegionThatDoesNotOpenForLongIsAProblemThatNamesItsServer() {
    table.setValue(ENGINE, Installation.ENGINE_CLASS);
    server(FIRST, HBASE);
    RegionState moving = new RegionState(REGION, RegionState.State.OPENING, NOW - 59_000, FIRST);
    RegionState stuck = new RegionState(REGION, RegionState.State.OPENING, NOW - 61_000, FIRST);

    assertThat(tables(moving)).noneMatch(line -> line.startsWith("problem "));
    assertThat(tables(stuck))
        .anyMatch(
            line ->
                line.startsWith("problem ns:t, region " + REGION.getEncodedName())
                    && line.contains("OPENING for 61 s, on a,16020,1"))
        .noneMatch(line -> line.startsWith("ok ns:t"));
  }

  /** The master has given up, so the check does not wait. */
  @Test
  void aRegionThatFailedToOpenIsAProblemAtOnce() {
    table.setValue(ENGINE, Installation.ENGINE_CLASS);
    server(FIRST, HBASE);

    assertThat(tables(new RegionState(REGION, RegionState.State.FAILED_OPEN, NOW, FIRST)))
        .anyMatch(
            line ->
                line.startsWith("problem ns:t, region " + REGION.getEncodedName())
                    && line.contains("FAILED_OPEN for 0 s, on a,16020,1"));
  }

  @Test
  void wrongOptionsOfATableAreProblemsAndThoseOfTheSiteHaveNoEffect() {
    table.setValue("lighter.offload.min.byte", "1");
    table.setValue("lighter.server.port", "1");
    table.setValue(ENGINE, Installation.ENGINE_CLASS);
    family.setConfiguration("lighter.engine.delegate", "com.example.Engine");

    assertThat(tables())
        .anyMatch(line -> line.startsWith("problem ns:t, lighter.offload.min.byte: '1': unknown"))
        .anyMatch(line -> line.startsWith("problem ns:t, lighter.engine.delegate: 'com.example"))
        .anyMatch(line -> line.startsWith("warning ns:t, lighter.server.port: has no effect"));
  }

  private List<String> regionServers() {
    return Lines.of(new RegionServersCheck(cluster(), versions, HBASE));
  }

  private List<String> tables(RegionState... inTransition) {
    TableDescriptor descriptor = table.setColumnFamily(family.build()).build();
    table.removeColumnFamily(family.build().getName());
    return Lines.of(
        new TablesCheck(
            site,
            List.of(descriptor),
            cluster(inTransition),
            Clock.fixed(Instant.ofEpochMilli(NOW), ZoneOffset.UTC)));
  }

  private ClusterMetrics cluster(RegionState... inTransition) {
    return ClusterMetricsBuilder.newBuilder()
        .setMasterName(MASTER)
        .setLiveServerMetrics(servers)
        .setRegionsInTransition(List.of(inTransition))
        .build();
  }

  private void server(ServerName name, String version, RegionInfo... regions) {
    List<RegionMetrics> metrics =
        List.of(regions).stream()
            .map(region -> RegionMetricsBuilder.newBuilder(region.getRegionName()).build())
            .toList();
    servers.put(name, ServerMetricsBuilder.newBuilder(name).setRegionMetrics(metrics).build());
    versions.put(name, version);
  }
}
