// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.lighter.common.protocol.LighterProtos.AskBuildJobResponse.State;
import io.lighter.common.protocol.LighterProtos.IndexName;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.KeptOutputReport;
import io.lighter.common.protocol.LighterProtos.ReasonCount;
import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import io.lighter.common.protocol.LighterProtos.StorageBytes;
import io.lighter.common.protocol.LighterProtos.StoreFileExtent;
import io.lighter.common.protocol.LighterProtos.StoreStructure;
import io.lighter.common.protocol.LighterProtos.TableIndexes;
import io.lighter.common.protocol.LighterProtos.TableStructure;
import io.lighter.common.protocol.LighterProtos.TableTiers;
import io.lighter.common.protocol.LighterProtos.TierLevel;
import io.lighter.common.protocol.LighterProtos.WarmupReport;
import io.lighter.manager.monitor.History;
import io.lighter.manager.monitor.Monitor;
import io.lighter.manager.monitor.Snapshot;
import io.lighter.manager.monitor.Snapshots;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.com.google.protobuf.InvalidProtocolBufferException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Reports to a manager, as its API shows them: a compaction server's report, then a region
 * server's, each after its length.
 */
class ReportedJsonFuzzTest {
  private static final List<String> PAGES =
      List.of(
          "/status",
          "/servers",
          "/servers/" + Snapshots.A.getServerName(),
          "/jobs",
          "/build-jobs",
          "/warmups",
          "/region-servers",
          "/tables",
          "/tables/t/stores",
          "/tiers",
          "/indexes",
          "/fallbacks",
          "/alerts",
          "/history");

  private static final Reported REPORTED = new Reported();
  private static final Monitor MONITOR = new Monitor(REPORTED);

  private static ApiServlet servlet;

  @BeforeAll
  static void serve() throws IOException {
    WebServer.Content content =
        new WebServer.Content(
            MONITOR,
            new ApiFuzzTest.AlwaysLeads(),
            new NoOpOperations(),
            table -> Optional.empty(),
            table -> {},
            () -> {});
    servlet =
        new ApiServlet(
            new Api(content, false).routes(),
            new WriteAccess(false, new Configuration(false)),
            new StandbyRedirect(content.leader()),
            content.refused());
  }

  static List<byte[]> seeds() throws IOException {
    ServerReport.Builder server = Snapshots.server(Snapshots.A);
    RegionServerReport client = Snapshots.client("busy", 4);
    KeptOutputReport retained =
        KeptOutputReport.newBuilder()
            .setJobId("cj-00000000000000000001")
            .setTable("t")
            .setRegion("r")
            .setFamily("f")
            .setRegionServer(Snapshots.CLIENT.getServerName())
            .setChunks(1)
            .setBytes(2)
            .setChunksServed(3)
            .setAgeMs(4)
            .build();
    return List.of(
        seed(
            server
                .clone()
                .addJob(Snapshots.job(JobState.COMPACTING))
                .addBuildJob(Snapshots.buildJob(1))
                .addKeptOutput(retained)
                .build(),
            client.toBuilder()
                .addWarmup(warmup(0.5))
                .addTableStructure(table(3))
                .addStore(store())
                .build()),
        seed(
            server
                .clone()
                .setCpuLoad(Double.NEGATIVE_INFINITY)
                .setFailuresInARow(Integer.MAX_VALUE)
                .addJob(Snapshots.job(JobState.QUEUED).setTable("\0</script>"))
                .addBuildJob(
                    Snapshots.buildJob(2)
                        .setSubject("\0</script>")
                        .setState(State.FAILED)
                        .setEndedMsAgo(Long.MIN_VALUE)
                        .setEntries(-1)
                        .setMessage("\0"))
                .build(),
            client.toBuilder()
                .addWarmup(warmup(Double.NaN))
                .addTableStructure(table(0))
                .addTableStructure(table(Long.MIN_VALUE))
                .addStore(store().toBuilder().clearFile().setStartRow(row("\0</script>")))
                .addLocal(
                    ReasonCount.newBuilder()
                        .setReason("busy")
                        .setCount(Long.MAX_VALUE)
                        .setFailure(true))
                .build()));
  }

  private static WarmupReport warmup(double fraction) {
    return WarmupReport.newBuilder()
        .setId("wu-00000000000000000001")
        .setTable("t")
        .setRegion("r")
        .setFamily("f")
        .setStrategy("throttled")
        .setFraction(fraction)
        .setBytesTotal(1)
        .setBytesFromServer(2)
        .setBytesFromHdfs(3)
        .setRate(-1)
        .setAgeMs(4)
        .build();
  }

  private static TableStructure table(long bytes) {
    return TableStructure.newBuilder()
        .setTable("t")
        .setFlushedBytes(bytes)
        .setCompactedBytes(bytes)
        .setStores(2)
        .setFiles(3)
        .setRuns(bytes)
        .setMostRuns(4)
        .setBytes(bytes)
        .setWaitingBytes(0)
        .setRunBytes(bytes)
        .setIndexes(
            TableIndexes.newBuilder()
                .addIndex(IndexName.newBuilder().setName("</script>").setTable("t"))
                .setRegions((int) bytes)
                .setUnobservedRegions((int) bytes)
                .setRefusingRegions((int) -bytes))
        .setTiers(
            TableTiers.newBuilder()
                .setStores(2)
                .addLevel(TierLevel.newBuilder().setLevel(1).setBytes(bytes).setMergedBytes(bytes))
                .setFullRunMs(bytes)
                .setFlushedBytes(bytes)
                .setForecasts(bytes)
                .setForecastErrorPercent(bytes == 3 ? 7 : Double.NaN)
                .addStorage(
                    StorageBytes.newBuilder().setType("</script>").setIntended(1).setReal(bytes))
                .setMisplacedBytes(bytes))
        .build();
  }

  private static StoreStructure store() {
    return StoreStructure.newBuilder()
        .setTable("t")
        .setRegion("r")
        .setStartRow(ByteString.EMPTY)
        .setEndRow(row("z"))
        .setFamily("f")
        .setEngine("E")
        .setDecorated(true)
        .setFiles(3)
        .setRuns(2)
        .setBytes(6)
        .setWaitingBytes(0)
        .setRunBytes(5)
        .addFile(file().setFirstRow(row("b")).setLastRow(row("a")).setInLargestRun(true))
        .addFile(file().setFirstRow(ByteString.EMPTY).setLastRow(row("aaaaaaaaa")))
        .addFile(file())
        .build();
  }

  private static StoreFileExtent.Builder file() {
    return StoreFileExtent.newBuilder().setBytes(1).setInLargestRun(false);
  }

  private static ByteString row(String text) {
    return ByteString.copyFromUtf8(text);
  }

  private static byte[] seed(ServerReport server, RegionServerReport client) throws IOException {
    ByteArrayOutputStream seed = new ByteArrayOutputStream();
    server.writeDelimitedTo(seed);
    client.writeDelimitedTo(seed);
    return seed.toByteArray();
  }

  @MethodSource("seeds")
  @FuzzTest
  void everyPageIsJsonForAnyReports(byte[] input) throws IOException {
    ServerReport server;
    RegionServerReport client;
    try {
      ByteArrayInputStream in = new ByteArrayInputStream(input);
      server = ServerReport.parseDelimitedFrom(in);
      client = RegionServerReport.parseDelimitedFrom(in);
    } catch (InvalidProtocolBufferException e) {
      return; // handled by protobuf
    }
    if (server == null || client == null) {
      return;
    }
    REPORTED.nothing();
    MONITOR.tick(); // drops the last input's reports
    REPORTED.take(server, Snapshots.client("busy", 1)); // base of the next counts
    MONITOR.tick();
    REPORTED.take(server, client);
    MONITOR.tick();

    for (String page : PAGES) {
      Exchange exchange = new Exchange("GET", page, "", "", new byte[0]);
      servlet.service(exchange.request(), exchange.response());
      boolean known =
          !page.endsWith(Snapshots.A.getServerName())
              || server.getServer().equals(Snapshots.A.getServerName());
      assertThat(exchange.status()).as(page).isEqualTo(known ? 200 : 404);
      assertThat(JsonParser.parseString(exchange.answer()).isJsonObject()).as(page).isTrue();
    }
  }

  /** One compaction server and one region server, read at the history's interval. */
  private static final class Reported implements Monitor.Source {
    private long timeMs = 1_000;
    private ServerReport server;
    private RegionServerReport client;

    void nothing() {
      server = null;
      client = null;
    }

    void take(ServerReport ofServer, RegionServerReport ofClient) {
      server = ofServer;
      client = ofClient;
    }

    @Override
    public boolean leads() {
      return server != null;
    }

    @Override
    public boolean isConnected() {
      return true;
    }

    @Override
    public boolean anotherLeads() {
      return false;
    }

    @Override
    public long timeMs() {
      return timeMs;
    }

    @Override
    public Snapshot read() {
      timeMs += History.INTERVAL.toMillis();
      return new Snapshot(
          timeMs,
          Snapshots.status(server).build(),
          Set.of(),
          Map.of(Snapshots.CLIENT, client),
          List.of());
    }
  }
}
