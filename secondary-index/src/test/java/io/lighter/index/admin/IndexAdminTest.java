// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lighter.common.config.LighterConfiguration;
import io.lighter.index.client.IndexProblem;
import io.lighter.index.client.IndexTables;
import io.lighter.index.client.UnknownIndexException;
import io.lighter.index.spec.IndexNames;
import io.lighter.index.spec.IndexSpecs;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Creates and drops indexes of a cluster in memory, with failures at each step. */
class IndexAdminTest {
  private static final TableName TABLE = TableName.valueOf("ns:t");
  private static final TableName CITY_TABLE = TableName.valueOf("ns:t__city");
  private static final String CITY = "value f:city string";

  private final FakeIndexCluster cluster = new FakeIndexCluster();
  private final FakeBuilder builder = new FakeBuilder(cluster);
  private int gates;
  private final IndexAdmin admin =
      new IndexAdmin(cluster, builder, () -> Bytes.toBytes("g" + ++gates));

  @BeforeEach
  void createTable() {
    put(
        TableDescriptorBuilder.newBuilder(TABLE)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
            .build());
  }

  private void put(TableDescriptor table) {
    cluster.tables.put(table.getTableName(), table);
  }

  @Test
  void createMakesTheTableBeforeTheDefinitionAndOpensTheGateLast() throws IOException {
    IndexInfo info = create("city", CITY);

    assertThat(cluster.steps)
        .containsExactly(
            "has cells?",
            "has cells?",
            "create ns:t__city with 0 splits",
            "indexes [city], observed",
            "has cells?",
            "ACTIVE with gate");
    assertThat(info.state()).isEqualTo("ACTIVE");
    assertThat(info.problem()).isEmpty();
    assertThat(info.definition()).contains("value f:city string cleanup=eager");
    TableDescriptor entries = cluster.tables.get(CITY_TABLE);
    assertThat(entries.getValue("lighter.index.of")).isEqualTo("ns:t");
    assertThat(entries.getColumnFamily(IndexNames.family()).getMaxVersions()).isEqualTo(1);
    assertThat(IndexTables.gate(entries).map(Bytes::toString)).contains("g1");
  }

  /** HBase puts the values of a table into the configuration of its stores. */
  @Test
  void valuesOfBothTablesAreNoUnknownOptions() throws IOException {
    create("city", CITY);

    for (TableDescriptor table : cluster.tables.values()) {
      Map<String, String> values = new TreeMap<>();
      table
          .getValues()
          .forEach(
              (key, value) -> values.put(Bytes.toString(key.get()), Bytes.toString(value.get())));
      assertThat(values)
          .containsKey(
              table.getTableName().equals(TABLE) ? "lighter.index.city" : "lighter.index.of");
      assertThat(LighterConfiguration.problems(values)).isEmpty();
    }
  }

  @Test
  void saltedIndexHasARegionForEachBucket() throws IOException {
    IndexInfo unused = create("city", CITY + " salt=16");

    assertThat(cluster.steps).contains("create ns:t__city with 15 splits");
  }

  @Test
  void createOfAnExistingIndexChangesNothing() throws IOException {
    create("city", CITY);
    cluster.hasRows = true;
    cluster.revive();

    assertThat(create("city", CITY + " cleanup=eager").state()).isEqualTo("ACTIVE");
    assertThat(cluster.steps).isEmpty();
    assertThatExceptionOfType(IndexRefusedException.class)
        .isThrownBy(() -> create("city", "value f:town string"))
        .withMessageContaining("the table has such an index")
        .withMessageContaining("lighter index drop ns:t city");
    assertThat(IndexTables.gate(cluster.tables.get(CITY_TABLE))).isPresent();
  }

  /** The mutant "create without a second look for rows" fails here. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void rowThatIsWrittenBeforeTheDefinitionIsBuilt(int step) throws IOException {
    cluster.writeBeforeStep = step;

    assertThat(create("city", CITY).state()).isEqualTo("ACTIVE");
    assertThat(cluster.unindexedRows).isZero();
    assertThat(cluster.steps).contains("fill");
  }

  /** The mutants "snapshot before the barrier" and "gate before the build" fail here. */
  @Test
  void rowsAreBuiltFromASnapshotBehindTheBarrier() throws IOException {
    cluster.write();

    IndexInfo info = create("city", CITY);

    assertThat(info.state()).isEqualTo("ACTIVE");
    assertThat(cluster.steps)
        .containsExactly(
            "has cells?",
            "has cells?",
            "create ns:t__city with 0 splits",
            "indexes [city], observed",
            "has cells?",
            "BUILDING without gate", // with the id of the build
            "snapshot",
            "fill",
            "delete snapshot",
            "ACTIVE with gate");
    assertNoBuildIsLeft();
    assertThat(IndexTables.build(cluster.tables.get(CITY_TABLE))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"1,0", "0,1", "2,0", "0,2", "3,0"})
  void failureBeforeTheBuildIsUndone(int failBefore, int failAfter) {
    cluster.write();
    cluster.failBefore = failBefore;
    cluster.failAfter = failAfter;

    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> create("city", CITY))
        .withMessageStartingWith("injected");
    assertNothingIsLeft();
  }

  /** Steps: create, define, mark, snapshot, fill, delete snapshot, open. */
  @ParameterizedTest
  @CsvSource({
    "1,0", "0,1", "2,0", "0,2", "3,0", "0,3", "4,0", "0,4", "5,0", "0,5", "6,0", "0,6", "7,0", "0,7"
  })
  void buildIsRepeatedAfterACrashAtEachStep(int failBefore, int failAfter) throws IOException {
    cluster.write();
    crash(failBefore, failAfter, () -> create("city", CITY));

    assertThat(create("city", CITY).state()).isEqualTo("ACTIVE");
    assertThat(cluster.unindexedRows).isZero();
    assertNoBuildIsLeft();
  }

  /**
   * A descriptor may be new while regions still run with the old one. The mutant "no procedure if
   * the descriptor is as it should be" fails here.
   */
  @Test
  void definitionIsWrittenAgainUntilABuildIsNoted() throws IOException {
    cluster.write();
    crash(0, 2, () -> create("city", CITY));

    IndexInfo unused = create("city", CITY);

    assertThat(cluster.steps).contains("indexes [city], observed");
  }

  @ParameterizedTest
  @CsvSource({"0,3", "4,0", "0,4", "5,0", "0,5", "6,0", "0,6", "7,0"})
  void buildThatCrashedCanBeDropped(int failBefore, int failAfter) throws IOException {
    cluster.write();
    crash(failBefore, failAfter, () -> create("city", CITY));

    admin.drop(TABLE, "city");

    assertNothingIsLeft();
    assertNoBuildIsLeft();
  }

  @ParameterizedTest
  @CsvSource({"4,0", "0,4", "5,0", "0,5"})
  void failedBuildStaysAndGoesOnWithItsSnapshot(int failBefore, int failAfter) throws IOException {
    cluster.write();
    cluster.failBefore = failBefore;
    cluster.failAfter = failAfter;
    assertThatExceptionOfType(IOException.class).isThrownBy(() -> create("city", CITY));
    Optional<String> build = IndexTables.build(cluster.tables.get(CITY_TABLE));
    assertThat(build).isPresent();
    assertThat(admin.status(TABLE, "city").progress().orElseThrow().build()).isEqualTo(build.get());
    cluster.revive();

    assertThat(create("city", CITY).state()).isEqualTo("ACTIVE");
    assertThat(cluster.steps).doesNotContain("indexes [city], observed", "BUILDING without gate");
  }

  /** Rows were restored during the build: entries of rows between are gone for good. */
  @ParameterizedTest
  @EnumSource(
      value = BuildStep.class,
      names = {"SNAPSHOT", "CLEAN"})
  void buildEndsIfTheIndexBecomesSuspect(BuildStep step) throws IOException {
    cluster.write();

    assertThatExceptionOfType(IndexRefusedException.class)
        .isThrownBy(
            () ->
                admin.create(
                    TABLE, "city", CITY, CreateOptions.DEFAULT, behind(step, this::markSuspect)))
        .withMessageContaining("SUSPECT");
    assertThat(admin.list().get(0).state()).isEqualTo("SUSPECT");
    assertThat(rebuild().state()).isEqualTo("ACTIVE");
    assertNoBuildIsLeft();
  }

  @Test
  void buildThatCrashedEndsIfTheIndexBecomesSuspect() throws IOException {
    cluster.write();
    crash(0, 4, () -> create("city", CITY));
    markSuspect();

    assertThatExceptionOfType(IndexRefusedException.class)
        .isThrownBy(() -> create("city", CITY))
        .withMessageContaining("SUSPECT")
        .withMessageEndingWith("run 'lighter index rebuild'");
    assertThat(rebuild().state()).isEqualTo("ACTIVE");
    assertNoBuildIsLeft();
  }

  private static BuildListener behind(BuildStep wanted, Runnable event) {
    return new BuildListener() {
      @Override
      public void progress(BuildProgress progress) {}

      @Override
      public void ended(BuildStep step) {
        if (step == wanted) {
          event.run();
        }
      }
    };
  }

  /** As a region server does. */
  private void markSuspect() {
    TableDescriptor entries = cluster.tables.get(CITY_TABLE);
    assertThat(IndexTables.mustBeWhole(entries)).isTrue();
    put(IndexTables.refused(IndexTables.suspect(entries, "rs1")));
  }

  @Test
  void refusedRowNeedsANewSnapshot() throws IOException {
    cluster.write();
    builder.refusal = "row 'x': too long";

    assertThatExceptionOfType(IndexRefusedException.class)
        .isThrownBy(() -> create("city", CITY))
        .withMessage("row 'x': too long");
    assertThat(admin.list().get(0).state()).isEqualTo("BUILDING");
    assertNoBuildIsLeft();

    builder.refusal = null;
    assertThat(create("city", CITY).state()).isEqualTo("ACTIVE");
  }

  /** The mutant "writes leave the index alone before lookups are refused" fails here. */
  @Test
  void suspensionClosesTheGateThenEndsMaintenance() throws IOException {
    create("city", CITY);
    cluster.revive();

    IndexInfo info = admin.suspend(TABLE, "city");

    assertThat(cluster.steps)
        .containsExactly("SUSPENDED without gate", "indexes [city], observed, suspended");
    assertThat(info.state()).isEqualTo("SUSPENDED");
    assertThat(info.problem().orElseThrow()).contains("lighter index rebuild");
    assertThat(IndexSpecs.maintained(cluster.tables.get(TABLE))).isEmpty();
    assertThatExceptionOfType(IndexRefusedException.class)
        .isThrownBy(() -> create("city", CITY))
        .withMessageEndingWith("run 'lighter index rebuild'");
    admin.drop(TABLE, "city");
    assertNothingIsLeft();
    assertThat(cluster.tables.get(TABLE).getValue("lighter.index.city.suspended")).isNull();
  }

  @Test
  void rebuildMakesANewIndexTableWhileNoRegionWritesToIt() throws IOException {
    create("city", CITY);
    cluster.write();
    cluster.revive();

    IndexInfo info = rebuild();

    assertThat(info.state()).isEqualTo("ACTIVE");
    assertThat(cluster.steps)
        .containsSubsequence(
            "SUSPENDED without gate",
            "indexes [city], observed, suspended",
            "delete ns:t__city",
            "create ns:t__city with 0 splits",
            "indexes [city], observed",
            "BUILDING without gate",
            "fill",
            "ACTIVE with gate");
    assertThat(IndexTables.gate(cluster.tables.get(CITY_TABLE)).map(Bytes::toString))
        .contains("g2");
  }

  /** Steps: suspend twice, delete, then those of a creation. */
  @ParameterizedTest
  @CsvSource({
    "1,0", "0,1", "2,0", "0,2", "3,0", "0,3", "4,0", "0,4", "5,0", "0,5", "6,0", "0,6", "7,0",
    "0,7", "8,0", "0,8", "9,0", "0,9", "10,0", "0,10"
  })
  void rebuildIsRepeatedAfterACrashAtEachStep(int failBefore, int failAfter) throws IOException {
    create("city", CITY);
    cluster.write();
    cluster.revive();
    crash(failBefore, failAfter, this::rebuild);

    assertThat(rebuild().state()).isEqualTo("ACTIVE");
    assertThat(cluster.unindexedRows).isZero();
    assertNoBuildIsLeft();
  }

  @Test
  void failedRebuildDoesNotDropTheIndex() throws IOException {
    create("city", CITY);
    cluster.write();
    cluster.revive();
    cluster.failBefore = 5;

    assertThatExceptionOfType(IOException.class).isThrownBy(this::rebuild);

    assertThat(admin.list().get(0).definition()).contains("value f:city string cleanup=eager");
    cluster.revive();
    assertThat(rebuild().state()).isEqualTo("ACTIVE");
  }

  @Test
  void rebuildMakesAnIndexWithoutItsTableWhole() throws IOException {
    create("city", CITY);
    cluster.write();
    cluster.tables.remove(CITY_TABLE);

    assertThat(rebuild().state()).isEqualTo("ACTIVE");
    assertThatExceptionOfType(UnknownIndexException.class)
        .isThrownBy(() -> admin.rebuild(TABLE, "town", CreateOptions.DEFAULT, BuildListener.NONE));
    assertThatExceptionOfType(UnknownIndexException.class)
        .isThrownBy(() -> admin.suspend(TABLE, "town"));
  }

  @Test
  void indexThatIsBeingDroppedIsNeitherRebuiltNorSuspended() throws IOException {
    create("city", CITY);
    cluster.revive();
    crash(0, 1, () -> admin.drop(TABLE, "city"));

    assertThatExceptionOfType(IndexRefusedException.class)
        .isThrownBy(this::rebuild)
        .withMessageContaining("DROPPING; run 'lighter index drop ns:t city' again");
    assertThatExceptionOfType(IndexRefusedException.class)
        .isThrownBy(() -> admin.suspend(TABLE, "city"));
  }

  @Test
  void programWithoutABuilderRefusesATableWithRows() {
    cluster.write();
    IndexAdmin plain = new IndexAdmin(cluster, new NoBuilder(), () -> Bytes.toBytes("g"));

    assertThatExceptionOfType(IndexRefusedException.class)
        .isThrownBy(() -> plain.create(TABLE, "city", CITY, CreateOptions.DEFAULT))
        .withMessageContaining("run 'lighter index create'");
    assertThat(cluster.tables).containsOnlyKeys(TABLE);
  }

  private IndexInfo rebuild() throws IOException {
    return admin.rebuild(TABLE, "city", CreateOptions.DEFAULT, BuildListener.NONE);
  }

  private void assertNoBuildIsLeft() {
    assertThat(cluster.snapshots).isEmpty();
    assertThat(builder.files).isEmpty();
  }

  @Test
  void rowThatIsWrittenAfterTheSecondLookIsIndexed() throws IOException {
    cluster.writeBeforeStep = 3;

    assertThat(create("city", CITY).state()).isEqualTo("ACTIVE");
    assertThat(cluster.unindexedRows).isZero();
  }

  @ParameterizedTest
  @CsvSource({"1,0", "0,1", "2,0", "0,2", "3,0", "0,3"})
  void failedStepIsUndone(int failBefore, int failAfter) throws IOException {
    cluster.failBefore = failBefore;
    cluster.failAfter = failAfter;

    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> create("city", CITY))
        .withMessageStartingWith("injected");
    assertNothingIsLeft();
    cluster.revive();
    assertThat(create("city", CITY).state()).isEqualTo("ACTIVE");
  }

  @ParameterizedTest
  @CsvSource({"1,0", "0,1", "2,0", "0,2", "3,0", "0,3"})
  void createIsRepeatedAfterACrashAtEachStep(int failBefore, int failAfter) throws IOException {
    crash(failBefore, failAfter, () -> create("city", CITY));

    assertThat(create("city", CITY).state()).isEqualTo("ACTIVE");
    assertThat(admin.list()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"0,1", "2,0", "0,2", "3,0", "0,3"})
  void createThatCrashedCanBeDropped(int failBefore, int failAfter) throws IOException {
    crash(failBefore, failAfter, () -> create("city", CITY));

    admin.drop(TABLE, "city");

    assertNothingIsLeft();
  }

  @Test
  void crashedCreateIsShownAsBuildingAndLeavesOtherDefinitionsAlone() throws IOException {
    crash(3, 0, () -> create("city", CITY));

    IndexInfo info = admin.list(TABLE).get(0);
    assertThat(info.state()).isEqualTo("BUILDING");
    assertThat(info.problem().orElseThrow()).contains("lighter index create");
    assertThatExceptionOfType(IndexRefusedException.class)
        .isThrownBy(() -> create("city", "value f:town string"));
    assertThat(admin.list(TABLE)).containsExactly(info);
  }

  /** The mutant "drop deletes the table before the barrier" fails here. */
  @Test
  void dropClosesTheGateThenEndsMaintenanceThenDeletesTheTable() throws IOException {
    create("city", CITY);
    cluster.revive();

    admin.drop(TABLE, "city");

    assertThat(cluster.steps)
        .containsExactly("DROPPING without gate", "indexes []", "delete ns:t__city");
    assertNothingIsLeft();
  }

  @ParameterizedTest
  @CsvSource({"1,0", "0,1", "2,0", "0,2", "3,0"})
  void dropIsRepeatedAfterACrashAtEachStep(int failBefore, int failAfter) throws IOException {
    create("city", CITY);
    cluster.revive();
    crash(failBefore, failAfter, () -> admin.drop(TABLE, "city"));

    admin.drop(TABLE, "city");

    assertNothingIsLeft();
    assertThatExceptionOfType(UnknownIndexException.class)
        .isThrownBy(() -> admin.drop(TABLE, "city"));
  }

  /** Regions that have not reopened yet would insert into a table that is gone. */
  @Test
  void repeatedDropWaitsForTheRegionsAgain() throws IOException {
    create("city", CITY);
    cluster.revive();
    crash(0, 2, () -> admin.drop(TABLE, "city"));

    admin.drop(TABLE, "city");

    assertThat(cluster.steps).containsExactly("indexes []", "delete ns:t__city");
  }

  @Test
  void observerStaysForTheOtherIndexes() throws IOException {
    create("city", CITY);
    create("town", "value f:town string");

    admin.drop(TABLE, "city");

    TableDescriptor data = cluster.tables.get(TABLE);
    assertThat(IndexProblem.hasObserver(data)).isTrue();
    assertThat(IndexSpecs.definitions(data)).containsOnlyKeys("town");
    admin.drop(TABLE, "town");
    assertNothingIsLeft();
  }

  @Test
  void indexOfADeletedTableCanBeDropped() throws IOException {
    create("city", CITY);
    cluster.tables.remove(TABLE);

    assertThat(admin.list().get(0).problem().orElseThrow()).contains("there is no table ns:t");
    admin.drop(TABLE, "city");

    assertThat(cluster.tables).isEmpty();
  }

  @Test
  void definitionWithoutIndexTableIsBrokenAndCanBeDropped() throws IOException {
    create("city", CITY);
    cluster.tables.remove(CITY_TABLE);

    IndexInfo info = admin.status(TABLE, "city").index();
    assertThat(info.state()).isEqualTo("BROKEN");
    assertThat(info.problem().orElseThrow()).contains("its index table ns:t__city is missing");
    assertThatExceptionOfType(IndexRefusedException.class).isThrownBy(() -> create("city", CITY));
    admin.drop(TABLE, "city");
    assertNothingIsLeft();
  }

  @Test
  void tableWithTheNameOfAnIndexTableIsLeftAlone() {
    put(
        TableDescriptorBuilder.newBuilder(CITY_TABLE)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
            .build());

    assertThatExceptionOfType(IndexRefusedException.class)
        .isThrownBy(() -> create("city", CITY))
        .withMessageContaining("table ns:t__city exists and is not its index table");
    assertThatExceptionOfType(UnknownIndexException.class)
        .isThrownBy(() -> admin.drop(TABLE, "city"));
    assertThat(cluster.tables).containsKey(CITY_TABLE);
  }

  @Test
  void allProblemsAreNamedAtOnceAndNothingIsCreated() {
    put(
        TableDescriptorBuilder.newBuilder(TABLE)
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes("f"))
                    .setMobEnabled(true)
                    .setTimeToLive(100)
                    .setEncryptionType("AES")
                    .build())
            .setValue(
                "coprocessor$1",
                "|org.apache.hadoop.hbase.coprocessor.BaseRowProcessorEndpoint|1073741823|")
            .build());
    cluster.hasRows = true;
    builder.problems.add("its files cannot be read");
    cluster.labels = true;
    cluster.cellAcls = true;
    cluster.probeProblems.add("rs7 cannot load the observer of indexes");

    assertThatExceptionOfType(IndexRefusedException.class)
        .isThrownBy(() -> create("city", CITY))
        .satisfies(
            e ->
                assertThat(String.join("\n", e.problems()))
                    .containsSubsequence(
                        "BaseRowProcessorEndpoint writes rows past the observer",
                        "family 'f' is a MOB family",
                        "family 'f' is encrypted (AES), and an index would keep its keys in clear",
                        "family 'f' has a TTL of 100 s",
                        "visibility labels",
                        "--no-cell-acls",
                        "rs7 cannot load",
                        "index city of ns:t: its files cannot be read"));
    assertThat(cluster.steps).containsExactly("has cells?");
    assertThat(cluster.tables).containsOnlyKeys(TABLE);
  }

  /** Such an index would grow with each write. */
  @Test
  void cleanupByCompactionsIsRefusedWhereTheyDropNothing() {
    put(
        TableDescriptorBuilder.newBuilder(TABLE)
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes("f"))
                    .setKeepDeletedCells(KeepDeletedCells.TRUE)
                    .setNewVersionBehavior(true)
                    .setConfiguration("lighter.engine.delegate", "a.StripeStoreEngine")
                    .build())
            .setValue("hbase.hstore.engine.class", "a.DefaultStoreEngine")
            .setValue("lighter.offload.enabled", "false")
            .build());

    assertThatExceptionOfType(IndexRefusedException.class)
        .isThrownBy(() -> create("city", CITY + " cleanup=compaction"))
        .satisfies(
            e ->
                assertThat(String.join("\n", e.problems()))
                    .containsSubsequence(
                        "index city of ns:t: cleanup=compaction, but compactions drop no entries,"
                            + " since family 'f' has KEEP_DELETED_CELLS",
                        "since family 'f' has NEW_VERSION_BEHAVIOR",
                        "since hbase.hstore.engine.class is 'a.DefaultStoreEngine' and not",
                        "since lighter.engine.delegate is 'a.StripeStoreEngine' and not",
                        "since lighter.offload.enabled is 'false' and not 'true'; change that, or"
                            + " use cleanup=eager"));
    assertThat(cluster.tables).containsOnlyKeys(TABLE);
  }

  @Test
  void wrongDefinitionIsOneOfTheProblems() {
    cluster.hasRows = true;
    builder.problems.add("its files cannot be read");

    assertThatExceptionOfType(IndexRefusedException.class)
        .isThrownBy(() -> create("city", "value f:city strin"))
        .satisfies(e -> assertThat(e.problems()).hasSize(2))
        .withMessageContaining("'strin'; allowed: bytes, string, int, long, double, decimal");
  }

  @Test
  void tablesThatCannotHaveAnIndexAreRefused() throws IOException {
    create("city", CITY);

    assertThatExceptionOfType(IndexRefusedException.class)
        .isThrownBy(() -> admin.create(CITY_TABLE, "x", "value e:q string", CreateOptions.DEFAULT))
        .withMessageContaining("the table is an index table");
    assertThatExceptionOfType(TableNotFoundException.class)
        .isThrownBy(
            () -> admin.create(TableName.valueOf("ns:other"), "city", CITY, CreateOptions.DEFAULT));
    assertThatExceptionOfType(IndexRefusedException.class)
        .isThrownBy(() -> create("town", "value g:town string"))
        .withMessageContaining("index town of ns:t: the table has no family 'g'");
    cluster.disabled.add(TABLE);
    assertThatExceptionOfType(IndexRefusedException.class)
        .isThrownBy(() -> create("town", "value f:town string"))
        .withMessageContaining("the table is disabled");
  }

  @Test
  void overLongNameOfTheIndexTableIsRefused() {
    TableName longName = TableName.valueOf("ns", "t".repeat(IndexChecks.MOST_NAME_BYTES - 5));
    put(
        TableDescriptorBuilder.newBuilder(longName)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
            .build());

    assertThatExceptionOfType(IndexRefusedException.class)
        .isThrownBy(() -> admin.create(longName, "city", CITY, CreateOptions.DEFAULT))
        .withMessageContaining("has 201 bytes: expected at most 200");
  }

  @Test
  void callerMayStateThatNoCellHasAnAccessList() throws IOException {
    cluster.cellAcls = true;

    assertThat(admin.create(TABLE, "city", CITY, new CreateOptions(true)).state())
        .isEqualTo("ACTIVE");
  }

  @Test
  void statusHasWhatTheMasterKnows() throws IOException {
    create("city", CITY);

    IndexInfo.Status status = admin.status(TABLE, "city");

    assertThat(status.indexRegions()).isEqualTo(3);
    assertThat(status.indexBytes()).isEqualTo(1 << 20);
    assertThat(status.unobserved()).containsExactly("rs7");
    assertThatExceptionOfType(UnknownIndexException.class)
        .isThrownBy(() -> admin.status(TABLE, "town"))
        .withMessageContaining("the table has city");
  }

  @Test
  void changedDefinitionAndLostObserverBreakTheIndex() throws IOException {
    create("city", CITY);
    TableDescriptor data = cluster.tables.get(TABLE);

    put(
        TableDescriptorBuilder.newBuilder(data)
            .setValue("lighter.index.city", "value f:x int")
            .build());
    assertThat(admin.status(TABLE, "city").index().state()).isEqualTo("BROKEN");
    put(TableDescriptorBuilder.newBuilder(data).removeCoprocessor(IndexNames.OBSERVER).build());
    assertThat(admin.status(TABLE, "city").index().problem().orElseThrow())
        .contains("lacks the coprocessor");
    put(TableDescriptorBuilder.newBuilder(data).removeValue("lighter.index.city").build());
    assertThat(admin.status(TABLE, "city").index().problem().orElseThrow())
        .contains("does not define it any more");
    put(data);
    assertThat(admin.status(TABLE, "city").index().problem()).isEqualTo(Optional.empty());
  }

  /** A step of the client, which dies at an injected failure. */
  @FunctionalInterface
  private interface Step {
    void run() throws IOException;
  }

  private void crash(int failBefore, int failAfter, Step step) {
    cluster.failBefore = failBefore;
    cluster.failAfter = failAfter;
    cluster.dead = true;
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(step::run)
        .withMessageStartingWith("injected");
    cluster.revive();
  }

  private IndexInfo create(String name, String definition) throws IOException {
    return admin.create(TABLE, name, definition, CreateOptions.DEFAULT);
  }

  private void assertNothingIsLeft() {
    assertThat(cluster.tables).containsOnlyKeys(TABLE);
    TableDescriptor data = cluster.tables.get(TABLE);
    assertThat(IndexSpecs.definitions(data)).isEmpty();
    assertThat(data.getCoprocessorDescriptors()).isEqualTo(List.of());
  }
}
