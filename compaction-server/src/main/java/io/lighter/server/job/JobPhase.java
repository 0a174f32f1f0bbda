// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.job;

import io.lighter.common.protocol.LighterProtos.JobState;

/** The phases of a job. {@link #canMoveTo} defines all transitions. */
public enum JobPhase {
  /** Accepted; waits for memory or a thread. The file system has no files of the job. */
  QUEUED,
  /** HBase's compactor is writing the output. */
  COMPACTING,
  /** The output is durable in HDFS; this server may still delete it. */
  COMPLETED,
  /** The region server owns the output; this server never changes the output again. */
  DONE,
  /** The compactor failed; no files remain. */
  FAILED,
  /** Given up; a worker that still runs the job deletes its output. */
  CANCELLED;

  boolean canMoveTo(JobPhase next) {
    return switch (this) { // no default: a new phase must fail to compile here
      case QUEUED -> next == COMPACTING || next == CANCELLED;
      case COMPACTING -> next == COMPLETED || next == FAILED || next == CANCELLED;
      case COMPLETED -> next == DONE || next == CANCELLED;
      case DONE, FAILED, CANCELLED -> false;
    };
  }

  /** Whether the phase is final. */
  public boolean ended() {
    return switch (this) {
      case QUEUED, COMPACTING, COMPLETED -> false;
      case DONE, FAILED, CANCELLED -> true;
    };
  }

  /** The phase as sent to region servers. */
  public JobState toProto() {
    return switch (this) {
      case QUEUED -> JobState.QUEUED;
      case COMPACTING -> JobState.COMPACTING;
      case COMPLETED -> JobState.COMPLETED;
      case DONE -> JobState.DONE;
      case FAILED -> JobState.FAILED;
      case CANCELLED -> JobState.CANCELLED;
    };
  }
}
