// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.common.protocol.LighterProtos.AskBuildJobResponse;
import io.lighter.common.protocol.LighterProtos.BuildJobReport;
import io.lighter.common.protocol.LighterProtos.JobProgress;
import io.lighter.common.protocol.LighterProtos.JobReport;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.OffloadSwitch;
import io.lighter.common.protocol.LighterProtos.ServerRegistration;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import io.lighter.common.protocol.LighterProtos.ServerStatus;
import io.lighter.common.protocol.LighterProtos.StatusResponse;
import io.lighter.common.protocol.LighterProtos.WaitingFor;
import java.util.List;
import java.util.Optional;

/** Example cluster statuses. */
final class Statuses {
  static final String RUNNING_JOB = "cj-00000000000000000001";
  static final String QUEUED_JOB = "cj-00000000000000000002";

  private Statuses() {}

  /** One server with a running and a queued job, and one silent server. */
  static StatusResponse busy() {
    return StatusResponse.newBuilder()
        .setLeader("m1.example,16050,1")
        .addStandby("m2.example,16050,2")
        .setVersion("0.1.0")
        .setUptimeMs(7_500_000)
        .addServer(
            ServerStatus.newBuilder()
                .setReport(report())
                .setReportAgeMs(400)
                .setSlots(4096)
                .setOccupiedSlots(12)
                .setRegions(13))
        .addSilentServer("s2.example,16040,4")
        .setSwitchedOn(true)
        .addSwitchedOffTable("ns:quiet")
        .addGroupWithoutServer("gold")
        .setRegions(13)
        .setWantedServers(2)
        .build();
  }

  /** As {@link #busy}, with a running and an ended job of an index build. */
  static StatusResponse building() {
    StatusResponse.Builder status = busy().toBuilder();
    status
        .getServerBuilder(0)
        .getReportBuilder()
        .addBuildJob(buildJob("bj-00000000000000000001", "read", "cafe").setRunningMs(75_000))
        .addBuildJob(
            buildJob("bj-00000000000000000002", "merge", "Zürich")
                .setState(AskBuildJobResponse.State.COMPLETED)
                .setEntries(5)
                .setEndedMsAgo(4_000));
    return status.build();
  }

  private static BuildJobReport.Builder buildJob(String id, String kind, String subject) {
    return BuildJobReport.newBuilder()
        .setJobId(id)
        .setBuildId("ib-0123456789abcdef")
        .setTable("ns:t")
        .setIndex("city")
        .setKind(kind)
        .setSubject(subject)
        .setDone(1_200)
        .setRunningMs(2_000);
  }

  /** A manager that has just become leader, without reports. */
  static StatusResponse empty() {
    return StatusResponse.newBuilder()
        .setLeader("m1.example,16050,1")
        .setVersion("0.1.0")
        .setUptimeMs(10)
        .setSwitchedOn(true)
        .setRegions(-1)
        .build();
  }

  static ClusterStatus.Unmanaged unmanaged() {
    return new ClusterStatus.Unmanaged(
        "no manager is running",
        List.of(registration("s1.example,16040,3")),
        Optional.of(OffloadSwitch.newBuilder().setOn(false).build()));
  }

  static ServerRegistration registration(String server) {
    return ServerRegistration.newBuilder()
        .setServer(server)
        .setVersion("0.1.0")
        .setGroup("default")
        .setCacheBytes(1L << 30)
        .setThreads(4)
        .build();
  }

  private static ServerReport report() {
    return ServerReport.newBuilder()
        .setServer("s1.example,16040,3")
        .setVersion("0.1.0")
        .setGroup("default")
        .setCacheBytes(1L << 30)
        .setReservedBytes(512L << 20)
        .setThreads(4)
        .setQueueCapacity(100)
        .addJob(
            job(QUEUED_JOB, JobState.QUEUED)
                .setPriority(1)
                .setRunningMs(0)
                .setRegion("beef")
                .setWaitingFor(WaitingFor.DATANODE)
                .addDatanode("dn1.example")
                .addDatanode("dn2.example"))
        .addJob(
            job(RUNNING_JOB, JobState.COMPACTING)
                .setPriority(7)
                .setRunningMs(11_000)
                .setRegion("cafe")
                .setWaitingFor(WaitingFor.THROUGHPUT)
                .setProgress(
                    JobProgress.newBuilder()
                        .setCellsRead(100)
                        .setCellsWritten(90)
                        .setBytesRead(256L << 20)
                        .setBytesWritten(200L << 20)
                        .setPercent(50)))
        .setCompletedJobs(88)
        .setFailedJobs(1)
        .setCancelledJobs(2)
        .setRefusedRequests(3)
        .setCompactedBytes(12L << 30)
        .setUptimeMs(60_000)
        .setCpuLoad(0.345)
        .setDraining(false)
        .build();
  }

  private static JobReport.Builder job(String id, JobState state) {
    return JobReport.newBuilder()
        .setJobId(id)
        .setState(state)
        .setTable("ns:t")
        .setFamily("f")
        .setRegionServer("rs1.example,16020,5")
        .setMajor(true)
        .setInputBytes(512L << 20)
        .setInputFiles(3)
        .setAgeMs(12_000);
  }
}
