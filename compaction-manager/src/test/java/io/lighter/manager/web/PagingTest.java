// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.protocol.LighterProtos.JobReport;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.KeptOutputReport;
import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import io.lighter.common.protocol.LighterProtos.StatusResponse;
import io.lighter.common.protocol.LighterProtos.WarmupReport;
import io.lighter.manager.monitor.Snapshot;
import io.lighter.manager.monitor.Snapshots;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.junit.jupiter.api.Test;

/** Pages of a cluster with 200 compaction servers, 2,000 jobs and 2,000 warm-ups. */
class PagingTest {
  private static final int SERVERS = 200;
  private static final int PER_SERVER = 10;
  private static final int ALL = SERVERS * PER_SERVER;

  private final Snapshot snapshot = snapshot();

  @Test
  void answerIsNoLongerThanItsLimit() {
    JsonObject jobs = JobList.page(snapshot, paging(100, 0, "state", false, ""));
    JsonObject warmups = WarmupList.page(snapshot, paging(100, 0, "fraction", true, ""));

    assertThat(jobs.getAsJsonArray("jobs")).hasSize(100);
    assertThat(jobs.get("total").getAsInt()).isEqualTo(ALL);
    assertThat(warmups.getAsJsonArray("warmups")).hasSize(100);
    assertThat(warmups.get("total").getAsInt()).isEqualTo(ALL);
  }

  @Test
  void pagesContainEachJobOnceInOrder() {
    List<String> ids = new ArrayList<>();
    List<Long> inputs = new ArrayList<>();
    for (int offset = 0; offset < ALL; offset += 300) {
      for (JsonElement job : jobs(paging(300, offset, "input_bytes", true, ""))) {
        ids.add(text(job, "job_id"));
        inputs.add(job.getAsJsonObject().get("input_bytes").getAsLong());
        assertThat(job.getAsJsonObject().get("position").getAsInt()).isEqualTo(ids.size() - 1);
      }
    }

    assertThat(ids).hasSize(ALL).doesNotHaveDuplicates();
    assertThat(inputs).isSortedAccordingTo((a, b) -> Long.compare(b, a));
  }

  @Test
  void pagesContainEachWarmupOnceDespiteEqualSortKeys() {
    List<String> ids = new ArrayList<>();
    for (int offset = 0; offset < ALL; offset += 300) {
      JsonObject page = WarmupList.page(snapshot, paging(300, offset, "strategy", false, ""));
      page.getAsJsonArray("warmups").forEach(each -> ids.add(text(each, "id")));
    }

    assertThat(ids).hasSize(ALL).doesNotHaveDuplicates();
  }

  @Test
  void searchCoversTheWholeListIgnoringCase() {
    JsonObject page = JobList.page(snapshot, paging(5, 0, "table", false, "table7"));

    assertThat(page.getAsJsonArray("jobs"))
        .hasSize(5)
        .allMatch(job -> text(job, "table").equals("Table7"));
    assertThat(page.get("total").getAsInt()).isEqualTo(ALL / 10);
  }

  @Test
  void pageBehindTheEndIsEmpty() {
    assertThat(jobs(paging(10, ALL, "state", false, ""))).isEmpty();
  }

  @Test
  void retainedOutputsAreInTheSameOrderAsJobs() {
    KeptOutputReport output =
        KeptOutputReport.newBuilder()
            .setJobId("cj-kept")
            .setTable("A")
            .setRegion("r")
            .setFamily("f")
            .setRegionServer("rs,1,1")
            .setChunks(4)
            .setBytes(2)
            .setChunksServed(1)
            .setAgeMs(4)
            .build();
    StatusResponse.Builder status =
        Snapshots.status(
            Snapshots.server(Snapshots.A).addJob(job(1, 1)).addKeptOutput(output).build());
    JsonObject page = JobList.page(Snapshots.at(1000, status), paging(10, 0, "table", false, ""));

    assertThat(position(page, "retained_outputs")).isZero();
    assertThat(position(page, "jobs")).isOne();
    assertThat(page.get("total").getAsInt()).isEqualTo(2);
  }

  private static int position(JsonObject page, String list) {
    return page.getAsJsonArray(list).get(0).getAsJsonObject().get("position").getAsInt();
  }

  private JsonArray jobs(Paging paging) {
    return JobList.page(snapshot, paging).getAsJsonArray("jobs");
  }

  private static Paging paging(
      int limit, int offset, String sort, boolean descending, String search) {
    return new Paging(limit, offset, sort, descending, search);
  }

  private static String text(JsonElement entry, String field) {
    return entry.getAsJsonObject().get(field).getAsString();
  }

  private static Snapshot snapshot() {
    List<ServerReport> servers = new ArrayList<>();
    Map<ServerName, RegionServerReport> regionServers = new HashMap<>();
    for (int server = 0; server < SERVERS; server++) {
      ServerReport.Builder report =
          Snapshots.server(ServerName.valueOf("cs" + server + ".example", 16040, 1));
      RegionServerReport.Builder client = Snapshots.client("busy", 1).toBuilder();
      for (int i = 0; i < PER_SERVER; i++) {
        report.addJob(job(server, i));
        client.addWarmup(warmup(server, i));
      }
      servers.add(report.build());
      ServerName name = ServerName.valueOf("rs" + server + ".example", 16020, 1);
      regionServers.put(name, client.setRegionServer(name.getServerName()).build());
    }
    StatusResponse status = Snapshots.status(servers.toArray(ServerReport[]::new)).build();
    return new Snapshot(1000, status, Set.of(), regionServers, List.of());
  }

  private static JobReport job(int server, int i) {
    return Snapshots.job(i == 0 ? JobState.COMPACTING : JobState.QUEUED)
        .setJobId("cj-%09d-%09d".formatted(server, i))
        .setTable("Table" + i)
        .setInputBytes((server * 7919L) % 211)
        .build();
  }

  private static WarmupReport warmup(int server, int i) {
    return WarmupReport.newBuilder()
        .setId("wu-%09d-%09d".formatted(server, i))
        .setTable("t" + i)
        .setRegion("r")
        .setFamily("f")
        .setStrategy("throttled")
        .setFraction(1.0 / (1 + server))
        .setBytesTotal(1)
        .setBytesFromServer(2)
        .setBytesFromHdfs(3)
        .setRate(4)
        .setAgeMs(5)
        .build();
  }
}
