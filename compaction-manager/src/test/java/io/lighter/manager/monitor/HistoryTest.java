// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.monitor;

import static io.lighter.manager.monitor.Snapshots.A;
import static io.lighter.manager.monitor.Snapshots.B;
import static io.lighter.manager.monitor.Snapshots.at;
import static io.lighter.manager.monitor.Snapshots.job;
import static io.lighter.manager.monitor.Snapshots.server;
import static io.lighter.manager.monitor.Snapshots.status;
import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.protocol.LighterProtos.JobProgress;
import io.lighter.common.protocol.LighterProtos.JobReport;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import io.lighter.common.protocol.LighterProtos.StatusResponse;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.Test;

class HistoryTest {
  private final History history = new History();

  @Test
  void historyAddsOneSamplePerInterval() {
    for (int second = 0; second <= 10; second++) {
      history.add(at(second * 1000L, status(server(A).build())));
    }

    assertThat(history.of(A, History.RETENTION))
        .extracting(Sample::timeMs)
        .containsExactly(0L, 5000L, 10_000L);
    assertThat(history.latest(A)).map(Sample::timeMs).contains(10_000L);
    assertThat(history.latest(B)).isEmpty();
  }

  @Test
  void throughputCountsCompletedAndRunningJobsAndIsNotNegative() {
    history.add(at(0, status(reading(server(A), 1000, 500))));
    history.add(at(5000, status(reading(server(A), 1000, 5500))));
    history.add(at(10_000, status(reading(server(A), 7000, 0))));
    history.add(at(15_000, status(reading(server(A), 5000, 0))));

    assertThat(history.of(A, History.RETENTION))
        .extracting(Sample::compactedPerSecond)
        .containsExactly(0L, 1000L, 100L, 0L);
  }

  @Test
  void completedJobBeforeTakeOverCountsOnce() {
    ServerReport.Builder reading = server(A).setCompactedBytes(0).addJob(read(JobState.COMPACTING));
    ServerReport.Builder complete =
        server(A).setCompactedBytes(5000).addJob(read(JobState.COMPLETED));
    history.add(at(0, status(server(A).build())));
    history.add(at(5000, status(reading.build())));
    history.add(at(10_000, status(complete.build())));

    assertThat(history.of(A, History.RETENTION))
        .extracting(Sample::compactedPerSecond)
        .containsExactly(0L, 1000L, 0L);
  }

  @Test
  void repeatedReportHasNoThroughput() {
    history.add(at(0, status(server(A).build())));
    StatusResponse.Builder hung = status(server(A).build());
    hung.getServerBuilder(0).setReportAgeMs(5000);
    history.add(at(5000, hung));

    assertThat(history.of(A, History.RETENTION))
        .last()
        .extracting(Sample::compactedPerSecond)
        .isEqualTo(0L);
  }

  @Test
  void totalsAddUpAndTakeTheMeanOfKnownLoads() {
    history.add(
        at(
            0,
            status(
                server(A).setKeptBytes(3).setCpuLoad(0.2).addJob(job(JobState.QUEUED)).build(),
                server(B)
                    .setKeptBytes(4)
                    .setCpuLoad(-1)
                    .addJob(job(JobState.COMPACTING))
                    .build())));

    assertThat(history.totals(History.RETENTION))
        .containsExactly(new Sample(0, 0.2, 0, 7, 0, 1, 1, 0, 0));
  }

  @Test
  void historyKeepsAnHourOfSamplesAndServers() {
    history.add(at(0, status(server(A).build(), server(B).build())));
    long hour = History.RETENTION.toMillis();
    for (long time = 5000; time <= hour; time += 5000) {
      history.add(at(time, status(server(A).build())));
    }

    assertThat(history.of(A, History.RETENTION)).hasSize(720);
    assertThat(history.of(B, History.RETENTION)).isEmpty();
    assertThat(history.of(A, java.time.Duration.ofMinutes(1))).hasSize(12);
  }

  @Test
  void serversAreBoundedAndDepartedOnesAreDroppedFirst() {
    history.add(at(0, status(server(A).build())));
    StatusResponse.Builder many = status();
    for (int i = 0; i < History.MAX_SERVERS; i++) {
      many.addServer(status(server(ServerName.valueOf("s" + i, 1, 1)).build()).getServer(0));
    }
    history.add(at(5000, many));

    assertThat(history.of(A, History.RETENTION)).isEmpty();
    assertThat(history.of(ServerName.valueOf("s0", 1, 1), History.RETENTION)).hasSize(1);
  }

  @Test
  void monitorOfAStandbyIsEmpty() {
    Scripted source = new Scripted();
    Monitor monitor = new Monitor(source);
    monitor.tick();
    assertThat(monitor.view()).isPresent();

    source.leads = false;
    source.anotherLeads = true;
    monitor.tick();

    assertThat(monitor.view()).isEmpty();
    assertThat(monitor.alerts()).isZero();
    assertThat(monitor.history().totals(History.RETENTION)).isEmpty();
  }

  @Test
  void monitorTellsWhetherAllTablesAreSwitchedOff() {
    Scripted source = new Scripted();
    Monitor monitor = new Monitor(source);
    monitor.tick();
    assertThat(monitor.switchedOff()).isZero();

    source.switchedOn = false;
    monitor.tick();
    assertThat(monitor.switchedOff()).isEqualTo(1);
  }

  @Test
  void monitorKeepsItsViewAndShowsSilentZooKeeper() {
    Scripted source = new Scripted();
    Monitor monitor = new Monitor(source);
    monitor.tick();
    source.fails = true;
    source.timeMs.addAndGet(1000);
    monitor.tick();

    assertThat(monitor.view().orElseThrow().snapshot().timeMs()).isZero();
    assertThat(monitor.view().orElseThrow().alerts())
        .extracting(active -> active.alert().id())
        .containsExactly("zookeeper-silent");
    assertThat(monitor.alerts()).isEqualTo(1);
  }

  @Test
  void monitorKeepsItsViewUntilAnotherManagerLeads() {
    Scripted source = new Scripted();
    Monitor monitor = new Monitor(source);
    monitor.tick();
    source.leads = false;
    source.connected = false;
    source.timeMs.addAndGet(1000);
    monitor.tick();

    assertThat(monitor.view().orElseThrow().alerts())
        .extracting(active -> active.alert().id())
        .containsExactly("zookeeper-silent");

    source.connected = true;
    monitor.tick();
    assertThat(monitor.view()).as("connected, and about to win again").isPresent();
    assertThat(monitor.history().totals(History.RETENTION)).isNotEmpty();

    source.anotherLeads = true;
    monitor.tick();
    assertThat(monitor.view()).isEmpty();
    assertThat(monitor.history().totals(History.RETENTION)).isEmpty();
  }

  private static ServerReport reading(ServerReport.Builder server, long completed, long running) {
    return server
        .setCompactedBytes(completed)
        .addJob(job(JobState.COMPACTING).setProgress(read(running)))
        .build();
  }

  /** A job that has read 5000 bytes. */
  private static JobReport.Builder read(JobState state) {
    return job(state).setProgress(read(5000));
  }

  private static JobProgress.Builder read(long bytes) {
    return JobProgress.newBuilder()
        .setCellsRead(0)
        .setCellsWritten(0)
        .setBytesRead(bytes)
        .setBytesWritten(0)
        .setPercent(1);
  }

  private static final class Scripted implements Monitor.Source {
    private final AtomicLong timeMs = new AtomicLong();
    private boolean leads = true;
    private boolean anotherLeads;
    private boolean connected = true;
    private boolean fails;
    private boolean switchedOn = true;

    @Override
    public boolean isConnected() {
      return connected;
    }

    @Override
    public boolean leads() {
      return leads;
    }

    @Override
    public boolean anotherLeads() {
      return anotherLeads;
    }

    @Override
    public long timeMs() {
      return timeMs.get();
    }

    @Override
    public Snapshot read() throws IOException {
      if (fails) {
        throw new IOException("no answer");
      }
      return at(timeMs.get(), status(server(A).build()).setSwitchedOn(switchedOn));
    }
  }
}
