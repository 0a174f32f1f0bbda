// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.build;

import io.lighter.index.admin.IndexRefusedException;
import io.lighter.index.region.StoredKeys;
import io.lighter.index.spec.EntryCodec;
import io.lighter.index.spec.IndexKeyException;
import io.lighter.index.spec.IndexSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.Bytes;

/** Writes the sorted entries of one region of a snapshot. Thread-safe. */
final class EntryRun {
  private final TableName table;
  private final IndexSpec spec;
  private final EntryCodec codec;
  private final EntryFiles files;
  private final long memory;

  /**
   * Creates the job.
   *
   * @param memory bytes of entries of one region in memory
   */
  EntryRun(TableName table, IndexSpec spec, EntryFiles files, long memory) {
    this.table = table;
    this.spec = spec;
    this.codec = new EntryCodec(spec);
    this.files = files;
    this.memory = memory;
  }

  /**
   * Reads a region and writes its entries.
   *
   * @param folder for all files
   * @param rows counts the rows that were read
   * @return a file in the folder with all entries, maybe none
   * @throws IndexRefusedException if a row cannot have an entry
   */
  Path write(SnapshotRegion region, Path folder, LongAdder rows) throws IOException {
    EntrySorter sorter = new EntrySorter(files, folder, region.stamp(), memory);
    StoredKeys keys = new StoredKeys(spec, region.region());
    List<Cell> raw = new ArrayList<>();
    try (RegionScanner scanner = region.scanner()) {
      boolean more = true;
      while (more) {
        Interruption.check();
        raw.clear();
        more = scanner.nextRaw(raw);
        if (!raw.isEmpty()) {
          add(keys, CellUtil.cloneRow(raw.get(0)), raw, sorter);
          rows.increment();
        }
      }
    }
    return sorter.finish();
  }

  private void add(StoredKeys keys, byte[] row, List<Cell> raw, EntrySorter sorter)
      throws IOException {
    try {
      for (byte[] key : keys.of(row, raw)) {
        sorter.add(codec.entryRow(key, row));
      }
    } catch (IndexKeyException e) {
      throw new IndexRefusedException(
          List.of(
              "index %s of %s, row '%s': %s; change the row and run the command again, or drop the"
                      .formatted(spec.name(), table, Bytes.toStringBinary(row), e.getMessage())
                  + " index"));
    }
  }
}
