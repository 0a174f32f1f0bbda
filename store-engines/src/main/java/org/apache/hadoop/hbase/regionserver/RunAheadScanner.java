// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.engine.read.AheadSeek;
import io.lighter.engine.read.ScanCounts;
import io.lighter.engine.read.SearchGroup;
import java.io.IOException;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.yetus.audience.InterfaceAudience;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Begins its first real seek on another thread when HBase asks the first scanner of the read for
 * one. HBase's heap ({@link KeyValueHeap}) must not see that: a queue does not notice that an
 * element of it changes. So {@link #peek} shows the same key as before until HBase calls for the
 * seek, or for something that replaces it, and only then the other thread is waited for.
 *
 * <p>A file that the scan has not reached is not sought ahead ({@link DeferredScanner}), nor one
 * that a filter has excluded: HBase has closed its scanner, or the scanner shows a key behind all
 * of the column. HBase seeks all files of a scan when the scan starts. That seek is put off until
 * the heap calls for it, so that it can be ahead, too.
 *
 * <p>As HBase's scanner, for one thread at a time. While {@link #ahead} is set, everything of the
 * classes above belongs to the pool's thread ({@link AheadSeek}).
 */
@InterfaceAudience.Private
final class RunAheadScanner extends DeferredScanner implements SearchGroup.Member {
  private static final Logger LOG = LoggerFactory.getLogger(RunAheadScanner.class);

  private final SearchGroup group;

  /** What {@link #peek} shows instead of HBase's scanner; null for what that shows. */
  private Cell shown;

  /** Key of the first real seek; null if it is not known, or over. */
  private Cell target;

  /** Whether the first real seek starts where the scanner is. */
  private boolean isForward;

  /** The first real seek while the pool has it; null before and after. */
  private AheadSeek ahead;

  /** What HBase counts of {@link #ahead}. */
  private ScanCounts counts;

  /** Whether the first real seek has begun. */
  private boolean isSought;

  /** Whether HBase's scanner decides on a lazy seek. */
  private boolean isRequested;

  private boolean isClosed;

  RunAheadScanner(
      StoreFileReader reader,
      boolean cacheBlocks,
      long readPoint,
      long order,
      boolean canOptimizeForNonNullColumn,
      Cell start,
      SearchGroup group) {
    super(reader, cacheBlocks, readPoint, order, canOptimizeForNonNullColumn, start);
    this.group = group;
    group.add(this);
  }

  @Override
  public boolean isOver() {
    return isSought || isClosed;
  }

  @Override
  public boolean waits() {
    return !isOver() && (shown != null || isRequestedSeekDue());
  }

  /** Tells whether HBase's scanner has put off a real seek. */
  private boolean isRequestedSeekDue() {
    return target != null && !isDeferred() && !super.realSeekDone();
  }

  @Override
  public boolean begin() {
    boolean isShown = shown != null;
    if (!isShown) {
      shown = super.peek();
      // The key may refer to a block that another scanner releases in the meantime.
      target = KeyValueUtil.toNewKeyCell(target);
    }
    counts = group.newCounts();
    AheadSeek seek =
        group.newSeek(
            new AheadSeek.Scanner() {
              @Override
              public void seek() throws IOException {
                group.seekAhead(counts, RunAheadScanner.this::seekNow);
              }

              @Override
              public void close() {
                RunAheadScanner.super.close();
              }
            });
    if (!seek.begin()) {
      shown = isShown ? shown : null;
      return false;
    }
    ahead = seek;
    isSought = true;
    return true;
  }

  /** Seeks in HBase's scanner, on the thread that has the scanner. */
  private void seekNow() throws IOException {
    if (isForward) {
      super.reseek(target);
    } else {
      super.seek(target);
    }
  }

  /** Does the first seek of HBase's scanner, or waits for it. */
  private void seekOrJoin() throws IOException {
    if (ahead != null && ahead.await(true)) {
      takeBack().throwFailure();
      group.used(counts);
      return;
    }
    ahead = null;
    shown = null;
    isSought = true;
    group.seek(this::seekNow);
    target = null;
  }

  /**
   * Ends a seek whose result is not used, since HBase asks for something else. HBase would not have
   * done that seek, so its failure is not one of the read.
   */
  private void settle() throws IOException {
    if (ahead != null && ahead.await(false)) {
      try {
        takeBack().throwFailure();
      } catch (IOException | RuntimeException e) {
        LOG.warn("a seek ahead failed, and its read does not need it: {}", this, e);
      }
    }
    ahead = null;
    shown = null;
    target = null;
  }

  /** Takes the scanner back from a seek that has ended, and returns the seek. */
  private AheadSeek takeBack() {
    AheadSeek seek = ahead;
    ahead = null;
    shown = null;
    target = null;
    counts.carry();
    return seek;
  }

  @Override
  public Cell peek() {
    if (isClosed) {
      return null;
    }
    return shown == null ? super.peek() : shown;
  }

  @Override
  public boolean realSeekDone() {
    return shown == null && super.realSeekDone();
  }

  @Override
  public void enforceSeek() throws IOException {
    if (realSeekDone()) {
      return;
    }
    if (!isRequested) {
      group.runAhead(this);
    }
    if (shown != null) {
      seekOrJoin();
    } else if (isSought) {
      super.enforceSeek();
    } else {
      isSought = true;
      group.seek(super::enforceSeek);
    }
  }

  @Override
  public boolean seek(Cell key) throws IOException {
    if (isFresh() && !isDeferred() && shown == null && !isOver() && !isBeforeFile(key)) {
      putOff(key);
      return true;
    }
    settle();
    boolean isFound = super.seek(key);
    isSought |= !isDeferred();
    return isFound;
  }

  /**
   * Puts off a first seek. What is shown sorts before all cells of the same key: without its
   * sequence id, it would sort behind that key in an older file.
   */
  private void putOff(Cell key) {
    target = KeyValueUtil.toNewKeyCell(key);
    isForward = false;
    KeyValue first = KeyValueUtil.toNewKeyCell(key);
    first.setSequenceId(Long.MAX_VALUE);
    shown = first;
  }

  @Override
  public boolean reseek(Cell key) throws IOException {
    settle();
    boolean isFound = super.reseek(key);
    isSought |= !isDeferred();
    return isFound;
  }

  @Override
  public boolean requestSeek(Cell key, boolean forward, boolean useBloom) throws IOException {
    settle();
    isRequested = true;
    try {
      return super.requestSeek(key, forward, useBloom);
    } finally {
      isRequested = false;
      target = isSought ? null : key;
      isForward = forward;
    }
  }

  @Override
  public Cell next() throws IOException {
    if (shown != null) {
      enforceSeek();
    }
    return super.next();
  }

  @Override
  public boolean backwardSeek(Cell key) throws IOException {
    settle();
    isSought = true;
    return super.backwardSeek(key);
  }

  @Override
  public boolean seekToPreviousRow(Cell key) throws IOException {
    settle();
    isSought = true;
    return super.seekToPreviousRow(key);
  }

  @Override
  public boolean seekToLastRow() throws IOException {
    settle();
    isSought = true;
    return super.seekToLastRow();
  }

  /**
   * Lets go of blocks that HBase has shipped. While a seek runs, the scanner has shipped nothing,
   * and keeps its blocks until the next call. The heap still has the scanner, so that does not wait
   * for the seek: the shown key must not change.
   */
  @Override
  public void shipped() throws IOException {
    if (ahead == null || ahead.isDone()) {
      super.shipped();
    }
  }

  /** Closes the scanner now, or after a seek that runs; does not wait. */
  @Override
  public void close() {
    if (isClosed) {
      return;
    }
    isClosed = true;
    group.closed();
    AheadSeek seek = ahead;
    ahead = null;
    shown = null;
    if (seek == null || seek.giveUp()) {
      super.close();
    }
  }
}
