// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import java.io.IOException;
import java.util.List;
import java.util.random.RandomGenerator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.RegionInfo;

/**
 * Flushes and compacts, with two flushes per compaction. Puts and their deletes therefore get into
 * different files, and major compactions drop the deletes.
 */
final class FileDisturber extends Disturber {
  private final List<String> families;

  /** Creates a disturber of a table with the families of {@link Cells}. */
  FileDisturber(CheckContext context, RandomGenerator random) {
    this(context, random, Cells.FAMILIES);
  }

  /**
   * Creates a disturber of any table.
   *
   * @param families families of the table
   */
  FileDisturber(CheckContext context, RandomGenerator random, List<String> families) {
    super(context, random, context.settings().load().filePause());
    this.families = List.copyOf(families);
  }

  @Override
  Tally.Event disturb(Admin admin) throws Exception {
    int dice = random().nextInt(100);
    if (context().settings().load().links() && random().nextInt(10) == 0) {
      return disturbLinks(admin, dice);
    } else if (dice < 65) {
      return context().disturbances().flushes().during(() -> flush(admin, dice));
    } else if (dice < 68) {
      admin.majorCompact(context().table());
      return Tally.Event.MAJOR_REQUEST;
    }
    RegionInfo region = any(regions(admin));
    byte[] family = anyFamily();
    if (dice < 80) {
      admin.majorCompactRegion(region.getRegionName(), family);
      return Tally.Event.MAJOR_REQUEST;
    } else if (dice < 92) {
      admin.majorCompactRegion(region.getRegionName());
      return Tally.Event.MAJOR_REQUEST;
    }
    admin.compactRegion(region.getRegionName(), family);
    return Tally.Event.MINOR_REQUEST;
  }

  private Tally.Event disturbLinks(Admin admin, int dice) throws IOException {
    TableName links = LinkedRows.tableOf(context().table());
    if (dice < 65) {
      admin.flushRegion(any(admin.getRegions(links)).getRegionName());
      return Tally.Event.FLUSH;
    }
    admin.majorCompact(links);
    return Tally.Event.MAJOR_REQUEST;
  }

  private Tally.Event flush(Admin admin, int dice) throws IOException {
    if (dice < 10) {
      flushAll(admin);
    } else if (dice < 50) {
      admin.flushRegion(any(regions(admin)).getRegionName());
    } else {
      admin.flushRegion(any(regions(admin)).getRegionName(), anyFamily());
    }
    return Tally.Event.FLUSH;
  }

  /**
   * Flushes region by region, because HBase's procedure for a table may never end if regions move.
   * Flushes twice for {@link FlushFloors}, because HBase skips a region whose flush is in progress.
   */
  private void flushAll(Admin admin) throws IOException {
    long start = context().model().now();
    int times = context().settings().shape().hasReplicas() ? 2 : 1;
    for (int i = 0; i < times; i++) {
      for (RegionInfo region : regions(admin)) {
        admin.flushRegion(region.getRegionName());
      }
    }
    context().floors().flushed(start, context().model().now());
  }

  private byte[] anyFamily() throws IOException {
    return Cells.family(any(families));
  }
}
