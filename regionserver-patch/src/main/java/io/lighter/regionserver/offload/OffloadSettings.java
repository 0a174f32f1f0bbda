// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import io.lighter.common.config.GroupFallback;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import io.lighter.common.rpc.Protocol;
import java.time.Duration;

/**
 * The checked options of one store. Immutable.
 *
 * @param minBytes size of the inputs below which a compaction is local
 * @param group group of compaction servers
 * @param fallback fallback if no server of the group takes jobs
 * @param serverTimeout time without an answer after which a server is given up
 * @param stallTimeout time without progress after which a running job is given up
 * @param jobTimeout age after which a job is given up
 * @param maxWait time in a queue after which a job is given up
 * @param maxWaitUrgent the same, while the store is about to delay writes
 * @param pollInterval longest time between two heartbeats, if the server timeout allows it
 * @param grace time for which a running job goes on without its region server; zero: none
 */
record OffloadSettings(
    long minBytes,
    String group,
    GroupFallback fallback,
    Duration serverTimeout,
    Duration stallTimeout,
    Duration jobTimeout,
    Duration maxWait,
    Duration maxWaitUrgent,
    Duration pollInterval,
    Duration grace) {

  static OffloadSettings of(LighterConfiguration conf) {
    return new OffloadSettings(
        conf.bytes(LighterOption.OFFLOAD_MIN_BYTES),
        conf.string(LighterOption.GROUP),
        conf.groupFallback(LighterOption.GROUP_FALLBACK),
        conf.duration(LighterOption.OFFLOAD_SERVER_TIMEOUT),
        conf.duration(LighterOption.OFFLOAD_STALL_TIMEOUT),
        conf.duration(LighterOption.OFFLOAD_JOB_TIMEOUT),
        conf.duration(LighterOption.OFFLOAD_MAX_WAIT),
        conf.duration(LighterOption.OFFLOAD_MAX_WAIT_URGENT),
        conf.duration(LighterOption.OFFLOAD_POLL_INTERVAL),
        conf.duration(LighterOption.OFFLOAD_GRACE));
  }

  /** The same settings, with a job timeout of at most {@code limit}. */
  OffloadSettings within(Duration limit) {
    return jobTimeout.compareTo(limit) <= 0
        ? this
        : new OffloadSettings(
            minBytes,
            group,
            fallback,
            serverTimeout,
            stallTimeout,
            limit,
            maxWait,
            maxWaitUrgent,
            pollInterval,
            grace);
  }

  /** Time without a heartbeat after which the server treats this region server as failed. */
  Duration lease() {
    return serverTimeout.compareTo(Protocol.LONGEST_LEASE) < 0
        ? serverTimeout
        : Protocol.LONGEST_LEASE;
  }

  /** Longest time between two heartbeats, so that the lease survives the loss of one. */
  Duration longestPoll() {
    Duration third = lease().dividedBy(3);
    return pollInterval.compareTo(third) < 0 ? pollInterval : third;
  }

  /** Time limit of one heartbeat, short so that a region can close while a server hangs. */
  Duration callTimeout() {
    return Duration.ofMillis(Math.max(100, lease().toMillis() / 5));
  }
}
