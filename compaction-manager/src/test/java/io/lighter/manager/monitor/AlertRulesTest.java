// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.monitor;

import static io.lighter.manager.monitor.Snapshots.A;
import static io.lighter.manager.monitor.Snapshots.B;
import static io.lighter.manager.monitor.Snapshots.CLIENT;
import static io.lighter.manager.monitor.Snapshots.at;
import static io.lighter.manager.monitor.Snapshots.client;
import static io.lighter.manager.monitor.Snapshots.job;
import static io.lighter.manager.monitor.Snapshots.server;
import static io.lighter.manager.monitor.Snapshots.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.lighter.common.protocol.LighterProtos.IndexActivity;
import io.lighter.common.protocol.LighterProtos.IndexName;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import io.lighter.common.protocol.LighterProtos.StatusResponse;
import io.lighter.common.protocol.LighterProtos.StorageBytes;
import io.lighter.common.protocol.LighterProtos.TableIndexes;
import io.lighter.common.protocol.LighterProtos.TableTiers;
import io.lighter.common.protocol.LighterProtos.TierLevel;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AlertRulesTest {
  @Test
  void healthyClusterHasNoAlert() {
    assertThat(ids(status(server(A).build()))).isEmpty();
  }

  @Test
  void tableAlertNamesReasonAndRemedyForAnObserver() {
    assertThat(
            AlertRules.of(
                at(0, status(server(A).build())),
                Map.of(),
                List.of(
                    new TableTrend.MostlyLocal("t", "coprocessor", 9, 10),
                    new TableTrend.MostlyLocal("u", "bad-output", 5, 5)),
                List.of()))
        .extracting(Alert::id, Alert::text)
        .containsExactly(
            tuple(
                "table-stays-local:t",
                "9 of 10 compactions of table t in the last 60 minutes ran on region servers"
                    + " (coprocessor): an observer has a hook in compactions; if it only checks"
                    + " permissions, name it in lighter.offload.permission.observers"),
            tuple(
                "table-stays-local:u",
                "5 of 5 compactions of table u in the last 60 minutes ran on region servers"
                    + " (bad-output)"));
  }

  @Test
  void clusterWithoutServerShowsTheWaitingCompactions() {
    Snapshot snapshot =
        new Snapshot(
            0, status().build(), Set.of(), Map.of(CLIENT, client("no-server", 1)), List.of());

    assertThat(AlertRules.of(snapshot, Map.of(), List.of(), List.of()))
        .singleElement()
        .satisfies(alert -> assertThat(alert.id()).isEqualTo("no-server"))
        .satisfies(alert -> assertThat(alert.text()).contains("2 compactions wait"));
  }

  @Test
  void groupWithoutServerIsTheOneInTheStatus() {
    assertThat(ids(status(server(A).build()).addGroupWithoutServer("gone")))
        .containsExactly("group-without-server:gone");
  }

  @Test
  void idleServerIsShownOnlyWhileJobsWaitInItsGroup() {
    var waiting = server(A).addJob(job(JobState.QUEUED)).build();

    assertThat(ids(status(waiting, server(B).build()))).containsExactly("idle-server:b,1,1");
    assertThat(ids(status(waiting, server(B).addJob(job(JobState.COMPLETED)).build())))
        .as("a job that is complete needs no thread")
        .containsExactly("idle-server:b,1,1");
    assertThat(ids(status(waiting, server(B).setGroup("other").build()))).isEmpty();
    assertThat(ids(status(waiting, server(B).setDraining(true).build()))).isEmpty();
    ServerReport draining = waiting.toBuilder().setDraining(true).build();
    assertThat(ids(status(draining, server(B).build()))).as("its jobs stay there").isEmpty();
    assertThat(ids(status(server(A).addJob(job(JobState.COMPACTING)).build(), server(B).build())))
        .isEmpty();
  }

  @Test
  void queueOfDrainingServersIsShown() {
    assertThat(ids(status(server(A).setDraining(true).addJob(job(JobState.QUEUED)).build())))
        .containsExactly("queue-without-server:default");
  }

  @Test
  void repeatedFailuresOfAServerAreShown() {
    assertThat(ids(status(server(A).setFailuresInARow(2).build()))).isEmpty();
    assertThat(ids(status(server(A).setFailuresInARow(3).build())))
        .containsExactly("failures-in-a-row:a,1,1");
  }

  @Test
  void serverWithoutOrWithOldReportIsSilent() {
    StatusResponse.Builder old = status(server(A).build());
    old.getServerBuilder(0).setReportAgeMs(10_000);

    assertThat(ids(old)).containsExactly("server-silent:a,1,1");
    assertThat(ids(status().addSilentServer("b,1,1"))).containsExactly("server-silent:b,1,1");
  }

  @Test
  void switchStandbyAndUnreadRegionsAreShown() {
    assertThat(
            ids(
                status(server(A).build())
                    .clearStandby()
                    .setSwitchedOn(false)
                    .addSwitchedOffTable("t")
                    .setRegions(-1)))
        .containsExactly("no-standby", "switched-off", "tables-switched-off", "regions-unknown");
  }

  @Test
  void unreadableSwitchIsShownBesideItsLastValue() {
    assertThat(ids(status(server(A).build()).setSwitchUnreadable(true).addSwitchedOffTable("t")))
        .containsExactly("switch-unreadable", "tables-switched-off");
  }

  @Test
  void manyLocalCompactionsAreShownByReason() {
    Snapshot now = at(0, status(server(A).build()));

    assertThat(AlertRules.of(now, Map.of("busy", 2L), List.of(), List.of())).isEmpty();
    assertThat(AlertRules.of(now, Map.of("no-server", 1L, "busy", 2L), List.of(), List.of()))
        .singleElement()
        .satisfies(alert -> assertThat(alert.text()).contains("3 compactions", "busy 2, no-se"));
  }

  @Test
  void trendCountsOnlyRecentGrowthOfFailures() {
    LocalTrend trend = new LocalTrend();
    trend.add(withClient(0, "busy", 7));
    assertThat(trend.recent()).as("before anybody looked").isEmpty();

    trend.add(withClient(1000, "busy", 9));
    assertThat(trend.recent()).containsExactly(Map.entry("busy", 2L));
    trend.add(withClient(2000, "busy", 1));
    assertThat(trend.recent()).as("restarted").containsExactly(Map.entry("busy", 2L));
    trend.add(withClient(1000 + LocalTrend.WINDOW.toMillis(), "too-small", 50));
    assertThat(trend.recent()).isEmpty();
  }

  @Test
  void undrainedDepartureIsShownUntilASuccessorJoins() {
    LostServers lostServers = new LostServers();
    lostServers.add(at(0, status(server(A).build(), server(B).setDraining(true).build())));
    lostServers.add(at(1000, status()));
    assertThat(lostServers.recent()).containsExactly("a,1,1");

    lostServers.add(at(2000, status().addSilentServer("a,1,2")));
    assertThat(lostServers.recent()).isEmpty();
  }

  @Test
  void drainedDepartureIsNotShown() {
    LostServers lostServers = new LostServers();
    lostServers.add(at(0, status(server(A).build())));
    lostServers.add(at(1000, status()));
    lostServers.add(
        new Snapshot(2000, status().build(), Set.of(A), Map.of(), List.of())); // noticed late
    assertThat(lostServers.recent()).isEmpty();
  }

  @Test
  void departureExpires() {
    LostServers lostServers = new LostServers();
    lostServers.add(at(0, status(server(A).build())));
    lostServers.add(at(1000, status()));
    lostServers.add(at(1000 + LostServers.REMEMBERED.toMillis() - 1, status()));
    assertThat(lostServers.recent()).hasSize(1);
    lostServers.add(at(1000 + LostServers.REMEMBERED.toMillis(), status()));
    assertThat(lostServers.recent()).isEmpty();
  }

  @Test
  void alertIsShownAfterItsHoldWithItsStart() {
    AlertBoard board = new AlertBoard();
    List<Alert> holding =
        List.of(
            new Alert(Alert.Kind.NO_STANDBY, "", "none"),
            new Alert(Alert.Kind.NO_SERVER, "", "none"));

    assertThat(board.update(holding, 1000)).isEmpty();
    assertThat(board.update(holding, 6000))
        .extracting(active -> active.alert().id())
        .containsExactly("no-server");
    assertThat(board.update(holding, 11_000))
        .as("the worst first")
        .containsExactly(
            new AlertBoard.Active(holding.get(1), 1000),
            new AlertBoard.Active(holding.get(0), 1000));

    assertThat(board.update(List.of(), 12_000)).isEmpty();
    assertThat(board.update(holding, 13_000)).as("begun anew").isEmpty();
  }

  @Test
  void tableWithManyMisplacedReplicasIsShownAfterSomeAudits() {
    Snapshot some = Snapshots.tiers("t", misplaced(100), misplaced(100));
    Snapshot many = Snapshots.tiers("t", misplaced(100), misplaced(101));
    assertThat(ids(some)).isEmpty();
    assertThat(ids(many)).containsExactly("blocks-misplaced:t");
    List<Alert> alerts = AlertRules.of(many, Map.of(), List.of(), List.of());
    assertThat(alerts)
        .extracting(Alert::text)
        .containsExactly(
            "10 % of the replicas of table t are on other types of storage than its tiers ask for");

    AlertBoard board = new AlertBoard();
    long halfAnHour = 1_800_000;
    assertThat(board.update(alerts, 0)).isEmpty();
    assertThat(board.update(alerts, halfAnHour - 1)).isEmpty();
    assertThat(board.update(alerts, halfAnHour)).hasSize(1);
  }

  @Test
  void tableWhoseMergesDoNotBeginIsShown() {
    TableTiers.Builder tiers =
        TableTiers.newBuilder().setStores(4).setFullRuns(3).setFullRunMs(1_799_999);
    assertThat(ids(Snapshots.tiers("t", tiers.build()))).isEmpty();
    Snapshot late = Snapshots.tiers("t", tiers.setFullRunMs(1_800_000).build());

    List<Alert> alerts = AlertRules.of(late, Map.of(), List.of(), List.of());
    assertThat(alerts)
        .extracting(Alert::id, Alert::text)
        .containsExactly(
            tuple(
                "merges-late:t",
                "Full runs of table t have waited for a merge for 30 minutes; 3 wait now"));
    assertThat(new AlertBoard().update(alerts, 0)).as("the stores have waited already").hasSize(1);
  }

  @Test
  void tablesWithAlertsAboutTiersAreBounded() {
    List<String> tables = IntStream.range(0, 30).mapToObj(i -> "t" + i).toList();
    TableTiers[] tiers =
        IntStream.range(0, 30)
            .mapToObj(
                i ->
                    misplaced(500 + i).toBuilder()
                        .setFullRuns(1)
                        .setFullRunMs(2_000_000)
                        .addLevel(TierLevel.newBuilder().setLevel(0).setBytes(i))
                        .build())
            .toArray(TableTiers[]::new);

    assertThat(ids(Snapshots.tiers(tables, tiers)))
        .hasSize(40)
        .contains("blocks-misplaced:t29", "merges-late:t29")
        .doesNotContain("blocks-misplaced:t9", "merges-late:t9");
  }

  /** A store with 1,000 bytes of replicas. */
  private static TableTiers misplaced(long bytes) {
    return TableTiers.newBuilder()
        .setStores(1)
        .setAuditedStores(1)
        .addStorage(StorageBytes.newBuilder().setType("SSD").setIntended(1_000).setReal(1_000))
        .setMisplacedBytes(bytes)
        .build();
  }

  private static List<String> ids(Snapshot snapshot) {
    return AlertRules.of(snapshot, Map.of(), List.of(), List.of()).stream().map(Alert::id).toList();
  }

  @Test
  void regionsThatKeepNoIndexAreAnAlertOnceTheyHadTimeToReopen() {
    Snapshot now =
        Snapshots.indexes(
            Snapshots.withIndexes(
                "t", TableIndexes.newBuilder().setRegions(9).setUnobservedRegions(2)),
            Snapshots.withIndexes("t", TableIndexes.newBuilder().setRegions(1)),
            Snapshots.withIndexes(
                "u", TableIndexes.newBuilder().setRegions(4).setRefusingRegions(1)));

    List<Alert> alerts = AlertRules.of(now, Map.of(), List.of(), List.of());

    assertThat(alerts)
        .extracting(Alert::id, Alert::text)
        .containsExactly(
            tuple(
                "index-broken:t",
                "2 of 10 regions of t insert no index entries, so lookups miss rows:"
                    + " client0,1,1 did not load the observer"),
            tuple(
                "index-broken:u",
                "1 of 4 regions of u refuse writes, on client2,1,1: the definition of an index"
                    + " cannot be read"));
    assertThat(new AlertBoard().update(alerts, 0)).as("a region reopens").isEmpty();
  }

  @Test
  void indexWhoseLookupsAreRefusedIsAnAlert() {
    RegionServerReport.Builder suspect = Snapshots.withTable("t__tag", 1);
    suspect.getTableStructureBuilder(0).setIndexState("SUSPECT");
    RegionServerReport.Builder active = Snapshots.withTable("t__city", 1);
    active.getTableStructureBuilder(0).setIndexState("ACTIVE");
    TableIndexes.Builder kept =
        TableIndexes.newBuilder()
            .addIndex(IndexName.newBuilder().setName("city").setTable("t__city"))
            .addIndex(IndexName.newBuilder().setName("tag").setTable("t__tag"))
            .setRegions(1);

    List<Alert> alerts =
        AlertRules.of(
            Snapshots.indexes(suspect, active, Snapshots.withIndexes("t", kept)),
            Map.of(),
            List.of(),
            List.of());

    assertThat(alerts)
        .extracting(Alert::id, Alert::text)
        .containsExactly(
            tuple(
                "index-suspect:t",
                "Lookups by tag of t are refused, since a table was restored, truncated or altered"
                    + " in its files: run 'lighter index rebuild'"));
    assertThat(new AlertBoard().update(alerts, 0)).as("at once").hasSize(1);
  }

  @Test
  void regionServersWithoutHandlersForIndexCallsAreAnAlert() {
    RegionServerReport.Builder[] reports = new RegionServerReport.Builder[6];
    for (int i = 0; i < reports.length; i++) {
      reports[i] =
          Snapshots.withTable("t", 1)
              .setIndexActivity(IndexActivity.newBuilder().setOwnHandlers(i == 0));
    }

    assertThat(AlertRules.of(Snapshots.indexes(reports), Map.of(), List.of(), List.of()))
        .extracting(Alert::id, Alert::text)
        .containsExactly(
            tuple(
                "index-handlers-shared",
                "Index calls have no handlers of their own on client1,1,1, client2,1,1,"
                    + " client3,1,1 and 2 more: set hbase.region.server.rpc.scheduler.factory.class"
                    + " to io.lighter.index.rpc.IndexRpcSchedulerFactory"));
    assertThat(ids(Snapshots.indexes(reports[0]))).isEmpty();
  }

  @Test
  void tablesWithAlertsAboutIndexesAreBounded() {
    RegionServerReport.Builder[] reports =
        IntStream.range(0, 30)
            .mapToObj(
                i ->
                    Snapshots.withIndexes(
                        "t" + i, TableIndexes.newBuilder().setRegions(99).setUnobservedRegions(i)))
            .toArray(RegionServerReport.Builder[]::new);

    assertThat(ids(Snapshots.indexes(reports)))
        .hasSize(20)
        .contains("index-broken:t29")
        .doesNotContain("index-broken:t9");
  }

  /** A table with a share near one half passes the limit with each compaction. */
  @Test
  void tableBrieflyAboveTheLimitIsNotShown() {
    AlertBoard board = new AlertBoard();
    List<Alert> mostlyLocal = List.of(new Alert(Alert.Kind.TABLE_STAYS_LOCAL, "t", "5 of 9"));
    long fiveMinutes = 300_000;

    assertThat(board.update(mostlyLocal, 0)).isEmpty();
    assertThat(board.update(mostlyLocal, fiveMinutes - 1)).isEmpty();
    assertThat(board.update(List.of(), fiveMinutes)).isEmpty();
    assertThat(board.update(mostlyLocal, fiveMinutes + 1)).as("begun anew").isEmpty();
    assertThat(board.update(mostlyLocal, 2 * fiveMinutes + 1)).hasSize(1);
  }

  private static Snapshot withClient(long timeMs, String reason, long count) {
    return new Snapshot(
        timeMs, status().build(), Set.of(), Map.of(CLIENT, client(reason, count)), List.of());
  }

  private static List<String> ids(StatusResponse.Builder status) {
    return ids(at(0, status));
  }
}
