// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalDouble;

/**
 * Sums of the counters of all region servers and compaction servers at a moment.
 *
 * @param hits block-cache hits of client reads
 * @param misses block-cache misses of client reads
 * @param hdfsBlocks blocks that region servers read from HDFS for any reason
 * @param remoteBlocks blocks from compaction servers that ended warm-ups cached
 * @param remoteBytes compressed bytes sent from compaction servers' caches
 * @param networkBytes bytes that region servers read and wrote on all sockets
 * @param cpuSeconds CPU time of region servers
 * @param cachedBytes bytes in the block caches
 * @param store requests of all processes to the object store; none without one
 */
public record ServerSample(
    Instant time,
    long hits,
    long misses,
    long hdfsBlocks,
    long remoteBlocks,
    long remoteBytes,
    long networkBytes,
    double cpuSeconds,
    long cachedBytes,
    StoreTraffic store) {

  /** Adds what samples from before object stores lack. */
  public ServerSample {
    store = store == null ? StoreTraffic.NONE : store;
  }

  /** Difference to an earlier sample; gauges keep the later value. */
  public ServerSample since(ServerSample earlier) {
    return new ServerSample(
        time,
        hits - earlier.hits,
        misses - earlier.misses,
        hdfsBlocks - earlier.hdfsBlocks,
        remoteBlocks - earlier.remoteBlocks,
        remoteBytes - earlier.remoteBytes,
        networkBytes - earlier.networkBytes,
        cpuSeconds - earlier.cpuSeconds,
        cachedBytes,
        store.since(earlier.store));
  }

  /** The sample at a moment between this one and a later one, by linear interpolation. */
  public ServerSample towards(ServerSample later, Instant moment) {
    double part = part(moment, later.time);
    return new ServerSample(
        moment,
        mix(hits, later.hits, part),
        mix(misses, later.misses, part),
        mix(hdfsBlocks, later.hdfsBlocks, part),
        mix(remoteBlocks, later.remoteBlocks, part),
        mix(remoteBytes, later.remoteBytes, part),
        mix(networkBytes, later.networkBytes, part),
        cpuSeconds + part * (later.cpuSeconds - cpuSeconds),
        mix(cachedBytes, later.cachedBytes, part),
        store.towards(later.store, part));
  }

  /** Fraction of requested blocks in the cache; empty without requests. */
  public OptionalDouble hitRatio() {
    long asked = hits + misses;
    return asked == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) hits / asked);
  }

  private double part(Instant moment, Instant end) {
    return (double) Duration.between(time, moment).toNanos()
        / Duration.between(time, end).toNanos();
  }

  private static long mix(long from, long to, double part) {
    return from + Math.round(part * (to - from));
  }
}
