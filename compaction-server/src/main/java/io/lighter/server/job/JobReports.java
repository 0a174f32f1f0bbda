// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.job;

import io.lighter.common.protocol.LighterProtos.HeartbeatResponse;
import io.lighter.common.protocol.LighterProtos.JobReport;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.WaitingFor;

/** Reports of jobs for region servers and the manager. Called under the scheduler's lock. */
final class JobReports {
  private JobReports() {}

  /** The answer to a heartbeat of a job that has ended. */
  static HeartbeatResponse heartbeat(JobHistory.End end) {
    return HeartbeatResponse.newBuilder()
        .setState(end.phase().toProto())
        .setMessage(end.message())
        .setCancelledByOperator(end.byOperator())
        .setStoreBusy(end.storeBusy())
        .build();
  }

  /** The answer to a heartbeat of a region server that the job does not belong to. */
  static HeartbeatResponse ofAnother(Job job) {
    return HeartbeatResponse.newBuilder()
        .setState(JobState.CANCELLED)
        .setMessage("the job belongs to " + job.owner().regionServer())
        .build();
  }

  /**
   * The answer to a heartbeat of a job.
   *
   * @param expectedWait milliseconds until the job starts, if it waits
   */
  static HeartbeatResponse heartbeat(Job job, long expectedWait) {
    HeartbeatResponse.Builder response =
        HeartbeatResponse.newBuilder()
            .setState(job.phase().toProto())
            .setProgress(job.progress())
            .addAllOutput(job.outputs());
    if (job.phase() == JobPhase.QUEUED) {
      response.setExpectedWaitMs(expectedWait);
    }
    return response.build();
  }

  /**
   * The report of a job for the manager.
   *
   * @param threadFree whether one more job could run
   */
  static JobReport of(Job job, boolean threadFree, DataNodeSlots dataNodes, long now) {
    JobSpec spec = job.spec();
    boolean started = job.phase() != JobPhase.QUEUED;
    JobReport.Builder report =
        JobReport.newBuilder()
            .setJobId(job.id().value())
            .setState(job.phase().toProto())
            .setTable(spec.table().getTableName().getNameAsString())
            .setRegion(spec.region().getEncodedName())
            .setFamily(spec.family().getNameAsString())
            .setRegionServer(job.owner().regionServer())
            .setMajor(spec.request().getMajor())
            .setInputBytes(spec.inputBytes())
            .setInputFiles(spec.request().getInputCount())
            .setPriority(job.priority())
            .setAgeMs(now - job.acceptedAt())
            .setRunningMs(started ? Math.max(1, now - job.startedAt()) : 0)
            .setProgress(job.progress())
            .setReadingMs(job.ioTime().readingMs())
            .setWritingMs(job.ioTime().writingMs())
            .setWaitingFor(waitingFor(job, threadFree, dataNodes, now));
    if (!job.pausedFor().isEmpty()) {
      report.setPace("paused for " + job.pausedFor());
    }
    job.pace()
        .filter(pace -> job.pausedFor().isEmpty())
        .ifPresent(
            pace -> {
              report.setPace(pace.reason());
              pace.limit().ifPresent(report::setReadLimit);
            });
    job.dataNode()
        .ifPresentOrElse(report::addDatanode, () -> report.addAllDatanode(spec.dataNodes()));
    return report.build();
  }

  /**
   * The reason for a job's wait. A job that fits but lets a bigger one go first waits for that one.
   */
  private static WaitingFor waitingFor(
      Job job, boolean threadFree, DataNodeSlots dataNodes, long now) {
    return switch (job.phase()) { // no default: a new phase must have a case
      case QUEUED -> {
        if (!threadFree) {
          yield WaitingFor.THREAD;
        }
        yield dataNodes.hasRoom(job, now) ? WaitingFor.MEMORY : WaitingFor.DATANODE;
      }
      case COMPACTING -> {
        if (!job.pausedFor().isEmpty()) {
          yield WaitingFor.THREAD;
        }
        yield job.throttled() ? WaitingFor.THROUGHPUT : WaitingFor.NOTHING;
      }
      case COMPLETED, DONE, FAILED, CANCELLED -> WaitingFor.NOTHING;
    };
  }
}
