// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.assign;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.protocol.LighterProtos.JobReport;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.ServerRegistration;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import io.lighter.manager.ManagerCluster;
import io.lighter.manager.report.ClusterState;
import io.lighter.manager.report.ServerReports;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.Test;

class ClusterReaderTest {
  private static final ServerName A = ServerName.valueOf("a", 16040, 1);

  @Test
  void idleServerCountsOnlyWhileJobsWaitInItsGroup() {
    ServerReport waiting =
        report("a", "default", job(JobState.QUEUED, 9), job(JobState.COMPACTING, 5));
    ServerReport idle = report("b", "default");
    ServerReport idleElsewhere = report("c", "gold");
    ServerReport awaited = report("b", "default", job(JobState.COMPLETED, 9));
    ServerReport draining = idle.toBuilder().setDraining(true).build();

    assertThat(state(waiting, idle, idleElsewhere).idleBesideQueue()).isEqualTo(1);
    assertThat(state(waiting, awaited).idleBesideQueue()).isEqualTo(1);
    assertThat(state(waiting, idleElsewhere, draining).idleBesideQueue()).isZero();
    assertThat(state(idle, idleElsewhere).idleBesideQueue()).isZero();
  }

  @Test
  void stateHasSumOfJobsAndAgeOfTheOldestIncompleteOne() {
    ClusterState state =
        state(
            report("a", "default", job(JobState.QUEUED, 9), job(JobState.COMPLETED, 1000)),
            report("b", "gold", job(JobState.COMPACTING, 70)).toBuilder()
                .setFailuresInARow(3)
                .setCacheBytes(5)
                .build());

    assertThat(state.queuedJobs()).isEqualTo(1);
    assertThat(state.runningJobs()).isEqualTo(1);
    assertThat(state.oldestJobAgeMs()).isEqualTo(70);
    assertThat(state.failuresInARow()).isEqualTo(3);
    assertThat(state.leastMemory()).isEqualTo(5);
    assertThat(state.regions()).isEqualTo(-1);
  }

  @Test
  void groupOfDrainingServersCountsAsWithoutServer() {
    RegionCensus.Builder census = new RegionCensus.Builder();
    census.add("0123456789abcdef0123456789abcdef", Set.of("default", "silver"));
    Map<ServerName, ServerRegistration> live = Map.of(A, registration("default"));
    Set<ServerName> draining = new HashSet<>();
    ClusterReader reader =
        new ClusterReader(
            () -> live,
            () -> draining,
            new ServerReports(() -> 0),
            () -> new Assigner.View(Map.of(), census.build()));

    assertThat(reader.read().groupsWithoutServer()).isEqualTo(1);
    assertThat(reader.read().regions()).isEqualTo(1);
    draining.add(A);
    assertThat(reader.read().groupsWithoutServer()).isEqualTo(2);
  }

  private static ServerRegistration registration(String group) {
    return ServerRegistration.newBuilder()
        .setServer(A.getServerName())
        .setVersion("test")
        .setGroup(group)
        .setCacheBytes(1)
        .setThreads(1)
        .build();
  }

  private static ClusterState state(ServerReport... reports) {
    return ClusterReader.state(List.of(reports), 0, null);
  }

  private static ServerReport report(String host, String group, JobReport... jobs) {
    return ManagerCluster.report(ServerName.valueOf(host, 16040, 1), 0).toBuilder()
        .setGroup(group)
        .addAllJob(List.of(jobs))
        .build();
  }

  private static JobReport job(JobState state, long ageMs) {
    return JobReport.newBuilder()
        .setJobId("cj-00000000000000000001")
        .setState(state)
        .setTable("t")
        .setRegion("r")
        .setFamily("f")
        .setRegionServer("rs,16020,1")
        .setMajor(true)
        .setInputBytes(1)
        .setInputFiles(1)
        .setPriority(1)
        .setAgeMs(ageMs)
        .setRunningMs(1)
        .build();
  }
}
