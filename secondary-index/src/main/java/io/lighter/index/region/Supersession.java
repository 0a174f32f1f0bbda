// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.ExtendedCell;
import org.apache.hadoop.hbase.PrivateCellUtil;

/**
 * Decides from the raw cells of a row which values a column may show without another put: a value
 * that a delete of an exact version uncovers, and a value that comes back because a compaction
 * drops its delete marker. The latter needs a put that is newer by sequence id than the marker but
 * older by timestamp: a compaction that has the marker and lacks the put drops the marker.
 */
final class Supersession {
  /** Filled by the constructor. */
  private final List<Cell> puts = new ArrayList<>();

  /** Filled by the constructor. */
  private final List<Cell> markers = new ArrayList<>();

  /**
   * Sorts the cells of one row and family.
   *
   * @param raw all cells that exist, markers too, each with its sequence id; 0: not known any more
   */
  Supersession(Iterable<? extends Cell> raw) {
    for (Cell cell : raw) {
      (CellUtil.isPut(cell) ? puts : markers).add(cell);
    }
  }

  /** Puts that are masked by markers now and may show once a compaction has dropped these. */
  List<Cell> mayComeBack() {
    List<Cell> found = new ArrayList<>();
    for (Cell put : puts) {
      List<Cell> masking = markers.stream().filter(marker -> masks(marker, put)).toList();
      if (!masking.isEmpty() && masking.stream().allMatch(marker -> mayGoBefore(marker, put))) {
        found.add(put);
      }
    }
    return found;
  }

  /**
   * Puts that may show after a deletion of exact versions: the newest one left of each column, as
   * far as no marker masks it, and {@link #mayComeBack}.
   *
   * @param deleted whether a put is deleted
   */
  List<Cell> afterDeletionOf(Predicate<Cell> deleted) {
    List<Cell> found = new ArrayList<>();
    for (Cell put : puts) {
      if (isVisible(put, deleted)
          && puts.stream()
              .noneMatch(
                  other ->
                      CellUtil.matchingQualifier(other, put)
                          && isNewer(other, put)
                          && isVisible(other, deleted))) {
        found.add(put);
      }
    }
    mayComeBack().stream().filter(put -> !deleted.test(put)).forEach(found::add);
    return found;
  }

  /**
   * All stored puts but the deleted ones.
   *
   * @param deleted whether a put is deleted
   */
  List<Cell> withoutDeleted(Predicate<Cell> deleted) {
    return puts.stream().filter(put -> !deleted.test(put)).toList();
  }

  private boolean isVisible(Cell put, Predicate<Cell> deleted) {
    return !deleted.test(put) && markers.stream().noneMatch(marker -> masks(marker, put));
  }

  private static boolean isNewer(Cell one, Cell other) {
    int byTime = Long.compare(one.getTimestamp(), other.getTimestamp());
    return byTime != 0 ? byTime > 0 : sequenceId(one) > sequenceId(other);
  }

  /** Whether a compaction may have the marker and lack the put. */
  private static boolean mayGoBefore(Cell marker, Cell put) {
    return sequenceId(marker) == 0 || sequenceId(put) == 0 || sequenceId(put) > sequenceId(marker);
  }

  private static long sequenceId(Cell cell) {
    return cell instanceof ExtendedCell ours ? ours.getSequenceId() : 0;
  }

  private static boolean masks(Cell marker, Cell put) {
    boolean ofFamily =
        PrivateCellUtil.isDeleteFamily(marker) || PrivateCellUtil.isDeleteFamilyVersion(marker);
    if (!ofFamily && !CellUtil.matchingQualifier(marker, put)) {
      return false;
    }
    boolean ofVersion =
        PrivateCellUtil.isDeleteFamilyVersion(marker) || PrivateCellUtil.isDeleteType(marker);
    return ofVersion
        ? marker.getTimestamp() == put.getTimestamp()
        : marker.getTimestamp() >= put.getTimestamp();
  }
}
