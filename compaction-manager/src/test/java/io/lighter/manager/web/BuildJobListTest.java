// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.protocol.LighterProtos.AskBuildJobResponse.State;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import io.lighter.manager.monitor.Snapshot;
import io.lighter.manager.monitor.Snapshots;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.junit.jupiter.api.Test;

class BuildJobListTest {
  private final Snapshot snapshot =
      snapshot(
          Snapshots.server(Snapshots.A)
              .addBuildJob(Snapshots.buildJob(3).setState(State.COMPLETED).setEndedMsAgo(4_000))
              .addBuildJob(Snapshots.buildJob(1)),
          Snapshots.server(Snapshots.B)
              .addBuildJob(
                  Snapshots.buildJob(2)
                      .setKind("merge")
                      .setSubject("Zürich")
                      .setState(State.FAILED)
                      .setMessage("disk full")
                      .setEndedMsAgo(9_000))
              .addBuildJob(Snapshots.buildJob(4)));

  private static Snapshot snapshot(ServerReport.Builder... servers) {
    List<ServerReport> reports = new ArrayList<>();
    for (ServerReport.Builder server : servers) {
      reports.add(server.build());
    }
    return Snapshots.at(1_000, Snapshots.status(reports.toArray(ServerReport[]::new)));
  }

  /** The mutants "ended jobs first" and "by id" fail here. */
  @Test
  void runningJobsComeFirstAndThenTheOnesThatEndedLast() {
    assertThat(ids("state", false, "")).containsExactly(1, 4, 3, 2);
    assertThat(ids("done", true, "")).containsExactly(4, 3, 2, 1);
    assertThat(ids("server", false, "")).containsExactly(1, 3, 2, 4);
    assertThat(ids("work", false, "")).containsExactly(2, 1, 3, 4);
  }

  @Test
  void searchFindsBuildStateRowAndServer() {
    assertThat(ids("state", false, "zürich")).containsExactly(2);
    assertThat(ids("state", false, "failed")).containsExactly(2);
    assertThat(ids("state", false, "ib-0000000000000001")).hasSize(4);
    assertThat(ids("state", false, "b,1,1")).containsExactly(4, 2);
    assertThat(ids("state", false, "none of them")).isEmpty();
  }

  @Test
  void entryHasWhatItsServerReports() {
    JsonObject page = BuildJobList.page(snapshot, new Paging(1, 3, "state", false, ""));
    JsonObject failed = page.getAsJsonArray("build_jobs").get(0).getAsJsonObject();

    assertThat(page.get("total").getAsInt()).isEqualTo(4);
    assertThat(failed)
        .hasToString(
            "{\"job_id\":\"bj-00000000000000000002\",\"build_id\":\"ib-0000000000000001\","
                + "\"table\":\"t\",\"index\":\"city\",\"kind\":\"merge\",\"subject\":\"Zürich\","
                + "\"state\":\"failed\",\"done\":2,\"running_ms\":1000,\"ended_ms_ago\":9000,"
                + "\"message\":\"disk full\",\"server\":\"b,1,1\"}");
  }

  @Test
  void jobOfAnOlderServerRuns() {
    ServerName older = ServerName.valueOf("older,1,1");
    Snapshot one =
        snapshot(Snapshots.server(older).addBuildJob(Snapshots.buildJob(1).clearSubject()));
    JsonObject job =
        BuildJobList.page(one, new Paging(1, 0, "state", false, ""))
            .getAsJsonArray("build_jobs")
            .get(0)
            .getAsJsonObject();

    assertThat(job.get("state").getAsString()).isEqualTo("running");
    assertThat(job.get("subject").getAsString()).isEmpty();
    assertThat(job.keySet()).doesNotContain("ended_ms_ago", "entries", "message");
  }

  private List<Integer> ids(String sort, boolean descending, String search) {
    List<Integer> ids = new ArrayList<>();
    for (JsonElement job :
        BuildJobList.page(snapshot, new Paging(10, 0, sort, descending, search))
            .getAsJsonArray("build_jobs")) {
      String id = job.getAsJsonObject().get("job_id").getAsString();
      ids.add(Integer.parseInt(id.substring("bj-".length())));
    }
    return ids;
  }
}
