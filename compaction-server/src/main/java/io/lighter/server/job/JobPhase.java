package io.lighter.server.job;

import io.lighter.common.protocol.LighterProtos.JobState;

/** Where a job stands. The only moves are those of {@link #canMoveTo}. */
public enum JobPhase {
  /** Accepted; waits for memory or a thread. Nothing of it is in the file system. */
  QUEUED,
  /** HBase's compactor is writing the output. */
  COMPACTING,
  /** Output durable in HDFS; still this server's to delete. */
  COMPLETED,
  /** The region server owns the output; this server never touches it again. */
  DONE,
  /** The compactor failed; nothing remains. */
  FAILED,
  /** Given up; a worker that is still busy with it deletes what it wrote. */
  CANCELLED;

  boolean canMoveTo(JobPhase next) {
    return switch (this) { // no default: a new phase must fail to compile here
      case QUEUED -> next == COMPACTING || next == CANCELLED;
      case COMPACTING -> next == COMPLETED || next == FAILED || next == CANCELLED;
      case COMPLETED -> next == DONE || next == CANCELLED;
      case DONE, FAILED, CANCELLED -> false;
    };
  }

  /** Whether nothing follows. */
  public boolean ended() {
    return switch (this) {
      case QUEUED, COMPACTING, COMPLETED -> false;
      case DONE, FAILED, CANCELLED -> true;
    };
  }

  /** The same on the wire. */
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
