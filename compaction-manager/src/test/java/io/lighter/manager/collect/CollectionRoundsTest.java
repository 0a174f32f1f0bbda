// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.collect;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.MonotonicClock;
import io.lighter.common.metrics.LighterMetric;
import io.lighter.common.metrics.MetricProcess;
import io.lighter.common.protocol.LighterProtos.IndexName;
import io.lighter.common.protocol.LighterProtos.IndexRound;
import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.common.protocol.LighterProtos.StatusResponse;
import io.lighter.common.protocol.LighterProtos.TableIndexes;
import io.lighter.manager.monitor.Snapshot;
import io.lighter.manager.monitor.Snapshots;
import io.lighter.manager.report.ManagerMetrics;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.MetricRegistries;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rounds of two indexes of a table, each with one region, by the clock of the snapshots. */
class CollectionRoundsTest {
  private static final Duration INTERVAL = Duration.ofHours(1);
  private static final Duration READING = Duration.ofSeconds(30);

  private final FakeCollectionCluster cluster = new FakeCollectionCluster();
  private final Records records = new Records();
  private final RoundBoard board = new RoundBoard();
  private final MetricRegistries registries = MetricRegistries.global();
  private ManagerMetrics metrics;
  private CollectionRounds rounds;

  // What the manager hears.
  private boolean leads = true;
  private long nowMs = 1_000_000_000;
  private long cityBytes = 100;
  private long tagBytes = 100;
  private int unobserved;
  private Consumer<StatusResponse.Builder> status = builder -> {};

  @BeforeEach
  void create() {
    cluster.addIndex("t", "t__city", "city1");
    cluster.addIndex("t", "t__tag", "tag1");
    cluster.regions.put("t", List.of("data1", "data2"));
    metrics = new ManagerMetrics(registries, MonotonicClock.system());
    rounds = manager();
  }

  @AfterEach
  void close() throws IOException {
    rounds.close();
    metrics.close();
  }

  private CollectionRounds manager() {
    return new CollectionRounds(
        () -> leads ? Optional.of(snapshot()) : Optional.empty(),
        cluster,
        records,
        board,
        metrics,
        new CollectionRounds.Settings(INTERVAL, READING));
  }

  @Test
  void dataIsCompactedBeforeTheIndex() {
    meetIndexes();
    cityBytes = 200;
    look();
    assertThat(cluster.requests).as("half of two threads").containsExactly("data1/f");
    assertThat(city().getRunningId()).startsWith("cr-");
    assertThat(city().getRegions()).isEqualTo(2);
    assertThat(city().getCompactingIndex()).isFalse();

    endCompactions();
    assertThat(cluster.requests).containsExactly("data1/f", "data2/f");
    endCompactions();
    look();
    assertThat(cluster.requests).containsExactly("data1/f", "data2/f", "city1/e");
    assertThat(city().getCompactingIndex()).isTrue();

    endCompactions();
    cityBytes = 110;
    assertThat(city().hasRunningId()).as("reports are awaited").isTrue();
    pass(CollectionRound.SETTLE);
    look();

    assertThat(city().hasRunningId()).isFalse();
    assertThat(city().getBytesBefore()).isEqualTo(200);
    assertThat(city().getBytesAfter()).isEqualTo(110);
    assertThat(city().getBaseBytes()).isEqualTo(110);
    assertThat(city().getDroppedShare()).isEqualTo(0.9);
    assertThat(city().getEndedMs()).isEqualTo(nowMs);
    assertThat(records.stored).contains(city());
    assertThat(counter(LighterMetric.MANAGER_COLLECTION_ROUNDS)).isEqualTo(1);
    assertThat(counter(LighterMetric.MANAGER_COLLECTION_BYTES_DROPPED)).isEqualTo(90);
  }

  @Test
  void indexesOfOneFamilyShareARound() {
    meetIndexes();
    cityBytes = 200;
    tagBytes = 300;
    runRound();

    assertThat(cluster.requests).containsExactly("data1/f", "data2/f", "tag1/e", "city1/e");
    assertThat(round("t__tag").getId()).isEqualTo(city().getId());
  }

  @Test
  void nextRoundAwaitsTheIntervalAndNewBytes() {
    meetIndexes();
    cityBytes = 200;
    runRound();
    int requests = cluster.requests.size();
    cityBytes = 2000;
    pass(INTERVAL.minusMinutes(5));
    look();
    assertThat(cluster.requests).hasSize(requests);

    pass(Duration.ofMinutes(5));
    look();
    assertThat(cluster.requests).hasSize(requests + 1);
  }

  @Test
  void indexThatHasNotGrownIsLeftAlone() {
    meetIndexes();
    cityBytes = 124;
    pass(INTERVAL.multipliedBy(100));
    look();
    assertThat(cluster.requests).isEmpty();
    cityBytes = 125;
    look();
    assertThat(cluster.requests).isNotEmpty();
  }

  @Test
  void nothingIsAskedOfRegionsThatWouldCollectNothing() {
    meetIndexes();
    cityBytes = 200;
    unobserved = 1;
    look();
    unobserved = 0;
    status = builder -> builder.setSwitchedOn(false);
    look();
    status = builder -> builder.addSwitchedOffTable("t");
    look();
    status = builder -> builder.addSwitchedOffTable("t__city");
    look();
    status = StatusResponse.Builder::clearServer;
    look();
    assertThat(cluster.requests).isEmpty();

    status = builder -> {};
    look();
    assertThat(cluster.requests).isNotEmpty();
  }

  @Test
  void indexWithAProblemIsLeftAloneAndShowsIt() {
    meetIndexes();
    replaceCity(Optional.of("SUSPECT: run something"));
    cityBytes = 200;
    pass(READING);
    look();
    assertThat(cluster.requests).isEmpty();
    assertThat(city().getProblem()).startsWith("SUSPECT");
  }

  @Test
  void roundStopsIfTheIndexMayNotBeCollectedAnyMore() {
    meetIndexes();
    cityBytes = 200;
    look();
    replaceCity(Optional.of("held"));
    pass(READING);
    endCompactions();
    look();
    assertThat(cluster.requests).containsExactly("data1/f");
    assertThat(city().hasRunningId()).isFalse();
    assertThat(counter(LighterMetric.MANAGER_COLLECTION_ROUND_FAILURES)).isZero();
  }

  @Test
  void offloadingThatIsSwitchedOffHaltsARound() {
    meetIndexes();
    cityBytes = 200;
    look();
    status = builder -> builder.setSwitchedOn(false);
    endCompactions();
    assertThat(cluster.requests).containsExactly("data1/f");
    status = builder -> {};
    look();
    assertThat(cluster.requests).containsExactly("data1/f", "data2/f");
  }

  @Test
  void failedRoundIsRepeatedLaterAndLaterStill() {
    meetIndexes();
    cluster.gone.addAll(List.of("data1", "data2"));
    cityBytes = 200;
    look();
    look();
    assertThat(city().getProblem()).isEqualTo("no region of t was compacted");
    assertThat(failures()).isEqualTo(1);

    pass(Retries.FIRST.minusMillis(1));
    look();
    look();
    assertThat(failures()).isEqualTo(1);
    pass(Duration.ofMillis(1));
    look();
    look();
    assertThat(failures()).isEqualTo(2);
    pass(Retries.FIRST);
    look();
    look();
    assertThat(failures()).as("twice as long").isEqualTo(2);

    pass(Retries.FIRST);
    cluster.gone.clear();
    runRound();
    assertThat(city().hasProblem()).isFalse();
    assertThat(city().hasId()).isTrue();
    assertThat(failures()).isEqualTo(2);
  }

  @Test
  void indexThatIsNewBeginsWithItsBytesAndOneThatIsGoneIsForgotten() {
    meetIndexes();
    assertThat(records.stored).extracting(IndexRound::getBaseBytes).containsExactly(100L, 100L);
    cityBytes = 40;
    look();
    assertThat(city().getBaseBytes()).as("truncated").isEqualTo(40);
    cluster.indexes.remove(0);
    pass(READING);
    look();
    assertThat(records.stored).extracting(IndexRound::getIndexTable).containsExactly("t__tag");
  }

  @Test
  void nextManagerGoesOnFromTheRecords() {
    meetIndexes();
    cityBytes = 200;
    runRound();
    IndexRound last = city();
    leads = false;
    look();
    assertThat(board.rounds()).isEmpty();

    leads = true;
    rounds = manager();
    int requests = cluster.requests.size();
    meetIndexes();
    assertThat(city()).isEqualTo(last);
    cityBytes = 1000;
    look();
    assertThat(cluster.requests).as("within the interval").hasSize(requests);
    pass(INTERVAL);
    look();
    assertThat(cluster.requests).hasSize(requests + 1);
  }

  @Test
  void managerThatLeadsNoMoreAsksNothing() {
    meetIndexes();
    cityBytes = 200;
    look();
    records.anotherLeads = true;
    tagBytes = 20; // its record changes
    look();
    assertThat(board.rounds()).isEmpty();
    endCompactions();
    assertThat(cluster.requests).containsExactly("data1/f");
  }

  @Test
  void reportsAreAwaitedBeforeTheFirstDecision() {
    records.stored =
        List.of(IndexRound.newBuilder().setIndexTable("t__city").setBaseBytes(1).build());
    look();
    assertThat(cluster.requests).isEmpty();
    pass(CollectionRound.SETTLE);
    look();
    assertThat(cluster.requests).isNotEmpty();
  }

  @Test
  void silentHBaseChangesNothing() {
    cluster.down = true;
    meetIndexes();
    assertThat(board.rounds()).isEmpty();
    assertThat(records.stored).isEmpty();
    cluster.down = false;
    pass(READING);
    look();
    assertThat(records.stored).hasSize(2);
  }

  private void meetIndexes() {
    look();
    pass(CollectionRound.SETTLE);
    look();
  }

  private void look() {
    rounds.look();
  }

  private void pass(Duration time) {
    nowMs += time.toMillis();
  }

  private void endCompactions() {
    cluster.compacting.clear();
    look();
  }

  /** Runs a round to its end, after which each index has 100 bytes. */
  private void runRound() {
    look();
    assertThat(city().hasRunningId()).isTrue();
    for (int i = 0; i < 20; i++) {
      endCompactions();
    }
    cityBytes = 100;
    tagBytes = 100;
    pass(CollectionRound.SETTLE);
    look();
    assertThat(city().hasRunningId()).isFalse();
  }

  private void replaceCity(Optional<String> problem) {
    cluster.indexes.set(0, FakeCollectionCluster.index("t", "t__city", problem));
  }

  private IndexRound city() {
    return round("t__city");
  }

  private IndexRound round(String table) {
    return board.rounds().stream()
        .filter(each -> each.getIndexTable().equals(table))
        .findFirst()
        .orElseThrow();
  }

  private long failures() {
    return counter(LighterMetric.MANAGER_COLLECTION_ROUND_FAILURES);
  }

  private long counter(LighterMetric metric) {
    return registries
        .get(MetricProcess.MANAGER.registry())
        .flatMap(registry -> registry.get(metric.metricName()))
        .map(each -> ((Counter) each).getCount())
        .orElseThrow();
  }

  private Snapshot snapshot() {
    Snapshot heard =
        Snapshots.indexes(
            Snapshots.withIndexes(
                "t",
                TableIndexes.newBuilder()
                    .addIndex(IndexName.newBuilder().setName("city").setTable("t__city"))
                    .addIndex(IndexName.newBuilder().setName("tag").setTable("t__tag"))
                    .setRegions(2)
                    .setUnobservedRegions(unobserved)),
            active("t__city", cityBytes),
            active("t__tag", tagBytes));
    StatusResponse.Builder builder = heard.status().toBuilder();
    status.accept(builder);
    return new Snapshot(
        nowMs, builder.build(), heard.draining(), heard.regionServers(), heard.groups());
  }

  private static RegionServerReport.Builder active(String table, long bytes) {
    RegionServerReport.Builder report = Snapshots.withTable(table, bytes);
    report.getTableStructureBuilder(0).setIndexState("ACTIVE");
    return report;
  }

  private static final class Records implements RoundRecords {
    private List<IndexRound> stored = List.of();
    private boolean anotherLeads;

    @Override
    public List<IndexRound> read() {
      return stored;
    }

    @Override
    public boolean write(Collection<IndexRound> records) {
      if (!anotherLeads) {
        stored = new ArrayList<>(records);
      }
      return !anotherLeads;
    }
  }
}
