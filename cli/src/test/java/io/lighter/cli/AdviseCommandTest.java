// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lighter.testing.fixtures.CliRun;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code lighter advise} on a table of a fake cluster. */
class AdviseCommandTest {
  private static final String DEFAULT = EngineName.DEFAULT.className();
  private static final long MB = 1 << 20;
  private static final long GB = 1L << 30;
  private static final String[] ALL_GIVEN = {
    "--overwrites", "100", "--key-order", "uniform", "--scans", "100", "--device", "disk"
  };

  private static final String[] IN_KEY_ORDER = {
    "--overwrites", "0", "--key-order", "ascending", "--scans", "50", "--device", "disk"
  };

  private final Configuration site = CliRun.conf();

  @Test
  void adviceHasFiguresReasonsDoubtsAndAssumptions() {
    FakeEngineCluster cluster = updated(Map.of());

    CliRun run = advise(cluster);

    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .containsPattern("^advice for ns:t: (default|range|stripe) \\(confidence: (low|medium)\\)")
        .contains("reasons:\n- it takes ")
        .contains("not measured, so assumed: overwrites (at least 90 %, by bytes flushed and")
        .contains("simulated, not measured: a store of 1")
        .contains(" of family f gets 50 flushes of 128.0 MB in ")
        .containsPattern("ENGINE +WRITE +FILES/SCAN +FILES/GET +SPACE +PEAK +LARGEST JOB")
        .containsPattern("\ndefault +\\d+\\.\\d\\d +")
        .containsPattern("\nstripe +\\d")
        .containsPattern("\nrange +\\d")
        .containsPattern("\nforest +\\d.* for tables that the block cache does not hold\n")
        .containsPattern("\ndate-tiered .* for cells that expire, and the family has no TTL\n")
        .containsPattern("\nSMA\\(k\\) .* a policy to compare with\n")
        .containsPattern("\nGeometric .* a policy to compare with\n")
        .contains("measured in 1d 0h, default: write amplification 3.00, sorted runs 3.00,")
        .containsPattern("simulated for the same writes: write amplification \\d\\.\\d\\d \\(")
        .contains("- the store has the mean size of the 3 stores of family f, which has 100 % of")
        .contains("- disk: 100.0 MB/s, and 10.0 ms for a block at random; 3 replicas")
        .contains("- keys are all over a region, since files of a store overlap");
    assertThat(cluster.modifications()).isZero();
  }

  @Test
  void jsonHasWhatTheTextSays() {
    JsonObject json = json(updated(Map.of()), ALL_GIVEN);

    assertThat(json.get("table").getAsString()).isEqualTo("ns:t");
    assertThat(json.getAsJsonArray("engines")).hasSize(7);
    JsonObject store = json.getAsJsonObject("store");
    // 150 MB un-merged of 1.2 GB.
    assertThat(store.get("bytes").getAsLong()).isEqualTo(1_200 * MB - 150 * MB);
    assertThat(store.get("flush_bytes").getAsLong()).isEqualTo(128 * MB);
    assertThat(store.get("flushes").getAsInt()).isEqualTo(50);
    assertThat(store.get("overwrites").getAsDouble()).isEqualTo(1);
    assertThat(store.get("rows_read_per_second").getAsDouble()).isEqualTo(100);
    assertThat(store.get("flushed_bytes_per_second").getAsDouble())
        .isCloseTo(12_000.0 * MB / 86_400, within(1e-6));
    assertThat(store.get("scans").getAsDouble()).isEqualTo(1);
    // 0.4 of 10 GB of heap, for 20 GB.
    assertThat(store.get("cached").getAsDouble()).isCloseTo(0.2, within(1e-6));
    JsonObject measured = json.getAsJsonObject("measured");
    assertThat(measured.get("engine").getAsString()).isEqualTo("default");
    assertThat(measured.get("covered_ms").getAsLong()).isEqualTo(86_400_000);
    assertThat(measured.get("write_amplification").getAsDouble()).isEqualTo(3);
    assertThat(measured.get("simulated_write_amplification").getAsDouble()).isBetween(1.5, 6.0);
    assertThat(json.getAsJsonArray("not_measured")).isEmpty();
    JsonObject first = json.getAsJsonArray("engines").get(0).getAsJsonObject();
    assertThat(first.get("write_amplification").getAsDouble()).isGreaterThan(1);
    assertThat(first.get("largest_job_bytes").getAsLong()).isPositive();
    assertThat(json.getAsJsonArray("assumptions")).isNotEmpty();
  }

  /** Flushes of ascending rows are ranges at once, and cost nothing more. */
  @Test
  void rangeEngineIsAdvisedForAscendingKeysAndSaidToBeAPreview() {
    FakeEngineCluster cluster = updated(Map.of());

    CliRun run =
        advise(
            cluster,
            "--key-order",
            "ascending",
            "--overwrites",
            "0",
            "--scans",
            "50",
            "--device",
            "ssd");

    assertThat(run.out())
        .startsWith("advice for ns:t: range (confidence: ")
        .contains("rows are ascending: ")
        .contains("compactions write 0.00 bytes for each byte flushed")
        .contains("- " + EngineEnableCommand.PREVIEW.formatted("range"));
  }

  @Test
  void keysAreAscendingIfNoFilesOfAStoreOverlap() {
    FakeEngineCluster cluster = cluster(Map.of());
    measured(cluster, 12_000 * MB);
    List.of("r1", "r2", "r3").forEach(region -> cluster.add(store(region, DEFAULT, 1, 0)));

    assertThat(advise(cluster).out()).contains("- keys are ascending, since no files of a store");
  }

  @Test
  void orderOfKeysIsNotKnownFromFilesThatTheEngineDivides() {
    FakeEngineCluster cluster = cluster(Map.of());
    measured(cluster, 12_000 * MB);
    String range = EngineName.RANGE.className();
    List.of("r1", "r2").forEach(region -> cluster.add(store(region, range, 1, 0)));

    assertThat(advise(cluster).out())
        .contains("key order (uniform)")
        .contains("stores of 1 of 3 regions")
        .contains("measured in 1d 0h, range: ");
  }

  @Test
  void rareFlushesArePeriodicOnes() {
    FakeEngineCluster cluster = updated(Map.of());
    measured(cluster, 3 * 24 * MB); // a megabyte an hour for each store

    JsonObject json = json(cluster, ALL_GIVEN);

    assertThat(json.getAsJsonObject("store").get("flush_bytes").getAsLong()).isEqualTo(MB);
    assertThat(advise(cluster, ALL_GIVEN).out())
        .contains("a flush writes 1.0 MB, which is what arrives in 1h 0m");
  }

  @Test
  void splitWhileItWasMeasuredIsADoubt() {
    FakeEngineCluster cluster = updated(Map.of());
    cluster.measured(
        sums(3 * 12_000 * MB),
        new EngineCluster.Load(Duration.ofDays(1), true, 300, 10 * GB, 20 * GB, 1));

    assertThat(advise(cluster, ALL_GIVEN).out())
        .contains("not measured, so assumed: writes of a region before it was split or merged");
  }

  @Test
  void optionsOfTheTableCount() {
    JsonObject standard = json(updated(Map.of()), ALL_GIVEN);
    JsonObject eager =
        json(
            updated(
                Map.of(
                    "lighter.range.unmerged.ratio",
                    "1",
                    "lighter.range.max.files",
                    "16",
                    "lighter.forest.fanout",
                    "2")),
            ALL_GIVEN);

    assertThat(writes(eager, "default")).isEqualTo(writes(standard, "default"));
    assertThat(writes(eager, "range")).isNotEqualTo(writes(standard, "range"));
    assertThat(writes(eager, "forest")).isGreaterThan(writes(standard, "forest"));
  }

  @Test
  void dateTieredIsACandidateForAFamilyWithATtl() {
    FakeEngineCluster cluster =
        new FakeEngineCluster(
            TableDescriptorBuilder.newBuilder(TableName.valueOf("ns:t"))
                .setColumnFamily(
                    ColumnFamilyDescriptorBuilder.newBuilder(bytes("f"))
                        .setTimeToLive(86_400)
                        .build())
                .build());
    measured(cluster, 12_000 * MB);
    cluster.add(store("r1", DEFAULT, 3, 150 * MB));

    assertThat(advise(cluster, "--overwrites", "0").out())
        .containsPattern("\ndate-tiered .* -\n")
        .doesNotContain("the family has no TTL");
  }

  @Test
  void tableWithoutMeasurementsIsNamedWithWhatIsMissing() {
    FakeEngineCluster silent = cluster(Map.of());
    assertRefused(silent, "no region server with Lighter reports the table");

    FakeEngineCluster unwritten = updated(Map.of());
    measured(unwritten, 0);
    assertRefused(unwritten, "nothing was flushed since its region servers started");

    FakeEngineCluster empty = cluster(Map.of());
    measured(empty, 12_000 * MB);
    empty.add(
        new TableStores.Store(
            "a,1,1", "r1", "f", DEFAULT, true, 0, 0, 0, 0, 0, List.of(), List.of()));
    assertRefused(empty, "no store with a file is reported");
  }

  private void assertRefused(FakeEngineCluster cluster, String why) {
    CliRun run = advise(cluster);
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines())
        .containsExactly("lighter: table ns:t: not enough is measured for an advice: " + why);
  }

  @Test
  void withoutManagerThereIsNoAdvice() {
    FakeEngineCluster cluster = updated(Map.of());
    cluster.withoutManager("no manager is running");

    CliRun run = advise(cluster);

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines()).containsExactly("lighter: no manager is running");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "--scans; 101; expected a whole number from 0 to 100",
        "--overwrites; half; expected a whole number from 0 to 100",
        "--cached; -1; expected a whole number from 0 to 100",
        "--key-order; random; expected uniform or ascending",
        "--device; tape; expected disk or ssd"
      })
  void wrongFlagsAreNamedWithWhatIsAllowed(String flag, String value, String allowed) {
    CliRun run = advise(updated(Map.of()), flag + "=" + value);

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("lighter: %s '%s': %s".formatted(flag, value, allowed));
  }

  @Test
  void wrongTableAndWrongOptionAreNamed() {
    CliRun absent =
        CliRun.of(Lighter.commandLine(() -> site, any -> updated(Map.of())), "advise", "absent");
    assertThat(absent.exitCode()).isEqualTo(1);
    assertThat(absent.err()).contains("there is no table absent");

    CliRun option = advise(updated(Map.of("hbase.hstore.compaction.max", "1")));
    assertThat(option.exitCode()).isEqualTo(2);
    assertThat(option.err())
        .contains("hbase.hstore.compaction.max = '1': expected a whole number from 2");
  }

  /** HBase's default engine and ranges rewrite all files each week, the forest none twice. */
  @Test
  void forestIsAdvisedForALargeTableInKeyOrderAndSaidToBeAPreview() {
    CliRun run = advise(large(Optional.empty()), IN_KEY_ORDER);

    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .containsPattern("^advice for ns:t: forest \\(confidence: (low|medium)\\)")
        .containsPattern("reasons:\n- it takes \\d")
        .contains("compactions write 0.55 bytes for each byte flushed (range: 2.66)\n")
        .contains("- without a forest the advice is range (confidence: medium)\n")
        .contains("- " + EngineEnableCommand.PREVIEW.formatted("forest"))
        .contains("doubts:\n- the simulation of forests was not compared with long runs of them\n")
        .containsPattern("\nforest .* -\n");
    JsonObject json = json(large(Optional.empty()), IN_KEY_ORDER);
    assertThat(json.get("engine").getAsString()).isEqualTo("forest");
    assertThat(engine(json, "forest").get("unfit").isJsonNull()).isTrue();
    assertThat(json.getAsJsonArray("engines").get(0)).isEqualTo(engine(json, "forest"));
  }

  @Test
  void forestIsNotAdvisedForATableThatTheCacheHolds() {
    String[] cached = Arrays.copyOf(IN_KEY_ORDER, IN_KEY_ORDER.length + 2);
    cached[IN_KEY_ORDER.length] = "--cached";
    cached[IN_KEY_ORDER.length + 1] = "90";

    JsonObject json = json(large(Optional.empty()), cached);

    assertThat(json.get("engine").getAsString()).isNotEqualTo("forest");
    assertThat(unfit(json)).isEqualTo("for tables that the block cache does not hold");
    // 3.5 GB, of which a cache of 4 GB holds a fifth beside other tables.
    assertThat(unfit(json(updated(Map.of()), IN_KEY_ORDER)))
        .isEqualTo("for tables that the block cache does not hold");
  }

  /** What a forest has more of is files in a read. */
  @Test
  void forestIsNotAdvisedForRandomKeys() {
    FakeEngineCluster cluster = large(Optional.empty());
    cluster.measured(
        largeSums(Optional.empty(), 3 * 24 * 512 * MB), largeLoad(Duration.ofDays(1), 300));

    JsonObject json = json(cluster, "--key-order", "uniform", "--overwrites", "0", "--scans", "50");

    assertThat(json.get("engine").getAsString()).isNotEqualTo("forest");
    assertThat(unfit(json)).startsWith("costs no less than ");
  }

  @Test
  void forestIsNotAdvisedIfTheDoubtIsLargerThanItsAdvantage() {
    JsonObject json = json(large(Optional.of(0.1)), IN_KEY_ORDER);

    assertThat(json.get("engine").getAsString()).isNotEqualTo("forest");
    assertThat(unfit(json))
        .matches("not clearly better: \\S+ costs \\d+ % more, and costs are in doubt by \\d+ %");
  }

  @Test
  void forestIsNotAdvisedFromTheCountersOfMinutes() {
    FakeEngineCluster cluster = large(Optional.empty());
    cluster.measured(
        largeSums(Optional.empty(), 3 * 16 * MB), largeLoad(Duration.ofMinutes(59), 0.003));

    JsonObject json = json(cluster, IN_KEY_ORDER);

    assertThat(json.get("engine").getAsString()).isNotEqualTo("forest");
    assertThat(unfit(json)).endsWith("too little for a preview");
  }

  @Test
  void writesOfARunningForestAreSimulated() {
    FakeEngineCluster cluster = cluster(Map.of());
    measured(cluster, 12_000 * MB);
    String forest = EngineName.FOREST.className();
    List.of("r1", "r2", "r3").forEach(region -> cluster.add(store(region, forest, 1, 0)));

    CliRun run = advise(cluster);

    assertThat(run.out())
        .contains("measured in 1d 0h, forest: write amplification 3.00")
        .containsPattern("simulated for the same writes: write amplification \\d\\.\\d\\d \\(")
        .contains("key order (uniform)");
  }

  private static String unfit(JsonObject json) {
    return engine(json, "forest").get("unfit").getAsString();
  }

  private static double writes(JsonObject json, String engine) {
    return engine(json, engine).get("write_amplification").getAsDouble();
  }

  private static JsonObject engine(JsonObject json, String engine) {
    for (var each : json.getAsJsonArray("engines")) {
      if (each.getAsJsonObject().get("engine").getAsString().equals(engine)) {
        return each.getAsJsonObject();
      }
    }
    throw new AssertionError("no " + engine);
  }

  private CliRun advise(FakeEngineCluster cluster, String... flags) {
    String[] args = new String[flags.length + 2];
    args[0] = "advise";
    args[1] = "ns:t";
    System.arraycopy(flags, 0, args, 2, flags.length);
    return CliRun.of(Lighter.commandLine(() -> site, any -> cluster), args);
  }

  private JsonObject json(FakeEngineCluster cluster, String... flags) {
    String[] args = new String[flags.length + 1];
    args[0] = "--json";
    System.arraycopy(flags, 0, args, 1, flags.length);
    CliRun run = advise(cluster, args);
    assertThat(run.err()).isEmpty();
    return JsonParser.parseString(run.out()).getAsJsonObject();
  }

  /** Three stores of 1.2 GB whose files overlap, with 36 GB flushed in a day. */
  private static FakeEngineCluster updated(Map<String, String> values) {
    FakeEngineCluster cluster = cluster(values);
    measured(cluster, 3 * 12_000 * MB);
    List.of("r1", "r2", "r3").forEach(region -> cluster.add(store(region, DEFAULT, 3, 150 * MB)));
    return cluster;
  }

  private static void measured(FakeEngineCluster cluster, long flushedBytes) {
    cluster.measured(
        sums(flushedBytes),
        new EngineCluster.Load(Duration.ofDays(1), false, 300, 10 * GB, 20 * GB, 1));
  }

  /** Three stores of 6 GB that get a flush of 64 MB in four hours, and are hardly read. */
  private static FakeEngineCluster large(Optional<Double> writeAmplification) {
    FakeEngineCluster cluster =
        cluster(Map.of("hbase.regionserver.optionalcacheflushinterval", "14400000"));
    cluster.measured(
        largeSums(writeAmplification, 3 * 240 * 16 * MB), largeLoad(Duration.ofDays(10), 0.003));
    for (String region : List.of("r1", "r2", "r3")) {
      cluster.add(
          new TableStores.Store(
              "a,1,1", region, "f", DEFAULT, true, 3, 1, 6 * GB, 0, 0, List.of(), List.of()));
    }
    return cluster;
  }

  private static EngineCluster.Load largeLoad(Duration covered, double rowsReadPerSecond) {
    return new EngineCluster.Load(covered, false, rowsReadPerSecond, 10 * GB, 200 * GB, 1);
  }

  private static TableStores.Sums largeSums(
      Optional<Double> writeAmplification, long flushedBytes) {
    return new TableStores.Sums(
        flushedBytes,
        flushedBytes,
        18 * GB,
        0,
        1,
        writeAmplification,
        Optional.of(1.0),
        Optional.of(1.0));
  }

  private static TableStores.Sums sums(long flushedBytes) {
    return new TableStores.Sums(
        flushedBytes,
        2 * flushedBytes,
        3_600 * MB,
        450 * MB,
        3,
        Optional.of(3.0),
        Optional.of(3.0),
        Optional.of(1.1));
  }

  private static FakeEngineCluster cluster(Map<String, String> values) {
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(TableName.valueOf("ns:t"))
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(bytes("f")));
    values.forEach(table::setValue);
    return new FakeEngineCluster(table.build());
  }

  private static TableStores.Store store(String region, String engine, int runs, long unmerged) {
    return new TableStores.Store(
        "a,1,1", region, "f", engine, true, 3, runs, 1_200 * MB, 0, unmerged, List.of(), List.of());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
