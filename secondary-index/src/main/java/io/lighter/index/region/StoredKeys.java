// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import io.lighter.index.spec.IndexKeyException;
import io.lighter.index.spec.IndexSpec;
import java.io.IOException;
import java.util.List;
import java.util.NavigableSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.TagType;
import org.apache.hadoop.hbase.regionserver.Region;

/**
 * The keys that rows of a region show, or may show without another put. An index that is built from
 * stored cells needs an entry for each of them: a write inserts no entry for a key that the row
 * shows, and a removal spares the keys that the row may show. A repair spares all of them.
 * Immutable.
 */
public final class StoredKeys {
  private final RowKeys keys;
  private final IndexedRegion.Cells cells;

  /**
   * Creates the reader of a region's keys.
   *
   * @param region has all cells that count in its files, and is not written
   */
  public StoredKeys(IndexSpec spec, Region region) {
    this(spec, new RowReader(region, List.of(spec)));
  }

  StoredKeys(IndexSpec spec, IndexedRegion.Cells cells) {
    this.keys = new RowKeys(spec);
    this.cells = cells;
  }

  /**
   * The keys of a row.
   *
   * @param raw all cells of the row in the index's family, delete markers included
   * @throws IndexKeyException if parts of a compound key have too many hidden values
   */
  public NavigableSet<byte[]> of(byte[] row, List<Cell> raw) throws IOException, IndexKeyException {
    if (raw.stream().anyMatch(StoredKeys::expires)) {
      // Once such a cell has expired, the row shows an older one, without a write.
      return keys.mayShow(raw.stream().filter(CellUtil::isPut).toList(), raw);
    }
    boolean deleted = raw.stream().anyMatch(cell -> !CellUtil.isPut(cell));
    // Without a marker the newest puts are visible, and those are among what may show.
    return keys.mayShow(deleted ? cells.visible(row) : List.of(), raw);
  }

  private static boolean expires(Cell cell) {
    return PrivateCellUtil.getTag(cell, TagType.TTL_TAG_TYPE).isPresent();
  }
}
