// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.gc;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.regionserver.InternalScanner;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.regionserver.Shipper;

/**
 * Passes the cells of a scanner to a hook. HBase's compactor asks a scanner whether it is a {@link
 * Shipper}, so that blocks that were read are released; this one is, and passes that on. Confined
 * to the thread of the job.
 */
final class HookedScanner implements InternalScanner, Shipper {
  private final InternalScanner scanner;
  private final CellHook hook;

  HookedScanner(InternalScanner scanner, CellHook hook) {
    this.scanner = scanner;
    this.hook = hook;
  }

  @Override
  public boolean next(List<Cell> cells, ScannerContext context) throws IOException {
    boolean hasMore = scanner.next(cells, context);
    hook.cells(cells);
    return hasMore;
  }

  @Override
  public void shipped() throws IOException {
    if (scanner instanceof Shipper shipper) {
      shipper.shipped();
    }
  }

  @Override
  public void close() throws IOException {
    scanner.close();
  }
}
