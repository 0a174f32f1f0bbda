// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.job;

import io.lighter.common.protocol.LighterProtos.JobReport;
import io.lighter.common.protocol.LighterProtos.WaitingFor;

/** Reports of jobs for the manager. Called under the scheduler's lock. */
final class JobReports {
  private JobReports() {}

  /**
   * The report of a job.
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
            .setRegionServer(spec.request().getRegionServer())
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
