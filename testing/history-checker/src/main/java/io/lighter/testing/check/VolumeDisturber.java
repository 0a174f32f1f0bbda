// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import io.lighter.testing.cluster.Volumes;
import java.io.IOException;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.RegionInfo;

/**
 * Fills the SSDs of one data node or of all for a while. A flush and a compaction follow at once,
 * while the name node believes the last heartbeats. The table keeps its engine and tiers meanwhile.
 */
final class VolumeDisturber extends Disturber {
  /** Time between two heartbeats of a data node, seconds. */
  static final String HEARTBEAT_SECONDS = "5";

  /** Bytes of a block, with which a flush or a merge has several. */
  static final long BLOCK_BYTES = 2L << 20;

  /** Room that the first blocks use up. */
  private static final long LITTLE_ROOM = 2 * BLOCK_BYTES;

  /** Mean time between two periods with full SSDs. */
  private static final Duration PAUSE = Duration.ofSeconds(5);

  private static final Duration FULL = Duration.ofSeconds(4);

  private final Volumes volumes;

  VolumeDisturber(CheckContext context, RandomGenerator random, Volumes volumes) {
    super(context, random, PAUSE);
    this.volumes = volumes;
  }

  @Override
  Tally.Event disturb(Admin admin) throws Exception {
    context().disturbances().alterations().lockInterruptibly();
    try {
      if (!hasOwnEngine(admin)) {
        throw new IOException("with the tracker FILE, HBase's engine ends the region server");
      }
      fillForAWhile(admin);
    } finally {
      context().disturbances().alterations().unlock();
    }
    return Tally.Event.VOLUME_FILL;
  }

  private void fillForAWhile(Admin admin) throws Exception {
    int nodes = random().nextInt(3) == 0 ? 1 : volumes.nodes();
    int first = random().nextInt(volumes.nodes());
    long room = random().nextBoolean() ? 0 : LITTLE_ROOM;
    RegionInfo region = any(regions(admin));
    try {
      for (int i = 0; i < nodes; i++) {
        volumes.fill((first + i) % volumes.nodes(), StorageType.SSD, room);
      }
      context().disturbances().flushes().during(() -> flush(admin, region));
      admin.compactRegion(region.getRegionName());
      context().pause(random(), FULL);
    } finally {
      volumes.freeAll(StorageType.SSD);
    }
  }

  private static RegionInfo flush(Admin admin, RegionInfo region) throws IOException {
    admin.flushRegion(region.getRegionName());
    return region;
  }
}
