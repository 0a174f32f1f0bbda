// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.range;

import java.util.Arrays;
import java.util.Comparator;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * What Lighter's engines need of a store file. Two objects are equal if they have the same name.
 *
 * <p>Immutable; callers do not change the arrays that they pass or get.
 */
public final class RangeFile {
  /** Oldest first: by sequence id, then by name. */
  public static final Comparator<RangeFile> OLDEST_FIRST =
      Comparator.comparingLong(RangeFile::sequenceId).thenComparing(RangeFile::name);

  private static final byte[] NONE = new byte[0];

  private final String name;
  private final long bytes;
  private final long sequenceId;
  private final byte[] first;
  private final byte[] last;
  private final byte[] startHint;
  private final boolean merged;
  private final boolean reference;
  private final boolean inMinor;
  private final boolean divisible;
  private final boolean hasRows;
  private final boolean outOfOrder;
  private final boolean masksNewer;
  private final boolean orderUnknown;
  private final long writtenMillis;
  private final long oldestCellMillis;

  private RangeFile(Builder builder) {
    name = builder.name;
    bytes = builder.bytes;
    sequenceId = builder.sequenceId;
    first = builder.first;
    last = builder.last;
    startHint = builder.startHint;
    merged = builder.merged;
    reference = builder.reference;
    inMinor = builder.inMinor;
    divisible = builder.divisible && !Arrays.equals(first, last);
    hasRows = builder.hasRows;
    outOfOrder = builder.outOfOrder;
    masksNewer = builder.masksNewer;
    orderUnknown = builder.orderUnknown;
    writtenMillis = builder.writtenMillis;
    oldestCellMillis = builder.oldestCellMillis;
  }

  /**
   * Starts the facts of a file.
   *
   * @param name unique within the store
   * @param bytes size of the file, or of the referenced half, 0 or more
   * @param sequenceId highest sequence id of the file's cells
   */
  public static Builder named(String name, long bytes, long sequenceId) {
    return new Builder(name, bytes, sequenceId);
  }

  /** Returns the name, unique within the store. */
  public String name() {
    return name;
  }

  /** Returns the size in bytes. */
  public long bytes() {
    return bytes;
  }

  /** Returns the highest sequence id of the file's cells. */
  public long sequenceId() {
    return sequenceId;
  }

  /** Tells whether the file has no cell. False for a file whose rows are unknown. */
  public boolean isEmpty() {
    return !hasRows && !isRowsUnknown();
  }

  /**
   * Tells whether it is unknown which rows the file has. That is so for half of a parent's file
   * without a first or last row: either the half has no cell, or its blocks could not be read when
   * the file was opened, for which HBase gives the same answer. It is also so for a file whose rows
   * are {@linkplain #isOutOfOrder out of order}. Such a file may have any row.
   */
  public boolean isRowsUnknown() {
    return outOfOrder || (reference && !hasRows);
  }

  /**
   * Tells whether the first row of the file is behind the last one. No compaction takes such a file
   * unasked: HBase could not read it in order. It stays part of each read, and the markers of older
   * files stay with it.
   */
  public boolean isOutOfOrder() {
    return outOfOrder;
  }

  /** Returns the first row; a zero-length array for a file without one that is known. */
  public byte[] first() {
    return first;
  }

  /** Returns the last row; a zero-length array for a file without one that is known. */
  public byte[] last() {
    return last;
  }

  /** Returns the start of the range that the file was written for; zero-length if unknown. */
  public byte[] startHint() {
    return startHint;
  }

  /** Tells whether a merge wrote the file, so that it was the base of a range. */
  public boolean isMerged() {
    return merged;
  }

  /** Tells whether the file is half of a file of the region's parent. */
  public boolean isReference() {
    return reference;
  }

  /** Tells whether consolidations and distributions may take the file unasked. */
  public boolean isInMinor() {
    return inMinor;
  }

  /** Tells whether the file can become several files: false for a single row. */
  public boolean isDivisible() {
    return divisible;
  }

  /**
   * Tells whether delete markers of the file may mask cells of files with a higher sequence id. A
   * bulk load is such a file: it may appear long after its id was taken, or have the id -1. So is a
   * file that was written from one with all its markers, while other files of the rows were left.
   */
  public boolean isMaskingNewer() {
    return masksNewer;
  }

  /**
   * Tells whether the sequence id does not tell which cells of other files are newer than the
   * file's. That is so for what another engine has compacted: it may have put cells together that
   * are older and newer than those of a file that it left out. It is also so for what was written
   * from such a file while other files of the rows were left.
   */
  public boolean isOrderUnknown() {
    return orderUnknown;
  }

  /**
   * Returns when the file was written, in milliseconds since the epoch. For files that were divided
   * or put together, but not merged, the time is that of the oldest one.
   */
  public long writtenMillis() {
    return writtenMillis;
  }

  /** Returns a timestamp that no cell is older than; {@link Long#MIN_VALUE} if none is known. */
  public long oldestCellMillis() {
    return oldestCellMillis;
  }

  /** Tells whether the rows of both files, from first to last, overlap. False for empty files. */
  public boolean overlaps(RangeFile other) {
    return other.isRowsUnknown()
        ? !isEmpty()
        : !other.isEmpty() && overlaps(other.first, other.last);
  }

  /**
   * Tells whether the file overlaps the rows {@code from} to {@code to}, both inclusive. True if
   * its rows are unknown.
   */
  public boolean overlaps(byte[] from, byte[] to) {
    return isRowsUnknown()
        || (!isEmpty() && Bytes.compareTo(first, to) <= 0 && Bytes.compareTo(last, from) >= 0);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RangeFile file && file.name.equals(name);
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }

  @Override
  public String toString() {
    return "%s (%d bytes, id %d, rows %s to %s)"
        .formatted(
            name, bytes, sequenceId, Bytes.toStringBinary(first), Bytes.toStringBinary(last));
  }

  /** Collects the facts of a file. Not thread-safe. */
  public static final class Builder {
    private final String name;
    private final long bytes;
    private final long sequenceId;
    private byte[] first = NONE;
    private byte[] last = NONE;
    private byte[] startHint = NONE;
    private boolean hasRows;
    private boolean outOfOrder;
    private boolean merged;
    private boolean reference;
    private boolean inMinor = true;
    private boolean divisible = true;
    private boolean masksNewer;
    private boolean orderUnknown;
    private long writtenMillis;
    private long oldestCellMillis = Long.MIN_VALUE;

    private Builder(String name, long bytes, long sequenceId) {
      if (bytes < 0) {
        throw new IllegalArgumentException("size of " + name + " is negative: " + bytes);
      }
      this.name = name;
      this.bytes = bytes;
      this.sequenceId = sequenceId;
    }

    /**
     * Sets the rows of the first and of the last cell, of which the first may be zero-length. A
     * file whose first row is behind the last one is {@linkplain RangeFile#isOutOfOrder out of
     * order}. Without a call the file is empty, or its rows are unknown if it is half of a file.
     */
    public Builder rows(byte[] firstRow, byte[] lastRow) {
      outOfOrder = Bytes.compareTo(firstRow, lastRow) > 0;
      hasRows = !outOfOrder;
      first = outOfOrder ? NONE : firstRow;
      last = outOfOrder ? NONE : lastRow;
      return this;
    }

    /** Sets the start of the range that the file was written for; zero-length if unknown. */
    public Builder startHint(byte[] row) {
      startHint = row;
      return this;
    }

    /** Sets whether a merge wrote the file; default false. */
    public Builder merged(boolean isMerged) {
      merged = isMerged;
      return this;
    }

    /** Marks half of a file of the region's parent. */
    public Builder reference(boolean isReference) {
      reference = isReference;
      return this;
    }

    /** Sets whether consolidations and distributions may take the file; default true. */
    public Builder inMinor(boolean mayTake) {
      inMinor = mayTake;
      return this;
    }

    /** Sets whether a merge may divide the file; default true. One row is never divided. */
    public Builder divisible(boolean mayDivide) {
      divisible = mayDivide;
      return this;
    }

    /** Sets whether markers may mask cells of files with a higher id; default false. */
    public Builder masksNewer(boolean mayMask) {
      masksNewer = mayMask;
      return this;
    }

    /** Sets whether the sequence id tells nothing about the file's cells; default false. */
    public Builder orderUnknown(boolean isUnknown) {
      orderUnknown = isUnknown;
      return this;
    }

    /** Sets when the oldest un-merged data of the file was written, see {@link #writtenMillis}. */
    public Builder writtenMillis(long millis) {
      writtenMillis = millis;
      return this;
    }

    /** Sets a timestamp that no cell is older than; default unknown. */
    public Builder oldestCellMillis(long millis) {
      oldestCellMillis = millis;
      return this;
    }

    /** Returns the facts. */
    public RangeFile build() {
      return new RangeFile(this);
    }
  }
}
