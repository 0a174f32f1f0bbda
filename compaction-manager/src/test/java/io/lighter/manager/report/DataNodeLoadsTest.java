// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.protocol.LighterProtos.DataNodeLoad;
import io.lighter.common.protocol.LighterProtos.JobReport;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import io.lighter.manager.ManagerCluster;
import io.lighter.testing.fixtures.ManualClock;
import java.time.Duration;
import java.util.Set;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.Test;

class DataNodeLoadsTest {
  private static final ServerName A = ServerName.valueOf("a", 16040, 1);
  private static final ServerName B = ServerName.valueOf("b", 16040, 1);
  private static final ServerName C = ServerName.valueOf("c", 16040, 1);

  private final ManualClock clock = new ManualClock();
  private final ServerReports reports = new ServerReports(clock);
  private int merges;
  private final DataNodeLoads loads =
      new DataNodeLoads(
          () -> {
            merges++;
            return reports.recent(DataNodeLoads.MAX_AGE);
          },
          clock);

  @Test
  void runningJobsOfTheOtherServersAreCountedByDataNode() {
    report(A, job(JobState.COMPACTING, "dn1"), job(JobState.COMPACTING, "dn2"));
    report(B, job(JobState.COMPACTING, "dn1"), job(JobState.COMPACTING));
    report(C, job(JobState.QUEUED, "dn1", "dn2"), job(JobState.COMPLETED, "dn1"));

    assertThat(loads.elsewhere(C)).containsExactly(load("dn1", 2), load("dn2", 1));
    assertThat(loads.elsewhere(A)).containsExactly(load("dn1", 1));
  }

  @Test
  void silentServerIsNotCounted() {
    report(A, job(JobState.COMPACTING, "dn1"));
    clock.advance(Duration.ofSeconds(16));

    assertThat(loads.elsewhere(B)).isEmpty();
  }

  @Test
  void jobsOfAllServersAreMergedOncePerFifthOfASecond() {
    report(A, job(JobState.COMPACTING, "dn1"));
    long interval = Duration.ofSeconds(1).toNanos() / 200;

    for (int reporting = 0; reporting < 200; reporting++) { // in one second
      assertThat(loads.elsewhere(B)).containsExactly(load("dn1", 1));
      clock.advance(Duration.ofNanos(interval));
    }

    assertThat(merges).isEqualTo(5);
  }

  @Test
  void startedJobIsCountedFromTheNextMerge() {
    report(A, job(JobState.COMPACTING, "dn1"));
    assertThat(loads.elsewhere(B)).containsExactly(load("dn1", 1));

    report(A, job(JobState.COMPACTING, "dn1"), job(JobState.COMPACTING, "dn1"));
    clock.advance(DataNodeLoads.COUNT_AGE);

    assertThat(loads.elsewhere(B)).containsExactly(load("dn1", 2));
  }

  private void report(ServerName server, JobReport... jobs) {
    ServerReport.Builder report = ManagerCluster.report(server, 0).toBuilder();
    for (JobReport job : jobs) {
      report.addJob(job);
    }
    reports.add(report.build(), Set.of(A, B, C));
  }

  private static JobReport job(JobState state, String... dataNodes) {
    JobReport.Builder job =
        JobReport.newBuilder()
            .setJobId("cj-00000000000000000000")
            .setState(state)
            .setTable("t")
            .setRegion("r")
            .setFamily("f")
            .setRegionServer("rs,16020,1")
            .setMajor(true)
            .setInputBytes(1)
            .setInputFiles(1)
            .setPriority(1)
            .setAgeMs(1)
            .setRunningMs(1);
    for (String dataNode : dataNodes) {
      job.addDatanode(dataNode);
    }
    return job.build();
  }

  private static DataNodeLoad load(String dataNode, int jobs) {
    return DataNodeLoad.newBuilder().setDatanode(dataNode).setJobs(jobs).build();
  }
}
