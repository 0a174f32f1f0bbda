// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.cli.install.Installation;
import io.lighter.engine.placement.PolicyFileSystem.Folder;
import io.lighter.engine.placement.StoredFile;
import io.lighter.engine.placement.StoredFile.Block;
import io.lighter.engine.tiered.FileView;
import io.lighter.engine.tiered.FileView.Origin;
import io.lighter.testing.fixtures.CliRun;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;

/** {@code lighter tiers show} on a table of a fake cluster. */
class TiersShowCommandTest {
  private static final long MB = 1L << 20;
  private static final String TIERED = EngineName.TIERED.className();
  private static final String TIERS = "lighter.tiered.tiers";
  private static final Map<String, String> DECORATED =
      Map.of(
          EngineSettings.ENGINE,
          Installation.ENGINE_CLASS,
          EngineSettings.DELEGATE,
          TIERED,
          TIERS,
          "*:4:256MB;COLD:4");

  private final Configuration site = CliRun.conf();

  @Test
  void filesAreShownWithLevelRunTierAndTheTypesOfTheirBlocks() {
    CliRun run = run(cluster(DECORATED), "ns:t");

    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .startsWith("table: ns:t\n\nregion r1, family f: 3 files, level 0 is 16.0 MB\n")
        .containsPattern("\nLEVEL +RUN +TIER +POLICY +SIZE +BLOCKS +FILE\n")
        .containsPattern("\n2 +1 +2 +COLD +300.0 MB +ARCHIVE 600.0 MB, DISK 300.0 MB +old\n")
        .containsPattern("\n0 +2 +1 +\\* \\(ALL_SSD\\) +16.0 MB +\\? +new\n")
        .containsPattern("\n0 +2 +1 +\\* \\(ALL_SSD\\) +8.0 MB +of another file +half.parent\n")
        .containsPattern("\nTYPE +INTENDED +REAL\n")
        .containsPattern("\nARCHIVE +900.0 MB +600.0 MB\n")
        .containsPattern("\nDISK +0 B +300.0 MB\n");
  }

  @Test
  void jsonHasTheSame() {
    JsonObject json =
        JsonParser.parseString(run(cluster(DECORATED), "ns:t", "--json").out()).getAsJsonObject();

    assertThat(json.get("table").getAsString()).isEqualTo("ns:t");
    assertThat(json.getAsJsonObject("intended_bytes").get("ARCHIVE").getAsLong())
        .isEqualTo(900 * MB);
    assertThat(json.getAsJsonObject("real_bytes").get("DISK").getAsLong()).isEqualTo(300 * MB);
    JsonObject store = json.getAsJsonArray("stores").get(0).getAsJsonObject();
    assertThat(store.get("region").getAsString()).isEqualTo("r1");
    assertThat(store.get("family").getAsString()).isEqualTo("f");
    assertThat(store.get("family_policy").getAsString()).isEqualTo("ALL_SSD");
    assertThat(store.get("base_bytes").getAsLong()).isEqualTo(16 * MB);
    assertThat(store.get("base_is_guess").getAsBoolean()).isFalse();
    JsonObject old = store.getAsJsonArray("files").get(0).getAsJsonObject();
    assertThat(old.get("name").getAsString()).isEqualTo("old");
    assertThat(old.get("bytes").getAsLong()).isEqualTo(300 * MB);
    assertThat(old.get("level").getAsInt()).isEqualTo(2);
    assertThat(old.get("run").getAsInt()).isEqualTo(1);
    assertThat(old.get("tier").getAsInt()).isEqualTo(2);
    assertThat(old.get("policy").getAsString()).isEqualTo("COLD");
    assertThat(old.get("own_blocks").getAsBoolean()).isTrue();
    assertThat(old.getAsJsonObject("real_bytes").get("ARCHIVE").getAsLong()).isEqualTo(600 * MB);
    JsonObject half = store.getAsJsonArray("files").get(2).getAsJsonObject();
    assertThat(half.get("policy").getAsString()).isEqualTo("*");
    assertThat(half.get("bytes").getAsLong()).isEqualTo(8 * MB);
    assertThat(half.get("own_blocks").getAsBoolean()).isFalse();
  }

  /** The engine may be named by the table alone, or around it by the region servers' site. */
  @Test
  void engineCountsWhereverItIsNamed() {
    assertThat(run(cluster(Map.of(EngineSettings.ENGINE, TIERED)), "ns:t").exitCode()).isZero();
    assertThat(run(cluster(Map.of(EngineSettings.DELEGATE, TIERED)), "ns:t").exitCode()).isZero();
  }

  @Test
  void tableWithAnotherEngineIsRefused() {
    CliRun run =
        run(cluster(Map.of(EngineSettings.DELEGATE, EngineName.RANGE.className())), "ns:t");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines())
        .containsExactly(
            "lighter: table ns:t: no family has the engine tiered; see 'lighter engine status"
                + " ns:t'");
    assertThat(run(cluster(Map.of()), "ns:t").exitCode()).isEqualTo(1);
  }

  @Test
  void missingTableAndWrongNameAreErrors() {
    assertThat(run(cluster(DECORATED), "ns:other").exitCode()).isEqualTo(1);
    assertThat(run(cluster(DECORATED), "ns:other").err()).contains("there is no table ns:other");
    assertThat(run(cluster(DECORATED), "a:b:c").exitCode()).isEqualTo(2);
  }

  @Test
  void badTiersAreNamedAndTheDefaultCountsAsOnARegionServer() {
    CliRun run =
        run(cluster(Map.of(EngineSettings.ENGINE, TIERED, TIERS, "*:1:256MB;COLD:4")), "ns:t");

    assertThat(run.exitCode()).isZero();
    assertThat(run.err())
        .startsWith("lighter: lighter.tiered.tiers = '*:1:256MB;COLD:4'")
        .contains("files are merged as with '*:4'");
    assertThat(run.out()).doesNotContain("COLD");
  }

  @Test
  void fileSystemWithoutPoliciesIsShownWithoutTypes() {
    FakeEngineCluster cluster = cluster(DECORATED);
    TierStores.File file =
        new TierStores.File("a", new FileView(MB, 1, Origin.COMPACTION, true), true);
    cluster.has(
        new TierStores(
            List.of(new TierStores.Store("r1", "f", "/r1/f", Optional.empty(), List.of(file))),
            (policy, replicas) -> List.of()));

    CliRun run = run(cluster, "ns:t");
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .contains("level 0 is 128.0 MB (flush size; no file shows another)\n")
        .containsPattern("\n0 +1 +1 +\\* \\(\\?\\) +1.0 MB +\\? +a\n")
        .endsWith("\ntypes of storage: not known\n");
  }

  private static FakeEngineCluster cluster(Map<String, String> values) {
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(TableName.valueOf("ns:t"))
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"));
    values.forEach(table::setValue);
    FakeEngineCluster cluster = new FakeEngineCluster(table.build());
    StoredFile old =
        new StoredFile(
            "old",
            3,
            "ALL_SSD",
            List.of(new Block(300 * MB, List.of("ARCHIVE", "DISK", "ARCHIVE"))));
    cluster.has(
        new TierStores(
            List.of(
                new TierStores.Store(
                    "r1",
                    "f",
                    "/r1/f",
                    Optional.of(new Folder("ALL_SSD", Map.of("old", old))),
                    List.of(
                        file("old", 300 * MB, 1, Origin.COMPACTION),
                        file("new", 16 * MB, 2, Origin.FLUSH),
                        file("half.parent", 16 * MB, 3, Origin.REFERENCE)))),
            TierPlacementTest::types));
    return cluster;
  }

  private static TierStores.File file(String name, long bytes, long seqId, Origin origin) {
    return new TierStores.File(
        name, new FileView(bytes, seqId, origin, true), origin != Origin.REFERENCE);
  }

  private CliRun run(FakeEngineCluster cluster, String... args) {
    String[] all = new String[args.length + 2];
    all[0] = "tiers";
    all[1] = "show";
    System.arraycopy(args, 0, all, 2, args.length);
    return CliRun.of(Lighter.commandLine(() -> site, any -> cluster), all);
  }
}
