// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.range;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The ranges of a store and the files of each range: a pure function of the set of files. The order
 * in which files are given or have appeared does not matter, so a region that opens again has the
 * layout that it had.
 *
 * <p>A file can be a base if it has at least a quarter of the range size. Outputs of merges come
 * first, the older before the newer, then all other files in the same order; each is a base unless
 * it overlaps an earlier one. So a base stays the base until it is merged, and neither a flush nor
 * a bulk load of any size changes the ranges that merges have made. If no file is large enough, the
 * oldest one is the base. Every other file with a cell is a delta of the range that contains the
 * file, or wide. A file whose rows are unknown is wide, and part of each read. Each layout is
 * correct for reads; a poor one only makes them slower.
 *
 * <p>Immutable.
 */
public final class RangeLayout {
  private static final int MIN_BASE_SHARE = 4;

  /** Of files with one sequence id, as one compaction writes them, the largest is first. */
  private static final Comparator<RangeFile> BASES_FIRST =
      Comparator.comparing(RangeFile::isMerged)
          .reversed()
          .thenComparingLong(RangeFile::sequenceId)
          .thenComparing(Comparator.comparingLong(RangeFile::bytes).reversed())
          .thenComparing(RangeFile::name);

  private final List<Range> ranges;
  private final List<RangeFile> wide;
  private final List<RangeFile> empty;
  private final List<RangeFile> withCells;
  private final int depth;

  private RangeLayout(List<Range> ranges, List<RangeFile> wide, List<RangeFile> empty) {
    this.ranges = List.copyOf(ranges);
    this.wide = oldestFirst(wide);
    this.empty = oldestFirst(empty);
    List<RangeFile> all = new ArrayList<>(wide);
    int most = 0;
    for (Range range : ranges) {
      range.addTo(all);
      most = Math.max(most, range.count());
    }
    withCells = oldestFirst(all);
    depth = most + wide.size();
  }

  /**
   * Returns the layout of a store.
   *
   * @param files all files of the store, each once
   * @param rangeBytes size above which a merge divides a range
   */
  public static RangeLayout of(Collection<RangeFile> files, long rangeBytes) {
    List<RangeFile> empty = new ArrayList<>();
    List<RangeFile> wide = new ArrayList<>();
    List<RangeFile> candidates = new ArrayList<>();
    for (RangeFile file : files) {
      (file.isEmpty() ? empty : file.isRowsUnknown() ? wide : candidates).add(file);
    }
    candidates.sort(BASES_FIRST);
    TreeMap<byte[], RangeFile> bases = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    List<RangeFile> others = new ArrayList<>();
    for (RangeFile file : candidates) {
      if (file.bytes() >= minBaseBytes(rangeBytes) && !overlapsAny(bases, file)) {
        bases.put(file.first(), file);
      } else {
        others.add(file);
      }
    }
    if (bases.isEmpty() && !others.isEmpty()) {
      RangeFile oldest = Collections.min(others, RangeFile.OLDEST_FIRST);
      others.remove(oldest);
      bases.put(oldest.first(), oldest);
    }
    return new RangeLayout(ranges(List.copyOf(bases.values()), others, wide), wide, empty);
  }

  private static List<Range> ranges(
      List<RangeFile> bases, List<RangeFile> others, List<RangeFile> wide) {
    if (bases.isEmpty()) {
      return List.of(new Range(KeyRange.ALL, null, List.of()));
    }
    List<byte[]> starts = new ArrayList<>();
    for (int i = 0; i < bases.size(); i++) {
      starts.add(i == 0 ? KeyRange.OPEN : start(bases.get(i), bases.get(i - 1)));
    }
    List<List<RangeFile>> deltas = new ArrayList<>();
    bases.forEach(base -> deltas.add(new ArrayList<>()));
    for (RangeFile file : others) {
      int index = indexOf(starts, file.first());
      (index == indexOf(starts, file.last()) ? deltas.get(index) : wide).add(file);
    }
    List<Range> ranges = new ArrayList<>();
    for (int i = 0; i < bases.size(); i++) {
      byte[] end = i + 1 < starts.size() ? starts.get(i + 1) : KeyRange.OPEN;
      ranges.add(
          new Range(new KeyRange(starts.get(i), end), bases.get(i), oldestFirst(deltas.get(i))));
    }
    return ranges;
  }

  /** Returns the base's hint if it lies in the gap before the base, else the base's first row. */
  private static byte[] start(RangeFile base, RangeFile before) {
    byte[] hint = base.startHint();
    return Bytes.compareTo(before.last(), hint) < 0 && Bytes.compareTo(hint, base.first()) <= 0
        ? hint
        : base.first();
  }

  private static long minBaseBytes(long rangeBytes) {
    return Math.max(1, rangeBytes / MIN_BASE_SHARE);
  }

  private static boolean overlapsAny(NavigableMap<byte[], RangeFile> bases, RangeFile file) {
    Map.Entry<byte[], RangeFile> before = bases.floorEntry(file.last());
    return before != null && before.getValue().overlaps(file);
  }

  private static int indexOf(List<byte[]> starts, byte[] row) {
    int low = 0;
    int high = starts.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (Bytes.compareTo(starts.get(middle), row) <= 0) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  private static List<RangeFile> oldestFirst(List<RangeFile> files) {
    return files.stream().sorted(RangeFile.OLDEST_FIRST).toList();
  }

  /** Returns the ranges by key, at least one. They are disjoint and cover all rows. */
  public List<Range> ranges() {
    return ranges;
  }

  /** Returns the files that span several ranges, or whose rows are unknown, oldest first. */
  public List<RangeFile> wide() {
    return wide;
  }

  /** Returns the files without a cell, oldest first. */
  public List<RangeFile> empty() {
    return empty;
  }

  /** Returns all files that have a cell or may have one, oldest first. */
  public List<RangeFile> withCells() {
    return withCells;
  }

  /** Returns the most files that a read of one row can meet. */
  public int depth() {
    return depth;
  }

  /** Returns the bytes of all bases. */
  public long baseBytes() {
    return ranges.stream()
        .flatMap(range -> range.base().stream())
        .mapToLong(RangeFile::bytes)
        .sum();
  }

  /** Returns the bytes that no base has: those of deltas and of wide files. */
  public long unmergedBytes() {
    return withCells.stream().mapToLong(RangeFile::bytes).sum() - baseBytes();
  }

  /** Returns the start of each range and, as the last element, the open end. */
  public List<byte[]> boundaries() {
    List<byte[]> boundaries = new ArrayList<>();
    ranges.forEach(range -> boundaries.add(range.keys().from()));
    boundaries.add(KeyRange.OPEN);
    return boundaries;
  }

  /**
   * Returns the files that can have a cell between two rows, both inclusive. The rows may be in
   * either order, since HBase does not tell a reversed scan from a forward one. With one open end
   * the direction is unknown, so the result has all files that may have a cell.
   *
   * @param from a row, or zero-length if open
   * @param to a row, or zero-length if open
   */
  public Set<RangeFile> reads(byte[] from, byte[] to) {
    if (from.length == 0 || to.length == 0) {
      return new HashSet<>(withCells);
    }
    boolean forward = Bytes.compareTo(from, to) <= 0;
    byte[] low = forward ? from : to;
    byte[] high = forward ? to : from;
    Set<RangeFile> files = new HashSet<>();
    for (RangeFile file : wide) {
      if (file.overlaps(low, high)) {
        files.add(file);
      }
    }
    List<byte[]> starts = ranges.stream().map(range -> range.keys().from()).toList();
    for (Range range : ranges.subList(indexOf(starts, low), indexOf(starts, high) + 1)) {
      range.addTo(files);
    }
    return files;
  }

  @Override
  public String toString() {
    return "%d ranges, depth %d, %d wide, %d empty"
        .formatted(ranges.size(), depth, wide.size(), empty.size());
  }

  /** A range and its files. Immutable. */
  public static final class Range {
    private final KeyRange keys;
    private final RangeFile base;
    private final List<RangeFile> deltas;
    private final long deltaBytes;

    private Range(KeyRange keys, RangeFile base, List<RangeFile> deltas) {
      this.keys = keys;
      this.base = base;
      this.deltas = deltas;
      this.deltaBytes = deltas.stream().mapToLong(RangeFile::bytes).sum();
    }

    /** Returns the rows of the range. */
    public KeyRange keys() {
      return keys;
    }

    /** Returns the large file; absent only in a store without a file whose rows are known. */
    public Optional<RangeFile> base() {
      return Optional.ofNullable(base);
    }

    /** Returns the small files, oldest first. */
    public List<RangeFile> deltas() {
      return deltas;
    }

    /** Returns the bytes of the deltas. */
    public long deltaBytes() {
      return deltaBytes;
    }

    /** Returns the bytes of base and deltas. */
    public long bytes() {
      return deltaBytes + (base == null ? 0 : base.bytes());
    }

    /** Returns base and deltas. */
    public List<RangeFile> files() {
      List<RangeFile> files = new ArrayList<>();
      addTo(files);
      return files;
    }

    private int count() {
      return deltas.size() + (base == null ? 0 : 1);
    }

    private void addTo(Collection<RangeFile> files) {
      if (base != null) {
        files.add(base);
      }
      files.addAll(deltas);
    }

    @Override
    public String toString() {
      return "%s: base %s, %d deltas of %d bytes".formatted(keys, base, deltas.size(), deltaBytes);
    }
  }
}
