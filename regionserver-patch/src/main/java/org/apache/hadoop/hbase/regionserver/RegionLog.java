// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.regionserver.commit.CommitLog;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.yetus.audience.InterfaceAudience;

/**
 * The write-ahead log of a region, and the region server. The class is in HBase's package because a
 * region's server is visible there only. Thread-safe.
 */
@InterfaceAudience.Private
public record RegionLog(HRegion region) implements CommitLog {
  /** The log of a region, as HBase hands it to a coprocessor. */
  public static RegionLog of(Region region) {
    return new RegionLog((HRegion) region);
  }

  /** The options of the region server's site. */
  public Configuration site() {
    return region.getRegionServerServices().getConfiguration();
  }

  @Override
  public void sync() throws IOException {
    if (region.getTableDescriptor().getDurability() == Durability.FSYNC_WAL) {
      region.getWAL().sync(true);
    } else {
      region.getWAL().sync(); // as hbase.wal.hsync says
    }
  }

  @Override
  public void abort(String why, Throwable cause) {
    region.getRegionServerServices().abort(why, cause);
  }
}
