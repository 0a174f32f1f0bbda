// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.io.hfile;

import org.apache.hadoop.hbase.Cell;

/** Access to the part of a file's block index that an open reader has in memory. */
public final class RootIndex {
  private RootIndex() {}

  /** The first key of the root index behind {@code key}; null if there is none. */
  public static Cell keyAfter(HFile.Reader file, Cell key) {
    HFileBlockIndex.CellBasedKeyBlockIndexReader index = file.getDataBlockIndexReader();
    int next = index.rootBlockContainingKey(key) + 1;
    return next < index.getRootBlockCount() ? index.getRootBlockKey(next) : null;
  }
}
