package io.lighter.benchmarks.check;

import java.io.IOException;
import java.util.random.RandomGenerator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.RegionInfo;

/**
 * Flushes and compacts. Two flushes to a compaction: so puts and the deletes of them get into
 * different files, and major compactions drop the deletes.
 */
final class FileDisturber extends Disturber {
  FileDisturber(CheckContext context, RandomGenerator random) {
    super(context, random, context.settings().load().filePause());
  }

  @Override
  Tally.Event disturb(Admin admin) throws IOException {
    TableName table = context().table();
    int dice = random().nextInt(100);
    if (dice < 10) {
      // Not the table at once: HBase's procedure for that may never end if regions move meanwhile.
      for (RegionInfo region : regions(admin)) {
        admin.flushRegion(region.getRegionName());
      }
      return Tally.Event.FLUSH;
    } else if (dice < 13) {
      admin.majorCompact(table);
      return Tally.Event.MAJOR_REQUEST;
    }
    RegionInfo region = any(regions(admin));
    byte[] family = Cells.family(any(Cells.FAMILIES));
    if (dice < 50) {
      admin.flushRegion(region.getRegionName());
      return Tally.Event.FLUSH;
    } else if (dice < 65) {
      admin.flushRegion(region.getRegionName(), family);
      return Tally.Event.FLUSH;
    } else if (dice < 80) {
      admin.majorCompactRegion(region.getRegionName(), family);
      return Tally.Event.MAJOR_REQUEST;
    } else if (dice < 92) {
      admin.majorCompactRegion(region.getRegionName());
      return Tally.Event.MAJOR_REQUEST;
    }
    admin.compactRegion(region.getRegionName(), family);
    return Tally.Event.MINOR_REQUEST;
  }
}
