// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import io.lighter.index.spec.Cleanup;
import io.lighter.index.spec.ColumnValues;
import io.lighter.index.spec.CompoundKeys;
import io.lighter.index.spec.IndexKeyException;
import io.lighter.index.spec.IndexSpec;
import io.lighter.index.spec.IndexedColumn;
import io.lighter.index.spec.KeyExtractor;
import java.util.List;
import java.util.NavigableSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;

/**
 * The keys of one index that a row has (P, C) or may have after a write (N). Immutable.
 *
 * <p>N holds the key of every value that may become the newest visible one without a further put: a
 * value that is written, maybe under a delete marker or a newer version; one that a delete of an
 * exact version uncovers; and, as a part of a compound key, one that a dropped marker brings back.
 * In a row with unsynced puts, a crash may undo what hides an older put, so every stored put
 * counts. N may hold more: an entry too many costs a lookup one read.
 */
final class RowKeys {
  /** The most combinations of values of a compound key. */
  static final int MOST_COMBINATIONS = 16;

  private final IndexSpec spec;

  RowKeys(IndexSpec spec) {
    this.spec = spec;
  }

  IndexSpec spec() {
    return spec;
  }

  /** Whether writes remove the keys that they take from a row. */
  boolean isEager() {
    return spec.cleanup() == Cleanup.EAGER;
  }

  /**
   * Whether P is not asked for: nothing is removed, and N comes from the written values alone. Each
   * put then inserts its entries, also those that the row has already.
   */
  boolean isBlind() {
    return !isEager() && !(spec.keys() instanceof CompoundKeys);
  }

  /** Whether N needs {@link RowReader#raw}. */
  boolean needsRaw(RowChange change) {
    return spec.keys() instanceof CompoundKeys || change.deletesVersionsOf(spec.keys().family());
  }

  /** The keys of a row with these newest visible cells. */
  NavigableSet<byte[]> present(List<Cell> visible) {
    return spec.keys().keys(values(visible));
  }

  /**
   * The keys that a row may have after a change, but for those that it keeps as long as the change
   * does not touch them.
   *
   * @param visible newest visible cells before the change
   * @param raw all cells of the family; empty unless {@link #needsRaw}
   * @param unsynced whether the row may have puts that a crash undoes
   * @throws IndexKeyException if a value is of another type than the index, or for too many
   *     combinations
   */
  NavigableSet<byte[]> possible(
      List<Cell> visible, List<Cell> raw, RowChange change, boolean unsynced)
      throws IndexKeyException {
    for (Cell put : change.puts()) {
      if (reads(put)) {
        spec.keys().check(CellUtil.cloneQualifier(put), CellUtil.cloneValue(put));
      }
    }
    ColumnValues fresh = values(change.puts());
    Supersession stored = new Supersession(raw);
    if (change.deletesVersionsOf(spec.keys().family())) {
      fresh.addAll(
          values(
              unsynced
                  ? stored.withoutDeleted(change::deletes)
                  : stored.afterDeletionOf(change::deletes)));
    }
    if (!(spec.keys() instanceof CompoundKeys compound)) {
      return spec.keys().keys(fresh);
    }
    return withFreshPart(compound, fresh, parts(compound, visible, stored, fresh, unsynced));
  }

  /**
   * The values that a part of a key may have. A row with very many stored values can still be
   * written: those that only a crash can uncover are left out then.
   */
  private ColumnValues parts(
      CompoundKeys compound,
      List<Cell> visible,
      Supersession stored,
      ColumnValues fresh,
      boolean unsynced) {
    ColumnValues parts = values(visible);
    parts.addAll(values(stored.mayComeBack()));
    parts.addAll(fresh);
    if (unsynced) {
      ColumnValues more = new ColumnValues();
      more.addAll(parts);
      more.addAll(values(stored.withoutDeleted(put -> false)));
      if (compound.combinations(more) <= MOST_COMBINATIONS) {
        return more;
      }
    }
    return parts;
  }

  /** Keys of which at least one part is fresh. */
  private static NavigableSet<byte[]> withFreshPart(
      CompoundKeys compound, ColumnValues fresh, ColumnValues all) throws IndexKeyException {
    checkCombinations(compound, all);
    NavigableSet<byte[]> keys = KeyExtractor.noKeys();
    for (IndexedColumn column : compound.columns()) {
      ColumnValues one = new ColumnValues();
      one.addAll(all);
      one.replace(column.qualifier(), fresh);
      keys.addAll(compound.keys(one));
    }
    return keys;
  }

  private static void checkCombinations(CompoundKeys compound, ColumnValues values)
      throws IndexKeyException {
    long combinations = compound.combinations(values);
    if (combinations > MOST_COMBINATIONS) {
      throw new IndexKeyException(
          "%d combinations of the values of the parts: expected at most %d"
              .formatted(combinations, MOST_COMBINATIONS));
    }
  }

  /**
   * The keys that a row shows or may show without another put.
   *
   * @param visible newest visible cells
   * @param raw all cells of the family, as of one moment
   * @throws IndexKeyException for too many combinations
   */
  NavigableSet<byte[]> mayShow(List<Cell> visible, List<Cell> raw) throws IndexKeyException {
    ColumnValues all = values(visible);
    all.addAll(values(new Supersession(raw).afterDeletionOf(put -> false)));
    if (spec.keys() instanceof CompoundKeys compound) {
      checkCombinations(compound, all);
    }
    return spec.keys().keys(all);
  }

  /** Whether keys depend on the cell. */
  boolean reads(Cell cell) {
    return CellUtil.matchingFamily(cell, spec.keys().family())
        && spec.keys()
            .reads(cell.getQualifierArray(), cell.getQualifierOffset(), cell.getQualifierLength());
  }

  private ColumnValues values(List<Cell> cells) {
    return ColumnValues.of(cells.stream().filter(this::reads).toList(), spec.keys().family());
  }
}
