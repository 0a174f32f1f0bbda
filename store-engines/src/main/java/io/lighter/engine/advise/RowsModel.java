// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.advise;

import io.lighter.engine.range.MajorSweep;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A store whose files are told apart by their rows, which are numbers. The cells of a file are
 * spread evenly over its rows. Not thread-safe.
 *
 * @param <F> what the engine needs of a file
 */
abstract class RowsModel<F> extends StoreModel {
  /** Number of rows in uniform order. */
  static final long ROWS = 1_000_000_000_000L;

  private static final int SAMPLED_ROWS = 16;

  final Map<F, Part> files = new LinkedHashMap<>();
  final KeyOrder order;

  /** Rows in ascending order so far: one for each byte. */
  long rows;

  /** Highest id of a write so far. */
  long sequenceId;

  private final long majorMillis;
  private long named;

  /** A file's cells between two rows, both inclusive. */
  record Part(Contents contents, long first, long last) {
    /** Returns the cells between two rows, the second of them exclusive. */
    Part between(long from, long to) {
      long start = Math.max(first, from);
      long end = Math.min(last, to - 1);
      double share = (double) (end - start + 1) / (last - first + 1);
      return new Part(contents.part(share), start, end);
    }

    private boolean isBetween(long from, long to) {
      return first < to && from <= last;
    }

    /** Returns as many parts, of about the same number of rows. */
    List<Part> divided(long count) {
      double perPart = (double) (last - first + 1) / count;
      List<Part> parts = new ArrayList<>();
      long from = first;
      for (long i = 1; i <= count; i++) {
        long to = i == count ? last + 1 : first + Math.round(perPart * i);
        parts.add(between(from, to));
        from = to;
      }
      return parts;
    }

    /** Returns these cells and those of a part behind it. */
    Part and(Part behind) {
      return new Part(contents.and(behind.contents), first, behind.last);
    }

    /** Returns what the files have between two rows, the second of them exclusive. */
    static List<Part> between(List<Part> files, long from, long to) {
      return files.stream()
          .filter(part -> part.isBetween(from, to))
          .map(part -> part.between(from, to))
          .toList();
    }

    /** Returns what a compaction of files, at least one, writes. */
    static Part merged(List<Part> oldestFirst) {
      return new Part(
          Contents.merged(oldestFirst.stream().map(Part::contents).toList()),
          oldestFirst.stream().mapToLong(Part::first).min().orElseThrow(),
          oldestFirst.stream().mapToLong(Part::last).max().orElseThrow());
    }

    static double bytes(Collection<Part> files) {
      return files.stream().mapToDouble(part -> part.contents().bytes()).sum();
    }
  }

  /** Creates a store without files. */
  RowsModel(StoreWorkload workload, EngineOptions options) {
    super(options.blockingFiles());
    order = workload.order();
    majorMillis = options.majorMillis();
  }

  @Override
  final void add(Contents flushed, long nowMillis) {
    sequenceId += 2; // as flushes have more than one write, no two are tied
    long first = 0;
    long last = ROWS - 1;
    if (order == KeyOrder.ASCENDING) {
      first = rows;
      rows += Math.max(1, Math.round(flushed.bytes()));
      last = rows - 1;
    }
    addFlush(new Part(flushed, first, last), nowMillis);
  }

  /** Adds a flushed file with {@link #sequenceId}. */
  abstract void addFlush(Part flushed, long nowMillis);

  /** Returns the files that are due by {@code hbase.hregion.majorcompaction}. */
  final MajorSweep periodic(long nowMillis) {
    return majorMillis > 0 ? new MajorSweep(nowMillis - majorMillis) : MajorSweep.NONE;
  }

  /** Returns a name that no file has had. */
  final String newName() {
    return "f" + named++;
  }

  static byte[] key(long row) {
    return Bytes.toBytes(row);
  }

  /** Returns the number of rows so far. */
  final long end() {
    return order == KeyOrder.ASCENDING ? rows : ROWS;
  }

  @Override
  final double bytes() {
    return Part.bytes(files.values());
  }

  @Override
  final int files() {
    return files.size();
  }

  /** The mean over rows at equal distances. */
  @Override
  final double scanFiles() {
    long end = end();
    long met = 0;
    for (int i = 0; i < SAMPLED_ROWS; i++) {
      long row = end / SAMPLED_ROWS * i + end / (2 * SAMPLED_ROWS);
      met += files.values().stream().filter(part -> part.isBetween(row, row + 1)).count();
    }
    return (double) met / SAMPLED_ROWS;
  }
}
