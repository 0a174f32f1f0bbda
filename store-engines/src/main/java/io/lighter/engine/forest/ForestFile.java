// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.forest;

import io.lighter.engine.range.RangeFile;
import java.util.Comparator;
import java.util.Optional;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A file with its place in the forest.
 *
 * @param facts what all engines of Lighter's need of a file
 * @param position sequence id that tells which tree the file is of
 * @param hint what the file says about its tree; empty for most files of stage 1
 * @param fence the last fence up to the file's first row when the file was written; empty if there
 *     was none, and for a file without a hint
 */
public record ForestFile(
    RangeFile facts, long position, Optional<ForestHint> hint, Optional<byte[]> fence) {
  /** Oldest first: by position, then as {@link RangeFile#OLDEST_FIRST}. */
  public static final Comparator<ForestFile> OLDEST_FIRST =
      Comparator.comparingLong(ForestFile::position)
          .thenComparing(ForestFile::facts, RangeFile.OLDEST_FIRST);

  /**
   * Returns the place of a file. HBase adds one to the sequence id of the upper half of a parent's
   * file ({@code HStoreFile.open}), and the output of that half keeps the higher id. So an id above
   * the hint's interval counts as the highest one of the interval. A hint whose interval begins
   * above the file's id is not the file's: it is ignored.
   *
   * @param topReference whether the file is the upper half of a file of the region's parent
   * @param hint hint in the file's metadata
   * @param fence fence in the file's metadata; ignored if it is behind the file's first row
   */
  public static ForestFile of(
      RangeFile facts, boolean topReference, Optional<ForestHint> hint, Optional<byte[]> fence) {
    long id = topReference ? facts.sequenceId() - 1 : facts.sequenceId();
    long position = hint.map(found -> Math.min(id, found.high())).orElse(id);
    return hint.filter(found -> found.contains(position)).isPresent()
        ? new ForestFile(facts, position, hint, fence.filter(row -> isUpToFirst(row, facts)))
        : new ForestFile(facts, id, Optional.empty(), Optional.empty());
  }

  /** As the other method, for a file without a fence. */
  public static ForestFile of(RangeFile facts, boolean topReference, Optional<ForestHint> hint) {
    return of(facts, topReference, hint, Optional.empty());
  }

  private static boolean isUpToFirst(byte[] row, RangeFile facts) {
    return row.length > 0 && !facts.isEmpty() && Bytes.compareTo(row, facts.first()) <= 0;
  }

  /** Returns the name, unique within the store. */
  public String name() {
    return facts.name();
  }

  /** Returns the size in bytes; half of the parent's file for a reference. */
  public long bytes() {
    return facts.bytes();
  }

  /** Tells whether the rows of both files, from first to last, overlap. */
  boolean overlaps(ForestFile other) {
    return facts.overlaps(other.facts);
  }

  /** Tells whether a compaction can take the file and reads a cell from it. */
  boolean hasCells() {
    return !facts.isEmpty() && !facts.isOutOfOrder();
  }

  /** Tells whether the file may have a delete marker; unknown counts as yes. */
  boolean mayHaveDeletes() {
    return hint.isEmpty() || hint.get().deletes() > 0;
  }

  @Override
  public String toString() {
    return "%s at %d".formatted(facts, position);
  }
}
