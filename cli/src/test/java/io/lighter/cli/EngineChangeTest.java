// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.cli.install.Installation;
import io.lighter.testing.fixtures.CliRun;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;

/** What {@code lighter engine enable} and {@code disable} leave alone, on a fake cluster. */
class EngineChangeTest {
  private static final String ENGINE = EngineSettings.ENGINE;
  private static final String DELEGATE = EngineSettings.DELEGATE;
  private static final String PREVIOUS = EngineSettings.PREVIOUS;
  private static final String STRIPE = EngineName.STRIPE.className();
  private static final String RANGE = EngineName.RANGE.className();
  private static final String FOREST = EngineName.FOREST.className();
  private static final String BLOCKING = BlockingFiles.KEY;
  private static final String CUSTOM = "com.example.OwnEngine";

  private final Configuration site = CliRun.conf();

  @Test
  void familyThatIsAddedWhileTheTableIsObservedIsKept() {
    FakeEngineCluster cluster = cluster(Map.of());
    cluster.alteredBySomebodyElse(true, EngineChangeTest::withFamily);

    assertThat(enable(cluster, "stripe").err()).isEmpty();

    assertThat(cluster.table().hasColumnFamily(bytes("added"))).isTrue();
    assertThat(cluster.table().getValue(DELEGATE)).isEqualTo(STRIPE);

    cluster.alteredBySomebodyElse(
        true, table -> with(table, Map.of("lighter.offload.enabled", "true")));
    assertThat(disable(cluster).err()).isEmpty();
    assertThat(cluster.table().getValue("lighter.offload.enabled")).isEqualTo("true");
    assertThat(cluster.table().hasColumnFamily(bytes("added"))).isTrue();
    assertThat(cluster.table().getValue(DELEGATE)).isNull();
  }

  @Test
  void tableThatIsAlteredAfterTheChangeIsComputedIsLeftAlone() {
    FakeEngineCluster cluster = cluster(Map.of());
    cluster.alteredBySomebodyElse(false, EngineChangeTest::withFamily);

    CliRun run = enable(cluster, "stripe");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines())
        .singleElement()
        .asString()
        .contains("table ns:t has been altered", "nothing is changed", "run the command again");
    assertThat(cluster.modifications()).isZero();
    assertThat(cluster.table().hasColumnFamily(bytes("added"))).isTrue();
  }

  @Test
  void engineThatTheUserSetSinceIsNotedAnewAndRestored() {
    FakeEngineCluster cluster = cluster(Map.of(DELEGATE, STRIPE));
    enable(cluster, "default");
    cluster.modify(with(cluster.table(), Map.of(ENGINE, CUSTOM)));
    TableDescriptor byHand = cluster.table();

    assertThat(enable(cluster, "stripe").err()).isEmpty();

    String delegate = DELEGATE + "=" + EngineName.DEFAULT.className();
    assertThat(cluster.table().getValue(PREVIOUS))
        .isEqualTo(ENGINE + "=" + CUSTOM + "," + delegate);
    disable(cluster);
    assertThat(cluster.table())
        .isEqualTo(TableDescriptorBuilder.newBuilder(byHand).removeValue(PREVIOUS).build());
  }

  @Test
  void delegateThatTheUserSetSinceIsNotedAnew() {
    FakeEngineCluster cluster = cluster(Map.of());
    enable(cluster, "default");
    cluster.modify(with(cluster.table(), Map.of(DELEGATE, CUSTOM)));

    enable(cluster, "stripe");

    assertThat(cluster.table().getValue(PREVIOUS))
        .isEqualTo(ENGINE + "=" + Installation.ENGINE_CLASS + "," + DELEGATE + "=" + CUSTOM);
  }

  /** The stores show that region servers do not have Lighter's engine by their site. */
  @Test
  void engineThatTheUserUnsetSinceIsNotedAnew() {
    FakeEngineCluster cluster = cluster(Map.of(ENGINE, STRIPE));
    enable(cluster, "default");
    cluster.modify(TableDescriptorBuilder.newBuilder(cluster.table()).removeValue(ENGINE).build());
    cluster.add(store("r1", false));

    CliRun refused = disable(cluster);
    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.err())
        .contains(ENGINE + " is not set: expected '" + Installation.ENGINE_CLASS + "'");
    enable(cluster, "stripe");

    assertThat(cluster.table().getValue(PREVIOUS))
        .isEqualTo(ENGINE + "," + DELEGATE + "=" + EngineName.DEFAULT.className());
  }

  @Test
  void valuesThatTheUserSetSinceAreNotOverwrittenByDisable() {
    for (String key : new String[] {ENGINE, DELEGATE}) {
      FakeEngineCluster cluster = cluster(Map.of());
      enable(cluster, "stripe");
      cluster.modify(with(cluster.table(), Map.of(key, CUSTOM)));
      TableDescriptor byHand = cluster.table();

      CliRun run = disable(cluster);

      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err())
          .contains("table ns:t: " + key + " = '" + CUSTOM + "': expected ")
          .contains(key.equals(ENGINE) ? Installation.ENGINE_CLASS : RANGE);
      assertThat(cluster.table()).isEqualTo(byHand);
    }
  }

  @Test
  void costOfStoresThatAreNotReportedIsNotKnown() {
    FakeEngineCluster cluster = cluster(Map.of());
    cluster.add(store("r1", true));
    cluster.add(store("r2", true));

    String text = run(cluster, "engine", "enable", "ns:t", "--engine", "stripe", "--dry-run").out();
    assertThat(text)
        .contains("rewritten: not known: stores of 1 of 3 regions are not reported\n")
        .contains("free space needed: not known\n", "expected time: not known\n");
    String[] args = {"engine", "enable", "ns:t", "--engine", "stripe", "--dry-run", "--json"};
    JsonObject json = JsonParser.parseString(run(cluster, args).out()).getAsJsonObject();
    assertThat(json.get("regions_not_reported").getAsInt()).isOne();
    for (String name :
        List.of(
            "rewritten_stores",
            "rewritten_bytes",
            "least_space_bytes",
            "most_space_bytes",
            "expected_ms")) {
      assertThat(json.get(name).isJsonNull()).as(name).isTrue();
    }
    cluster.add(store("r3", true));
    assertThat(run(cluster, args).out()).contains("\"rewritten_stores\": 3");
  }

  @Test
  void statusWithoutReportedStoresDoesNotSayThatTheTableIsWithoutLighter() {
    FakeEngineCluster cluster = cluster(Map.of());

    assertThat(run(cluster, "engine", "status", "ns:t").out())
        .contains("default (with or without Lighter: not known)")
        .doesNotContain("(without Lighter)");
    assertThat(run(cluster, "engine", "status", "ns:t", "--json").out())
        .contains("\"decorated\": null");
  }

  @Test
  void rangeEngineIsRefusedWhileARegionServerIsOlderOrDoesNotReport() {
    FakeEngineCluster cluster = cluster(Map.of());
    cluster.versions().put("b,1,1", "0.0.1");
    CliRun older = enable(cluster, "range");
    assertThat(older.exitCode()).isEqualTo(1);
    assertThat(older.err())
        .contains("region server b,1,1 has version 0.0.1: --engine range expects ")
        .contains("replace the plug-in there");
    assertThat(enable(cluster, "stripe").err()).isEmpty();

    cluster.versions().clear();
    CliRun silent = enable(cluster, "range");
    assertThat(silent.exitCode()).isEqualTo(1);
    assertThat(silent.err())
        .contains("region server a,1,1 has regions of ns:t, and its version is not known")
        .contains("install-check");
    assertThat(cluster.modifications()).isOne();
  }

  /**
   * A forest of 10 GB and flushes of 128 MB has 4 full stages of 4 trees, and as many in rounds.
   */
  @Test
  void forestRaisesTheFilesAboveWhichFlushesWaitAndDisableRestoresThem() {
    FakeEngineCluster cluster = cluster(Map.of(BLOCKING, "20"));

    CliRun dry = run(cluster, "engine", "enable", "ns:t", "--engine", "forest", "--dry-run");
    assertThat(dry.out()).contains(BLOCKING + ": 20 -> 32\n");
    assertThat(cluster.modifications()).isZero();
    assertThat(enable(cluster, "forest").err()).isEmpty();
    assertThat(cluster.table().getValue(BLOCKING)).isEqualTo("32");
    assertThat(cluster.table().getValue(PREVIOUS))
        .isEqualTo(ENGINE + "," + DELEGATE + "," + BLOCKING + "=20,raised=32");
    assertThat(enable(cluster, "forest").out()).isEqualTo("ns:t: nothing to change\n");

    enable(cluster, "range"); // on the way back, nothing is noted anew
    assertThat(cluster.table().getValue(BLOCKING)).isEqualTo("32");
    assertThat(disable(cluster).out()).contains(BLOCKING + ": 32 -> 20\n");
    assertThat(cluster.table().getValues())
        .isEqualTo(cluster(Map.of(BLOCKING, "20")).table().getValues());
  }

  /** A region of 10 GB has one level of 79 flushes of 128 MB, another of 79, and a run of 80. */
  @Test
  void levelsRaiseTheFilesAboveWhichFlushesWaitAndDisableRestoresThem() {
    FakeEngineCluster cluster = cluster(Map.of("lighter.tiered.tiers", "*:80"));

    assertThat(enable(cluster, "tiered").err()).isEmpty();
    assertThat(cluster.table().getValue(DELEGATE)).isEqualTo(EngineName.TIERED.className());
    assertThat(cluster.table().getValue(BLOCKING)).isEqualTo("238");
    disable(cluster);
    assertThat(cluster.table().getValues())
        .isEqualTo(cluster(Map.of("lighter.tiered.tiers", "*:80")).table().getValues());
  }

  /** Levels count all files of a store, of which a forest may have far too many. */
  @Test
  void levelsAfterAForestRaiseTheFilesAboveWhichFlushesWait() {
    FakeEngineCluster cluster = cluster(Map.of());
    enable(cluster, "forest");
    for (String region : List.of("r1", "r2", "r3")) {
      cluster.add(store(region, FOREST, 80));
    }

    assertThat(enable(cluster, "tiered").err()).isEmpty();
    assertThat(cluster.table().getValue(BLOCKING)).isEqualTo("160");
  }

  @Test
  void filesAboveWhichFlushesWaitAreUnsetAgainIfTheTableDidNotSetThem() {
    FakeEngineCluster cluster = cluster(Map.of());
    TableDescriptor before = cluster.table();

    enable(cluster, "range");
    assertThat(cluster.table().getValue(BLOCKING)).isNull();
    enable(cluster, "forest");
    assertThat(cluster.table().getValue(BLOCKING)).isEqualTo("32");
    disable(cluster);

    assertThat(cluster.table()).isEqualTo(before);
  }

  /** HBase holds flushes back above the number, and the user knows why it has this value. */
  @Test
  void numberOfFilesThatTheUserSetSinceIsNotOverwritten() {
    FakeEngineCluster cluster = cluster(Map.of(BLOCKING, "20"));
    enable(cluster, "forest");
    cluster.modify(with(cluster.table(), Map.of(BLOCKING, "200")));

    disable(cluster);
    assertThat(cluster.table().getValue(BLOCKING)).isEqualTo("200");

    enable(cluster, "forest"); // high enough
    cluster.modify(with(cluster.table(), Map.of(BLOCKING, "10")));
    enable(cluster, "forest");
    assertThat(cluster.table().getValue(BLOCKING)).isEqualTo("32");
    disable(cluster);
    assertThat(cluster.table().getValue(BLOCKING)).isEqualTo("10");
  }

  /** The note of the number is from before the user changed the engine by hand. */
  @Test
  void numberOfFilesIsNotedAnewWithAnEngineThatTheUserSet() {
    FakeEngineCluster cluster = cluster(Map.of(BLOCKING, "20"));
    enable(cluster, "forest");
    cluster.modify(with(cluster.table(), Map.of(ENGINE, CUSTOM, BLOCKING, "100")));

    enable(cluster, "range");
    disable(cluster);

    assertThat(cluster.table().getValue(BLOCKING)).isEqualTo("100");
    assertThat(cluster.table().getValue(ENGINE)).isEqualTo(CUSTOM);
  }

  @Test
  void highEnoughNumberOfFilesIsLeftAlone() {
    site.set(BLOCKING, "40");
    FakeEngineCluster ofSite = cluster(Map.of());
    enable(ofSite, "forest");
    assertThat(ofSite.table().getValue(BLOCKING)).isNull();
    assertThat(ofSite.table().getValue(PREVIOUS)).isEqualTo(ENGINE + "," + DELEGATE);

    FakeEngineCluster wide = cluster(Map.of("lighter.forest.fanout", "8"));
    enable(wide, "forest");
    assertThat(wide.table().getValue(BLOCKING)).isEqualTo("64");
  }

  @Test
  void familyWithTooFewFilesOfItsOwnIsRefused() {
    FakeEngineCluster cluster = cluster(Map.of());
    cluster.modify(
        TableDescriptorBuilder.newBuilder(cluster.table())
            .modifyColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(bytes("f"))
                    .setConfiguration(BLOCKING, "10")
                    .build())
            .build());

    CliRun run = enable(cluster, "forest");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("family f: " + BLOCKING + " = '10': expected 32 or more");
    assertThat(cluster.modifications()).isOne();
  }

  /** The default engine counts all files, so a store of a forest may have far too many for it. */
  @Test
  void wayBackFromManyFilesIsToldAndNumberIsRaisedForTheDefaultEngine() {
    FakeEngineCluster cluster = cluster(Map.of());
    enable(cluster, "forest");
    for (String region : List.of("r1", "r2", "r3")) {
      cluster.add(store(region, FOREST, 80));
    }

    String dry = run(cluster, "engine", "disable", "ns:t", "--dry-run").out();
    assertThat(dry)
        .contains("flushes wait: 3 stores with more files than " + BLOCKING + " = 16")
        .contains("'engine enable --engine default' first");
    enable(cluster, "default");
    assertThat(cluster.table().getValue(BLOCKING)).isEqualTo("160");
    disable(cluster);
    assertThat(cluster.table().getValue(BLOCKING)).isNull();
  }

  @Test
  void engineIsNamedIfNotAllStoresShowThatTheSiteNamesIt() {
    site.set(ENGINE, Installation.ENGINE_CLASS);
    FakeEngineCluster silent = cluster(Map.of());
    enable(silent, "stripe");
    assertThat(silent.table().getValue(ENGINE)).isEqualTo(Installation.ENGINE_CLASS);

    FakeEngineCluster partly = cluster(Map.of());
    partly.add(store("r1", true));
    enable(partly, "stripe");
    assertThat(partly.table().getValue(ENGINE)).isEqualTo(Installation.ENGINE_CLASS);
  }

  private CliRun enable(FakeEngineCluster cluster, String engine) {
    return run(cluster, "engine", "enable", "ns:t", "--engine", engine);
  }

  private CliRun disable(FakeEngineCluster cluster) {
    return run(cluster, "engine", "disable", "ns:t");
  }

  private CliRun run(FakeEngineCluster cluster, String... args) {
    return CliRun.of(Lighter.commandLine(() -> site, any -> cluster), args);
  }

  private static TableDescriptor withFamily(TableDescriptor table) {
    return table.hasColumnFamily(bytes("added"))
        ? table
        : TableDescriptorBuilder.newBuilder(table)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of("added"))
            .build();
  }

  private static TableDescriptor with(TableDescriptor table, Map<String, String> values) {
    TableDescriptorBuilder changed = TableDescriptorBuilder.newBuilder(table);
    values.forEach(changed::setValue);
    return changed.build();
  }

  private static FakeEngineCluster cluster(Map<String, String> values) {
    return new FakeEngineCluster(
        with(
            TableDescriptorBuilder.newBuilder(TableName.valueOf("ns:t"))
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
                .build(),
            values));
  }

  private static TableStores.Store store(String region, boolean decorated) {
    return store(region, EngineName.DEFAULT.className(), decorated, 4);
  }

  private static TableStores.Store store(String region, String engine, int files) {
    return store(region, engine, true, files);
  }

  private static TableStores.Store store(
      String region, String engine, boolean decorated, int files) {
    return new TableStores.Store(
        "a,1,1",
        region,
        "f",
        engine,
        decorated,
        files,
        2,
        1L << 30,
        0,
        1,
        List.of(FakeEngineCluster.file(1L << 30)),
        List.of());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
