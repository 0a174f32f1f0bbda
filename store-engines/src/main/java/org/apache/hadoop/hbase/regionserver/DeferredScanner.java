// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import java.io.IOException;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.yetus.audience.InterfaceAudience;

/**
 * Reads nothing of a file while a scan has not reached the file's first row. HBase seeks all files
 * of a scan when the scan starts.
 *
 * <p>A first seek to a key before the file's first row is deferred. Until {@link #enforceSeek} the
 * scanner shows the smallest possible key of that row, and is not really seeked, as after HBase's
 * own lazy seek ({@link StoreFileScanner#requestSeek}). The file's first <em>key</em> would not do.
 * That key has no sequence id, so it sorts behind the same key of an older file, which has one, and
 * the older value would be returned. All other calls first forget the deferred seek, then do what
 * HBase's scanner does.
 *
 * <p>As HBase's scanner, for one thread at a time.
 */
@InterfaceAudience.Private
class DeferredScanner extends PreadScanner {
  /** The smallest possible key of the file's first row; null if the file is empty. */
  private final Cell start;

  /** True until the scanner has passed a call on to HBase's scanner. */
  private boolean isFresh = true;

  /** The key of the deferred seek; null if no seek is deferred. */
  private Cell deferred;

  DeferredScanner(
      StoreFileReader reader,
      boolean cacheBlocks,
      long readPoint,
      long order,
      boolean canOptimizeForNonNullColumn,
      Cell start) {
    super(reader, cacheBlocks, readPoint, order, canOptimizeForNonNullColumn);
    this.start = start;
  }

  /** Tells whether the scanner has passed no call on to HBase's scanner yet. */
  final boolean isFresh() {
    return isFresh;
  }

  /** Tells whether a seek is deferred until the scan reaches the file's first row. */
  final boolean isDeferred() {
    return deferred != null;
  }

  /** Tells whether a first seek to a key is deferred: the file has no key of an earlier row. */
  final boolean isBeforeFile(Cell key) {
    return start != null && getComparator().compare(key, start) < 0;
  }

  private boolean defers(Cell key) {
    if (!isFresh || !isBeforeFile(key)) {
      return false;
    }
    // The key may refer to a block that another scanner releases in the meantime.
    deferred = KeyValueUtil.toNewKeyCell(key);
    return true;
  }

  private void forget() {
    isFresh = false;
    deferred = null;
  }

  @Override
  public Cell peek() {
    return deferred == null ? super.peek() : start;
  }

  @Override
  public boolean realSeekDone() {
    return deferred == null && super.realSeekDone();
  }

  @Override
  public void enforceSeek() throws IOException {
    if (deferred == null) {
      super.enforceSeek();
      return;
    }
    Cell key = deferred;
    forget();
    super.seek(key);
  }

  @Override
  public Cell next() throws IOException {
    if (deferred != null) {
      enforceSeek();
    }
    return super.next();
  }

  @Override
  public boolean seek(Cell key) throws IOException {
    if (defers(key)) {
      return true;
    }
    forget();
    return super.seek(key);
  }

  @Override
  public boolean reseek(Cell key) throws IOException {
    if (defers(key)) {
      return true;
    }
    forget();
    return super.reseek(key);
  }

  @Override
  public boolean requestSeek(Cell key, boolean forward, boolean useBloom) throws IOException {
    if (defers(key)) {
      return true;
    }
    forget();
    return super.requestSeek(key, forward, useBloom);
  }

  @Override
  public boolean backwardSeek(Cell key) throws IOException {
    forget();
    return super.backwardSeek(key);
  }

  @Override
  public boolean seekToPreviousRow(Cell key) throws IOException {
    forget();
    return super.seekToPreviousRow(key);
  }

  @Override
  public boolean seekToLastRow() throws IOException {
    forget();
    return super.seekToLastRow();
  }

  @Override
  public void close() {
    forget();
    super.close();
  }
}
