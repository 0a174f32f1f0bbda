// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.cli.install.Installation;
import io.lighter.testing.fixtures.CliRun;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands of {@code lighter engine} on a table of a fake cluster. */
class EngineCommandTest {
  private static final String ENGINE = EngineSettings.ENGINE;
  private static final String DELEGATE = EngineSettings.DELEGATE;
  private static final String PREVIOUS = EngineSettings.PREVIOUS;
  private static final String STRIPE = EngineName.STRIPE.className();
  private static final String RANGE = EngineName.RANGE.className();
  private static final long GB = 1L << 30;

  private final Configuration site = CliRun.conf();

  @Test
  void statusShowsEnginesAsConfiguredAndAsRunningAndTheStores() {
    FakeEngineCluster cluster = cluster(Map.of(ENGINE, Installation.ENGINE_CLASS, DELEGATE, RANGE));
    cluster.add(store("r1", RANGE, true, GB));
    cluster.add(store("r2", RANGE, true, GB));
    cluster.add(store("r3", STRIPE, false, GB));

    CliRun run = run(cluster, "engine", "status", "ns:t");

    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .containsPattern("f +range +lighter.engine.delegate of the table +range: 2 regions,")
        .contains("stripe (without Lighter): 1 region\n")
        .contains("write amplification: 4.60 (100 B flushed, 360 B compacted")
        .contains("read amplification: 2.50 (sorted runs of a store; the most are 3)")
        .contains("space amplification: ? (50 B, un-merged 10 B)")
        .containsPattern("r1 +f +a,1,1 +range +4 +2 +1.0 GB +256.0 MB");

    JsonObject json =
        JsonParser.parseString(run(cluster, "engine", "status", "ns:t", "--json").out())
            .getAsJsonObject();
    JsonObject family = json.getAsJsonArray("families").get(0).getAsJsonObject();
    assertThat(family.get("engine").getAsString()).isEqualTo("range");
    assertThat(json.getAsJsonArray("stores")).hasSize(3);
    assertThat(json.getAsJsonObject("sums").get("write_amplification").getAsDouble())
        .isEqualTo(4.6);
    assertThat(json.getAsJsonObject("sums").get("space_amplification").isJsonNull()).isTrue();
  }

  @Test
  void statusShowsTheTreesOfAForestByStage() {
    String forest = EngineName.FOREST.className();
    FakeEngineCluster cluster = cluster(Map.of(DELEGATE, forest));
    cluster.add(
        store(
            "r1",
            forest,
            true,
            GB,
            new TableStores.Tree(2, 9, GB, 3, GB / 2),
            new TableStores.Tree(1, 1, GB / 4, 0, 0),
            new TableStores.Tree(1, 1, GB / 4, 0, 0)));

    assertThat(run(cluster, "engine", "status", "ns:t").out())
        .containsPattern("f +forest +lighter.engine.delegate of the table +forest: 1 region\n")
        .containsPattern("r1 +f +1 +2 +2 +512.0 MB +0 +0 B\n")
        .containsPattern("r1 +f +2 +1 +9 +1.0 GB +3 +512.0 MB\n");
    JsonObject store =
        JsonParser.parseString(run(cluster, "engine", "status", "ns:t", "--json").out())
            .getAsJsonObject()
            .getAsJsonArray("stores")
            .get(0)
            .getAsJsonObject();
    assertThat(store.getAsJsonArray("trees")).hasSize(3);
    assertThat(
            store.getAsJsonArray("trees").get(0).getAsJsonObject().get("due_clusters").getAsInt())
        .isEqualTo(3);
  }

  @Test
  void statusShowsLevelsAndMisplacedReplicas() {
    String tiered = EngineName.TIERED.className();
    FakeEngineCluster cluster = cluster(Map.of(DELEGATE, tiered));
    cluster.add(store("r1", tiered, true, GB));
    cluster.leveled(
        new TableStores.Tiers(
            List.of(
                new TableStores.Level(0, GB / 4, 0, Optional.of(0.0)),
                new TableStores.Level(1, GB, 3 * GB, Optional.of(0.75))),
            2,
            720_000,
            GB / 2,
            GB / 8,
            3 * GB / 8,
            Optional.of(0.125)));

    assertThat(run(cluster, "engine", "status", "ns:t").out())
        .contains("full runs: 2 (a store has had one for 12m 0s)\n")
        .contains(
            "misplaced replicas: 512.0 MB, 13 % (cold in hot 128.0 MB, hot in cold 384.0 MB)\n")
        .containsPattern("\nLEVEL +SIZE +MERGED +PER BYTE FLUSHED\n")
        .containsPattern("\n1 +1.0 GB +3.0 GB +0.75\n");
    JsonObject tiers =
        JsonParser.parseString(run(cluster, "engine", "status", "ns:t", "--json").out())
            .getAsJsonObject()
            .getAsJsonObject("tiers");
    assertThat(tiers.getAsJsonArray("levels")).hasSize(2);
    assertThat(tiers.get("full_runs").getAsInt()).isEqualTo(2);
    assertThat(tiers.get("hot_in_cold_bytes").getAsLong()).isEqualTo(3 * GB / 8);
    assertThat(tiers.get("misplaced_share").getAsDouble()).isEqualTo(0.125);
  }

  @Test
  void placesBeforeTheFirstAuditAreNotKnown() {
    FakeEngineCluster cluster = cluster(Map.of(DELEGATE, EngineName.TIERED.className()));
    cluster.add(store("r1", EngineName.TIERED.className(), true, GB));
    cluster.leveled(new TableStores.Tiers(List.of(), 0, 0, 0, 0, 0, Optional.empty()));

    assertThat(run(cluster, "engine", "status", "ns:t").out())
        .contains("full runs: 0\nmisplaced replicas: ? (no audit yet)\n");
    cluster.leveled(null);
    assertThat(run(cluster, "engine", "status", "ns:t").out()).doesNotContain("full runs");
    assertThat(
            JsonParser.parseString(run(cluster, "engine", "status", "ns:t", "--json").out())
                .getAsJsonObject()
                .get("tiers")
                .isJsonNull())
        .isTrue();
  }

  /** The site of this host need not be that of the region servers. */
  @Test
  void delegateCountsWhereRegionServersHaveLightersEngineByTheirSite() {
    FakeEngineCluster cluster = cluster(Map.of(DELEGATE, RANGE));
    cluster.add(store("r1", RANGE, true, GB));

    assertThat(run(cluster, "engine", "status", "ns:t").out())
        .containsPattern("f +range +lighter.engine.delegate of the table +range: 1 region\n");
  }

  @Test
  void statusWithoutManagerShowsTheConfigurationAndExits3() {
    FakeEngineCluster cluster = cluster(Map.of(ENGINE, STRIPE));
    cluster.withoutManager("no manager is running");

    CliRun run = run(cluster, "engine", "status", "ns:t");

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.err().lines()).containsExactly("lighter: no manager is running");
    assertThat(run.out())
        .containsPattern(
            "f +stripe \\(without Lighter\\) +hbase.hstore.engine.class of the table +\\?");
  }

  @Test
  void dryRunSaysWhatTheChangeCostsAndChangesNothing() {
    FakeEngineCluster cluster = cluster(Map.of());
    cluster.add(store("r1", EngineName.DEFAULT.className(), true, 3 * GB));
    cluster.add(store("r2", EngineName.DEFAULT.className(), true, GB));
    cluster.add(store("r3", EngineName.DEFAULT.className(), true, GB / 4));

    CliRun run = run(cluster, "engine", "enable", "ns:t", "--engine", "range", "--dry-run");

    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(cluster.modifications()).isZero();
    assertThat(run.out())
        .contains("would change ns:t\n")
        .contains(DELEGATE + ": not set -> " + RANGE)
        .contains("regions that reopen: 3 regions (2 on a,1,1, 1 on no server)")
        .contains("rewritten: up to 4.0 GB in 2 stores: a store above twice lighter.range.size")
        .contains("free space needed: 3.0 GB for the largest compaction, 4.0 GB for all")
        .contains("expected time: 5m 7s at 10.0 MB/s a job");

    JsonObject json =
        JsonParser.parseString(
                run(cluster, "engine", "enable", "ns:t", "--engine", "range", "--dry-run", "--json")
                    .out())
            .getAsJsonObject();
    assertThat(json.get("changed").getAsBoolean()).isFalse();
    assertThat(json.get("rewritten_bytes").getAsLong()).isEqualTo(4 * GB);
    assertThat(json.get("least_space_bytes").getAsLong()).isEqualTo(3 * GB);
    assertThat(json.get("expected_ms").getAsLong()).isEqualTo(307_200);
    assertThat(json.getAsJsonArray("regions")).hasSize(3);
    assertThat(cluster.modifications()).isZero();
  }

  @Test
  void enabledEngineIsBelowLightersAndDisableRestoresWhatTheUserHad() {
    FakeEngineCluster cluster = cluster(Map.of(ENGINE, STRIPE, "lighter.offload.enabled", "true"));
    TableDescriptor before = cluster.table();

    CliRun enabled = run(cluster, "engine", "enable", "ns:t", "--engine", "range");
    assertThat(enabled.err()).isEmpty();
    assertThat(enabled.out()).startsWith("changed ns:t\n");
    assertThat(cluster.table().getValue(ENGINE)).isEqualTo(Installation.ENGINE_CLASS);
    assertThat(cluster.table().getValue(DELEGATE)).isEqualTo(RANGE);
    assertThat(cluster.table().getValue(PREVIOUS))
        .isEqualTo(ENGINE + "=" + STRIPE + "," + DELEGATE);

    run(cluster, "engine", "enable", "ns:t", "--engine", "default");
    assertThat(cluster.table().getValue(DELEGATE)).isEqualTo(EngineName.DEFAULT.className());
    assertThat(cluster.modifications()).isEqualTo(2);

    CliRun disabled = run(cluster, "engine", "disable", "ns:t", "--dry-run");
    assertThat(disabled.out()).contains(DELEGATE + ": " + EngineName.DEFAULT.className());
    assertThat(cluster.modifications()).isEqualTo(2);
    assertThat(run(cluster, "engine", "disable", "ns:t").err()).isEmpty();
    assertThat(cluster.table()).isEqualTo(before);
  }

  @Test
  void enableSaysThatTheRangeEngineIsAPreview() {
    FakeEngineCluster cluster = cluster(Map.of());
    for (String region : List.of("r1", "r2", "r3")) {
      cluster.add(store(region, EngineName.DEFAULT.className(), true, 1));
    }
    String note = "note: the range engine is a preview: ";

    assertThat(run(cluster, "engine", "enable", "ns:t", "--engine", "stripe").out())
        .doesNotContain(note);
    assertThat(run(cluster, "engine", "enable", "ns:t", "--engine", "range", "--dry-run").out())
        .containsOnlyOnce(note);
    String json =
        run(cluster, "engine", "enable", "ns:t", "--engine", "range", "--dry-run", "--json").out();
    assertThat(JsonParser.parseString(json).isJsonObject()).isTrue();
    assertThat(json).doesNotContain("note:");
  }

  @Test
  void delegateOfTheUserIsRestoredAndTheSitesEngineIsUsed() {
    site.set(ENGINE, Installation.ENGINE_CLASS);
    FakeEngineCluster cluster = cluster(Map.of(DELEGATE, STRIPE));
    List.of("r1", "r2", "r3").forEach(region -> cluster.add(store(region, STRIPE, true, 1)));
    TableDescriptor before = cluster.table();

    run(cluster, "engine", "enable", "ns:t", "--engine", "range");
    assertThat(cluster.table().getValue(ENGINE)).isNull();
    assertThat(cluster.table().getValue(DELEGATE)).isEqualTo(RANGE);
    run(cluster, "engine", "disable", "ns:t");

    assertThat(cluster.table()).isEqualTo(before);
  }

  /** The site of this host need not be that of the region servers. */
  @Test
  void tableThatHasLightersEngineWithoutNamingItGetsNoName() {
    FakeEngineCluster cluster = cluster(Map.of());
    List.of("r1", "r2", "r3")
        .forEach(region -> cluster.add(store(region, EngineName.DEFAULT.className(), true, 1)));
    run(cluster, "engine", "enable", "ns:t", "--engine", "range");
    assertThat(cluster.table().getValue(ENGINE)).isNull();

    FakeEngineCluster other = cluster(Map.of());
    other.add(store("r1", EngineName.DEFAULT.className(), false, 1));
    run(other, "engine", "enable", "ns:t", "--engine", "range");
    assertThat(other.table().getValue(ENGINE)).isEqualTo(Installation.ENGINE_CLASS);
  }

  @Test
  void engineThatTheTableHasChangesNothing() {
    FakeEngineCluster cluster = cluster(Map.of());
    run(cluster, "engine", "enable", "ns:t", "--engine", "range");

    CliRun run = run(cluster, "engine", "enable", "ns:t", "--engine", "range");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).isEqualTo("ns:t: nothing to change\n");
    assertThat(cluster.modifications()).isOne();
  }

  @Test
  void costIsNotKnownWithoutManagerAndTheChangeIsMade() {
    FakeEngineCluster cluster = cluster(Map.of());
    cluster.withoutManager("no manager is running");

    CliRun run = run(cluster, "engine", "enable", "ns:t", "--engine", "stripe");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("cost: not known: no manager is running");
    assertThat(cluster.modifications()).isOne();
  }

  @Test
  void tableThatWasNotEnabledIsNotDisabled() {
    FakeEngineCluster cluster = cluster(Map.of(DELEGATE, STRIPE));

    CliRun run = run(cluster, "engine", "disable", "ns:t");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err().lines())
        .singleElement()
        .asString()
        .contains("ns:t", PREVIOUS + " is not set", ENGINE, DELEGATE);
    assertThat(cluster.modifications()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"nonsense", "=", "lighter.engine.delegate", "a=b,c=d"})
  void malformedNoteIsRefusedWithItsKeyAndValue(String note) {
    FakeEngineCluster cluster = cluster(Map.of(PREVIOUS, note));

    for (List<String> command :
        List.of(
            List.of("engine", "disable", "ns:t"),
            List.of("engine", "enable", "ns:t", "--engine", "range"))) {
      CliRun run = run(cluster, command.toArray(String[]::new));

      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err())
          .contains(PREVIOUS + " = '" + note + "': expected " + ENGINE + "," + DELEGATE);
    }
    assertThat(cluster.modifications()).isZero();
  }

  @Test
  void familyWithAnEngineOfItsOwnIsRefused() {
    TableDescriptor table = cluster(Map.of()).table();
    FakeEngineCluster cluster =
        new FakeEngineCluster(
            TableDescriptorBuilder.newBuilder(table)
                .modifyColumnFamily(
                    ColumnFamilyDescriptorBuilder.newBuilder(table.getColumnFamilies()[0])
                        .setConfiguration(DELEGATE, STRIPE)
                        .build())
                .build());

    CliRun run = run(cluster, "engine", "enable", "ns:t", "--engine", "range");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("family f: " + DELEGATE + " = '" + STRIPE + "': expected none");
    assertThat(cluster.modifications()).isZero();
  }

  @Test
  void wrongValuesAreNamedWithWhatIsAllowed() {
    FakeEngineCluster cluster = cluster(Map.of("lighter.range.size", "1KB"));

    CliRun name = run(cluster, "engine", "enable", "ns:t", "--engine", "Range");
    assertThat(name.exitCode()).isEqualTo(2);
    assertThat(name.err())
        .contains(
            "--engine 'Range': expected one of default, stripe, date-tiered, range, forest,"
                + " tiered");
    CliRun size = run(cluster, "engine", "enable", "ns:t", "--engine", "range");
    assertThat(size.exitCode()).isEqualTo(2);
    assertThat(size.err()).contains("lighter.range.size = '1KB': expected a number of bytes from");
    CliRun absent = run(cluster, "engine", "status", "absent");
    assertThat(absent.exitCode()).isEqualTo(1);
    assertThat(absent.err()).contains("there is no table absent");
    CliRun table = run(cluster, "engine", "status", "a:b:c");
    assertThat(table.exitCode()).isEqualTo(2);
    assertThat(table.err()).contains("TABLE 'a:b:c': expected NAMESPACE:TABLE or TABLE");
    assertThat(cluster.modifications()).isZero();
  }

  private CliRun run(FakeEngineCluster cluster, String... args) {
    return CliRun.of(Lighter.commandLine(() -> site, any -> cluster), args);
  }

  private static FakeEngineCluster cluster(Map<String, String> values) {
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(TableName.valueOf("ns:t"))
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.of("f".getBytes(StandardCharsets.UTF_8)));
    values.forEach(table::setValue);
    return new FakeEngineCluster(table.build());
  }

  private static TableStores.Store store(
      String region, String engine, boolean decorated, long bytes, TableStores.Tree... tree) {
    List<TableStores.Tree> trees = List.of(tree);
    return new TableStores.Store(
        "a,1,1",
        region,
        "f",
        engine,
        decorated,
        4,
        2,
        bytes,
        0,
        bytes / 4,
        List.of(FakeEngineCluster.file(bytes)),
        trees);
  }
}
