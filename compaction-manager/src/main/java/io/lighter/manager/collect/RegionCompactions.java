// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.collect;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.apache.hadoop.hbase.UnknownRegionException;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.util.Bytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Major compactions of one family in all regions of a table, a few at a time.
 *
 * <ol>
 *   <li>A region waits until it has no compaction. HBase would else select some of the files.
 *   <li>A request makes HBase select all files before it returns.
 *   <li>The region is done when it reports no major compaction any more.
 * </ol>
 *
 * <p>A compaction that HBase starts between steps 1 and 2 makes it select less, and a region that
 * moves loses its compaction. The entries of such a region, and of one that was split, stay until
 * the next round. Confined to the thread of {@link CollectionRounds}.
 */
final class RegionCompactions {
  private static final Logger LOG = LoggerFactory.getLogger(RegionCompactions.class);

  /** Failed calls for one region, such as one that moves, after which the region is left out. */
  static final int MOST_FAILURES_OF_REGION = 5;

  /** Failed calls without one that succeeded, after which HBase counts as down. */
  static final int MOST_FAILURES_IN_A_ROW = 20;

  private static final Duration DEADLINE = Duration.ofHours(12);

  private final CollectionCluster cluster;
  private final String round;
  private final byte[] family;
  private final Deque<Region> waiting = new ArrayDeque<>();
  private final List<Region> running = new ArrayList<>();
  private final int regions;
  private int left;
  private int failuresInARow;

  /** A region that is not done; the fields are those of the thread that advances. */
  private static final class Region {
    private final byte[] name;
    private long requestedMs;
    private int failures;

    Region(byte[] name) {
      this.name = name;
    }

    @Override
    public String toString() {
      return Bytes.toStringBinary(name);
    }
  }

  /**
   * @param round id for log lines
   * @param regions names of the regions
   */
  RegionCompactions(CollectionCluster cluster, String round, byte[] family, List<byte[]> regions) {
    this.cluster = cluster;
    this.round = round;
    this.family = family;
    this.regions = regions.size();
    regions.forEach(name -> waiting.add(new Region(name)));
  }

  int regions() {
    return regions;
  }

  /** Regions that need no further call, those left out included. */
  int done() {
    return regions - waiting.size() - running.size();
  }

  /** Regions that were left out, since they are gone or did not answer. */
  int leftOut() {
    return left;
  }

  int running() {
    return running.size();
  }

  /** Whether no region waits or runs. */
  boolean isDone() {
    return done() == regions;
  }

  /**
   * Looks once after running compactions, and requests some more.
   *
   * @param most compactions that may run at a time after this call
   * @throws IOException if HBase does not answer, or a compaction does not end: the round fails
   */
  void advance(int most, long nowMs) throws IOException {
    for (Region region : List.copyOf(running)) {
      poll(region, nowMs);
    }
    int tries = Math.min(waiting.size(), 2 * most); // a busy region goes to the end
    while (tries-- > 0 && running.size() < most) {
      request(waiting.remove(), nowMs);
    }
  }

  private void poll(Region region, long nowMs) throws IOException {
    CompactionState state;
    try {
      state = cluster.state(region.name);
    } catch (IOException e) {
      running.remove(region);
      failed(region, e);
      return;
    }
    failuresInARow = 0;
    if (state != CompactionState.MAJOR && state != CompactionState.MAJOR_AND_MINOR) {
      running.remove(region);
    } else if (nowMs - region.requestedMs > DEADLINE.toMillis()) {
      throw new IOException(
          "the compaction of %s has not ended in %s hours".formatted(region, DEADLINE.toHours()));
    }
  }

  private void request(Region region, long nowMs) throws IOException {
    try {
      boolean idle = cluster.state(region.name) == CompactionState.NONE;
      failuresInARow = 0;
      if (!idle) {
        waiting.add(region);
        return;
      }
      cluster.majorCompact(region.name, family);
      region.requestedMs = nowMs;
      running.add(region);
      LOG.debug("{}: asked for a major compaction region={}", round, region);
    } catch (IOException e) {
      failed(region, e);
    }
  }

  /** A region that moves answers later, one that was split or merged never. */
  private void failed(Region region, IOException e) throws IOException {
    if (Thread.currentThread().isInterrupted() || ++failuresInARow >= MOST_FAILURES_IN_A_ROW) {
      throw e;
    }
    boolean gone = e instanceof UnknownRegionException;
    if (gone || ++region.failures >= MOST_FAILURES_OF_REGION) {
      left++;
      LOG.info("{}: region left out region={} gone={}", round, region, gone, e);
    } else {
      waiting.add(region);
      LOG.debug("{}: region asked again later region={}", round, region, e);
    }
  }
}
