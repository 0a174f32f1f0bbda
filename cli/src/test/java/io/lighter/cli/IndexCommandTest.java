// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.protocol.LighterProtos.IndexRound;
import io.lighter.common.protocol.LighterProtos.StatusResponse;
import io.lighter.index.admin.BuildProgress;
import io.lighter.index.admin.BuildStep;
import io.lighter.index.admin.CheckReport;
import io.lighter.testing.fixtures.CliRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code lighter index} on a fake cluster. */
class IndexCommandTest {
  private final FakeIndexedCluster cluster = new FakeIndexedCluster();

  @Test
  void createShowsTheIndexAndThatItIsAPreview() {
    CliRun run = run("create", "ns:t", "city", "value f:city string");

    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out().lines())
        .containsExactly(
            "index city of ns:t: ACTIVE",
            "definition: value f:city string cleanup=eager",
            "index table: ns:t__city",
            IndexCreateCommand.PREVIEW);
    assertThat(cluster.calls)
        .containsExactly(
            "create ns:t city 'value f:city string' CreateOptions[noCellAccessLists=false]",
            "close");
  }

  @Test
  void everyReasonAgainstAnIndexIsALine() {
    cluster.refusals = List.of("index city of ns:t: one", "index city of ns:t: two");

    CliRun run = run("create", "ns:t", "city", "value f:city string", "--no-cell-acls");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines())
        .containsExactly("lighter: index city of ns:t: one", "lighter: index city of ns:t: two");
    assertThat(cluster.calls.get(0)).endsWith("CreateOptions[noCellAccessLists=true]");
  }

  @Test
  void buildShowsItsStepsAndItsEnd() {
    cluster.progress.add(new BuildProgress("city", BuildStep.DEFINE, 0, 0, 0));
    for (int done = 0; done <= 40; done++) {
      cluster.progress.add(new BuildProgress("ib-1", BuildStep.READ, done, 40, 100L * done));
    }

    CliRun run = run("rebuild", "ns:t", "city", "--jobs", "3");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).startsWith("index city of ns:t: ACTIVE\n");
    assertThat(run.err().lines())
        .hasSize(12)
        .startsWith("city: reopen the table's regions", "ib-1: read regions, 0 of 40, 0 entries")
        .contains("ib-1: read regions, 20 of 40, 2000 entries, about 0 s left")
        .endsWith("ib-1: read regions, 40 of 40, 4000 entries");
    assertThat(cluster.calls)
        .contains("rebuild ns:t city CreateOptions[noCellAccessLists=false], 3 jobs");
  }

  @Test
  void refusedRebuildAndSuspensionOfNothingAreFailures() {
    cluster.refusals = List.of("index city of ns:t: one", "index city of ns:t: two");
    assertThat(run("rebuild", "ns:t", "city").err().lines()).hasSize(2);
    assertThat(run("rebuild", "ns:t", "city").exitCode()).isEqualTo(1);

    assertThat(run("suspend", "ns:t", "city").exitCode()).isZero();
    assertThat(run("suspend", "ns:t", "town").exitCode()).isEqualTo(1);
    assertThat(json("suspend", "ns:t", "city").get("index").getAsString()).isEqualTo("city");
  }

  @Test
  void bulkLoadShowsItsStepsAndSaysHowToGoOn() {
    CliRun loaded = run("bulkload", "ns:t", "/dir", "--jobs", "3");
    assertThat(loaded.exitCode()).isZero();
    assertThat(loaded.out()).isEqualTo("/dir: loaded into ns:t, with index entries\n");
    assertThat(loaded.err())
        .isEqualTo(
            """
            reopen the table's regions, which keep all entries from now on
            ib-1: load the files
            """);
    assertThat(cluster.calls).contains("bulkload ns:t /dir, 3 jobs");
    assertThat(json("bulkload", "ns:t", "/dir").get("loaded").getAsBoolean()).isTrue();

    cluster.loadFails = true;
    CliRun failed = run("bulkload", "ns:t", "/dir");
    assertThat(failed.exitCode()).isEqualTo(1);
    assertThat(failed.err())
        .contains("repeat the command, or run 'lighter index bulkload ns:t --cancel'\n")
        .contains("no region server");

    cluster.refusals = List.of("/dir has no HFiles");
    CliRun refused = run("bulkload", "ns:t", "/dir");
    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.err()).isEqualTo("lighter: /dir has no HFiles\n");
  }

  @Test
  void bulkLoadIsCancelledWithoutAFolder() {
    assertThat(run("bulkload", "ns:t", "--cancel").out())
        .isEqualTo("bulk load into ns:t: ended; the files are in hdfs://nn/dir\n");
    assertThat(json("bulkload", "ns:t", "--cancel").get("loaded").getAsBoolean()).isFalse();
    assertThat(run("bulkload", "ns:t", "/dir", "--cancel").err())
        .startsWith("lighter: expected either DIR or --cancel");
    assertThat(run("bulkload", "ns:t").err())
        .startsWith("lighter: expected either DIR or --cancel");
    assertThat(run("bulkload", "ns:t", "/dir", "--jobs", "0").err())
        .startsWith("lighter: --jobs = 0: expected 1 to 64");

    cluster.hold = "bulk load ib-1 runs";
    assertThat(run("status", "ns:t", "city").out()).contains("held: bulk load ib-1 runs\n");
    assertThat(json("status", "ns:t", "city").get("hold").getAsString())
        .isEqualTo("bulk load ib-1 runs");
  }

  @Test
  void snapshotShowsTheIndexesThatARestorationBuilds() {
    assertThat(run("snapshot", "ns:t", "monday").out())
        .startsWith("snapshot monday of ns:t\n")
        .containsPattern("ns:t +city +ACTIVE");
    JsonObject json = json("snapshot", "ns:t", "monday");
    assertThat(json.get("snapshot").getAsString()).isEqualTo("monday");
    assertThat(json.get("table").getAsString()).isEqualTo("ns:t");
    assertThat(json.getAsJsonArray("indexes")).hasSize(1);
    assertThat(cluster.calls).contains("snapshot ns:t monday");

    cluster.refusals = List.of("there is a snapshot 'monday' already; choose another name");
    CliRun refused = run("snapshot", "ns:t", "monday");
    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.out()).isEmpty();
    assertThat(refused.err())
        .isEqualTo("lighter: there is a snapshot 'monday' already; choose another name\n");
  }

  @Test
  void restoredAndClonedTablesHaveTheirIndexes() {
    assertThat(run("restore", "ns:t", "monday").out()).containsPattern("ns:t +city +ACTIVE");
    assertThat(run("clone", "monday", "ns:u", "--jobs", "3").exitCode()).isZero();
    assertThat(json("restore", "ns:t", "monday").getAsJsonArray("indexes")).hasSize(1);
    assertThat(cluster.calls)
        .contains(
            "restore ns:t monday CreateOptions[noCellAccessLists=false], 2 jobs",
            "clone monday ns:u CreateOptions[noCellAccessLists=false], 3 jobs");

    cluster.refusals = List.of("there is no snapshot 'monday'");
    CliRun refused = run("restore", "ns:t", "monday");
    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.err()).isEqualTo("lighter: there is no snapshot 'monday'\n");
  }

  @Test
  void dropSaysSoAndUnknownIndexIsAnError() {
    assertThat(run("drop", "ns:t", "city").out()).isEqualTo("index city of ns:t: dropped\n");
    assertThat(json("drop", "ns:t", "city").get("dropped").getAsBoolean()).isTrue();

    CliRun unknown = run("drop", "ns:t", "town");
    assertThat(unknown.exitCode()).isEqualTo(1);
    assertThat(unknown.err())
        .isEqualTo("lighter: index 'town' of ns:t: there is no such index; the table has city\n");
  }

  @Test
  void listIsOfAllTablesOrOfOne() {
    assertThat(run("list").out())
        .containsPattern("TABLE +INDEX +STATE +DEFINITION\n")
        .containsPattern("ns:t +city +ACTIVE +value f:city string cleanup=eager\n");
    assertThat(run("list", "ns:u").exitCode()).isZero();
    assertThat(cluster.calls).contains("list", "list ns:u");
    JsonObject index = json("list").getAsJsonArray("indexes").get(0).getAsJsonObject();
    assertThat(index.get("state").getAsString()).isEqualTo("ACTIVE");
    assertThat(index.get("problem").isJsonNull()).isTrue();
  }

  @Test
  void statusFailsWhileLookupsAreRefused() {
    CliRun active = run("status", "ns:t", "city");
    assertThat(active.exitCode()).isZero();
    assertThat(active.out())
        .contains("size: 3.0 MB in 2 regions\n")
        .contains("not reported by: rs7,1,1");

    assertThat(json("status", "ns:t", "city").get("build").isJsonNull()).isTrue();
    cluster.problem = "BUILDING; run it again";
    cluster.progress.add(new BuildProgress("ib-1", BuildStep.READ, 3, 12, BuildProgress.UNKNOWN));
    CliRun building = run("status", "ns:t", "city");
    assertThat(building.exitCode()).isEqualTo(1);
    assertThat(building.out())
        .startsWith("index city of ns:t: BUILDING; run it again\n")
        .contains("build: ib-1: read regions, 3 of 12\n");
    JsonObject build = json("status", "ns:t", "city").getAsJsonObject("build");
    assertThat(build.get("step").getAsString()).isEqualTo("READ");
    assertThat(build.get("all").getAsInt()).isEqualTo(12);
    assertThat(json("status", "ns:t", "city").get("problem").getAsString())
        .isEqualTo("BUILDING; run it again");
  }

  @Test
  void statusShowsTheCollectionOfAnIndexThatLeavesEntriesToCompactions() {
    assertThat(run("status", "ns:t", "city").out()).doesNotContain("collection");
    assertThat(json("status", "ns:t", "city").get("collection").isJsonNull()).isTrue();

    cluster.cleanup = "compaction";
    assertThat(run("status", "ns:t", "city").out()).endsWith("collection: not known: no manager\n");
    assertThat(collection().get("problem").getAsString()).isEqualTo("no manager");

    IndexRound.Builder round =
        IndexRound.newBuilder().setIndexTable("ns:t__city").setBaseBytes(1).setProblem("held");
    answer(round);
    assertThat(run("status", "ns:t", "city").out())
        .endsWith("collection: no round has completed\nno round: held\n");

    answer(
        round
            .clearProblem()
            .setId("cr-1")
            .setEndedMs(60_000)
            .setBytesBefore(3 << 20)
            .setBytesAfter(1 << 20)
            .setRunningId("cr-2")
            .setRegionsDone(3)
            .setRegions(12));
    CliRun running = run("status", "ns:t", "city");
    assertThat(running.exitCode()).isZero();
    assertThat(running.out())
        .endsWith(
            """
            collection: cr-1 at 1970-01-01T00:01:00Z, 3.0 MB to 1.0 MB
            round cr-2: compacts the data, 3 of 12 regions
            """);
    assertThat(collection().get("last").getAsString()).isEqualTo("cr-1");
    assertThat(collection().get("bytes_after").getAsLong()).isEqualTo(1 << 20);
    assertThat(collection().get("problem").isJsonNull()).isTrue();
  }

  private JsonObject collection() {
    return json("status", "ns:t", "city").getAsJsonObject("collection");
  }

  private void answer(IndexRound.Builder round) {
    cluster.managers =
        new ClusterStatus.Managed(
            StatusResponse.newBuilder()
                .setLeader("m,1,1")
                .setVersion("test")
                .setUptimeMs(1)
                .setSwitchedOn(true)
                .setRegions(1)
                .addIndexRound(round)
                .build());
  }

  @Test
  void checkFailsOnlyIfLookupsWouldMissRows() {
    CliRun stale = run("check", "ns:t", "city");
    assertThat(stale.exitCode()).isZero();
    assertThat(stale.out())
        .isEqualTo(
            """
            rows: 10, entries: 11
            missing: 0
            stale: 1 (lookups drop them)
            foreign: 0
              stale: entry 'x'
            consistent
            """);

    cluster.report = new CheckReport(10, 9, 1, 0, 0, 2, 0, 0, List.of("missing: row 'a'"));
    CliRun missing = run("check", "ns:t", "city");
    assertThat(missing.exitCode()).isEqualTo(1);
    assertThat(missing.out()).contains("changed all the time: 2 rows").endsWith("NOT CONSISTENT\n");

    cluster.report = new CheckReport(10, 9, 1, 3, 0, 0, 1, 2, List.of());
    CliRun repaired = run("check", "ns:t", "city", "--repair");
    assertThat(repaired.exitCode()).isZero();
    assertThat(repaired.out()).contains("missing: 1, repaired: 1\nstale: 3, removed: 2 (lookups");
    assertThat(cluster.calls).contains("check ns:t city false", "check ns:t city true");
    assertThat(json("check", "ns:t", "city").get("repaired_stale").getAsInt()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "city Rome | key Rome",
        "city DE 5 | key DE, 5",
        "city --prefix Ro | keys that begin with Ro",
        "city --from a --to b | keys >= a < b",
        "city --from DE --from 5 | keys >= DE, 5",
        "city --to b | keys < b",
        "city | keys",
      })
  void rangeIsThatOfTheCommandLine(String args, String range) {
    List<String> all = new ArrayList<>(List.of("lookup", "ns:t"));
    all.addAll(List.of(args.split(" ")));

    CliRun run = run(all.toArray(String[]::new));

    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(cluster.calls.get(0))
        .isEqualTo("ns:t: lookup of %s in index city, at most 20 rows".formatted(range));
  }

  @Test
  void rowsAreLinesAndTheLimitIsNamedOnceItIsReached() {
    cluster.rows.add(
        new IndexedCluster.FoundRow(
            "r1", List.of("DE", "5"), false, Map.of("f:name", "Ann <\\x00>")));
    cluster.rows.add(new IndexedCluster.FoundRow("r2", List.of("DE", "6"), true, Map.of()));

    CliRun text = run("lookup", "ns:t", "city", "--limit", "2");
    assertThat(text.out().lines())
        .containsExactly("DE, 5  row r1  f:name=Ann <\\x00>", "DE, 6  row r2 (moved)  ");
    assertThat(text.err()).isEqualTo("lighter: ended at 2 rows; --limit shows more\n");
    CliRun json = run("lookup", "ns:t", "city", "--json");
    assertThat(json.err()).isEmpty();
    assertThat(json.out().lines())
        .containsExactly(
            "{\"row\":\"r1\",\"key\":[\"DE\",\"5\"],\"moved\":false,"
                + "\"cells\":{\"f:name\":\"Ann <\\\\x00>\"}}",
            "{\"row\":\"r2\",\"key\":[\"DE\",\"6\"],\"moved\":true,\"cells\":{}}");
  }

  @Test
  void indexThatIsNotReadyIsAFailureAndAWrongValueAWrongCommandLine() {
    cluster.problem = "BUILDING";
    CliRun building = run("lookup", "ns:t", "city");
    assertThat(building.exitCode()).isEqualTo(1);
    assertThat(building.err()).isEqualTo("lighter: index city of ns:t is not ready: BUILDING\n");

    cluster.wrongRange = "index city: 'x': expected int";
    CliRun wrong = run("lookup", "ns:t", "city", "x");
    assertThat(wrong.exitCode()).isEqualTo(2);
    assertThat(wrong.err()).startsWith("lighter: index city: 'x': expected int\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nonsense",
        "create ns:t",
        "create ns:t city",
        "create a:b:c city x",
        "create ns:t city x --jobs 0",
        "rebuild ns:t city --jobs 65",
        "rebuild ns:t",
        "suspend ns:t",
        "drop ns:t",
        "list a:b:c",
        "lookup ns:t",
        "lookup ns:t city Rome --prefix R",
        "lookup ns:t city --prefix R --from a",
        "lookup ns:t city --limit 0",
        "lookup ns:t city --limit many"
      })
  void wrongCommandLineIsOneLineAndAHint(String line) {
    CliRun run = run(line.isEmpty() ? new String[0] : line.split(" "));

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err().lines()).hasSize(2).first().asString().startsWith("lighter: ");
    assertThat(cluster.calls).isEmpty();
  }

  private JsonObject json(String... args) {
    String[] all = java.util.Arrays.copyOf(args, args.length + 1);
    all[args.length] = "--json";
    return JsonParser.parseString(run(all).out()).getAsJsonObject();
  }

  private CliRun run(String... args) {
    String[] all = new String[args.length + 1];
    all[0] = "index";
    System.arraycopy(args, 0, all, 1, args.length);
    return CliRun.of(Lighter.commandLineOfIndexes(CliRun::conf, any -> cluster), all);
  }
}
