// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import io.lighter.index.spec.IndexSpec;
import io.lighter.index.spec.IndexedColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionScanner;

/**
 * Reads indexed columns of one row in its region: no call, and no hook of another coprocessor but
 * those of stores. The cells are copies: HBase may reuse a block once its scanner is closed.
 * Thread-safe.
 */
final class RowReader implements IndexedRegion.Cells {
  private final Region region;
  private final List<IndexSpec> specs;

  RowReader(Region region, List<IndexSpec> specs) {
    this.region = region;
    this.specs = List.copyOf(specs);
  }

  @Override
  public List<Cell> visible(byte[] row) throws IOException {
    Scan scan = of(row).readVersions(1);
    for (IndexSpec spec : specs) {
      if (spec.keys().columnPrefix().isPresent()) {
        scan.addFamily(spec.keys().family()); // listed columns of the family are in it
      }
    }
    for (IndexSpec spec : specs) {
      for (IndexedColumn column : spec.keys().columns()) {
        boolean whole =
            scan.getFamilyMap().containsKey(column.family())
                && scan.getFamilyMap().get(column.family()) == null;
        if (!whole) {
          scan.addColumn(column.family(), column.qualifier());
        }
      }
    }
    return read(scan);
  }

  @Override
  public List<Cell> raw(byte[] row, byte[] family) throws IOException {
    return read(of(row).addFamily(family).setRaw(true).readAllVersions());
  }

  @Override
  public void enter() throws IOException {
    region.startRegionOperation();
  }

  @Override
  public void leave() throws IOException {
    region.closeRegionOperation();
  }

  private static Scan of(byte[] row) {
    return new Scan().withStartRow(row).withStopRow(row, true);
  }

  private List<Cell> read(Scan scan) throws IOException {
    List<Cell> cells = new ArrayList<>();
    try (RegionScanner scanner = region.getScanner(scan)) {
      boolean more = true;
      while (more) {
        List<Cell> some = new ArrayList<>();
        more = scanner.nextRaw(some);
        for (Cell cell : some) {
          cells.add(KeyValueUtil.copyToNewKeyValue(cell));
        }
      }
    }
    return cells;
  }
}
