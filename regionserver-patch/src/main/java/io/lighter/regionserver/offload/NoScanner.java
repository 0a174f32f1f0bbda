// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.regionserver.InternalScanner;
import org.apache.hadoop.hbase.regionserver.ScannerContext;

/** A scanner without cells, which represents the scanner of an offloaded compaction. */
final class NoScanner implements InternalScanner {
  @Override
  public boolean next(List<Cell> result, ScannerContext scannerContext) {
    return false;
  }

  @Override
  public void close() {}
}
