// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.job;

import io.lighter.common.rpc.Protocol;

/**
 * The region server that a job works for, and the job's lease.
 *
 * <p>A job that may outlive its region server goes on for a grace after the lease has ended. In
 * that time, or before, the region's next owner becomes the job's owner ({@link #adopt}). Calls of
 * an earlier owner then have no effect. A region server of an older release sends no name, and owns
 * no job that outlives it, so a call without a name is the owner's.
 *
 * <p>The scheduler's lock guards every field that is not final. Times are milliseconds of the
 * scheduler's clock.
 */
final class JobOwner {
  private final long leaseMs;
  private final long graceMs;
  private final long acceptedAt;
  private final long deadlineMs;
  private String regionServer;
  private long lastHeartbeat;
  private boolean heardSinceStart;
  private boolean gone;

  /**
   * @param now time at which the job was accepted
   */
  JobOwner(JobSpec spec, long now) {
    this.regionServer = spec.request().getRegionServer();
    this.leaseMs =
        Math.min(spec.request().getHeartbeatTimeoutMs(), Protocol.LONGEST_LEASE.toMillis());
    this.graceMs = spec.outlives() ? spec.graceMs() : 0;
    this.deadlineMs = spec.request().getDeadlineMs();
    this.acceptedAt = now;
    this.lastHeartbeat = now;
  }

  /** Name of the region server: host, port and start code. */
  String regionServer() {
    return regionServer;
  }

  /**
   * Whether a call comes from the owner.
   *
   * @param sender name of the calling region server; empty if the call has none
   */
  boolean is(String sender) {
    return sender.isEmpty() || sender.equals(regionServer);
  }

  /** Whether another region server may become the owner. */
  boolean mayChange() {
    return graceMs > 0;
  }

  /** Makes a region server the owner of a job that has begun, and renews the lease. */
  void adopt(String sender, long now) {
    regionServer = sender;
    heardSinceStart = true;
    renew(now);
  }

  /** Renews the lease. */
  void heartbeat(JobPhase phase, long now) {
    heardSinceStart |= phase != JobPhase.QUEUED;
    renew(now);
  }

  private void renew(long now) {
    lastHeartbeat = now;
    gone = false;
  }

  /**
   * Notes that the lease has ended and the job goes on.
   *
   * @return whether that is new
   */
  boolean noteGone(long now) {
    boolean isNew = !gone && silence(now) > leaseMs;
    gone |= isNew;
    return isNew;
  }

  /**
   * The reason why the job has expired; empty before. A job has a grace once the owner knows that
   * the job has begun: an owner that closed its region before may have failed to cancel the job,
   * and the next owner has looked for records before there was one.
   */
  String expiry(long now) {
    if (silence(now) > leaseMs + (heardSinceStart ? graceMs : 0)) {
      return "no heartbeat from " + regionServer + " for " + silence(now) + " ms";
    }
    if (now - acceptedAt > deadlineMs) {
      return "not taken over within " + deadlineMs + " ms";
    }
    return "";
  }

  private long silence(long now) {
    return now - lastHeartbeat;
  }
}
