package io.lighter.benchmarks.experiment;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalDouble;

/**
 * What region servers and compaction servers had counted at a moment, all together.
 *
 * @param hits blocks that client reads found in the block cache
 * @param misses blocks that they did not
 * @param hdfsBlocks blocks that region servers read from HDFS, for whatever reason
 * @param remoteBlocks blocks that region servers cached from a compaction server, by warm-ups that
 *     have ended
 * @param remoteBytes that compaction servers have sent of their caches, compressed
 * @param networkBytes that region servers have read and written, all sockets together
 * @param cpuSeconds of region servers
 * @param cachedBytes in the block caches
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
    long cachedBytes) {

  /** What was counted since an earlier moment; of what is no counter, the later value. */
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
        cachedBytes);
  }

  /**
   * What would have been counted at a moment between this sample and a later one if everything had
   * grown evenly.
   */
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
        mix(cachedBytes, later.cachedBytes, part));
  }

  /** Part of the blocks asked for that were in the cache; empty if none was asked for. */
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
