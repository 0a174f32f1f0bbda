// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.warmup;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Finds the rows of a compaction's inputs whose blocks are cached (docs/decisions/0026).
 *
 * <p>The data blocks of all inputs are visited in key order. The rows between the starts of two
 * blocks are an interval. {@link Residency} will choose, at the commit, as many bytes of the output
 * as are cached, and those with rows that are cached in the most inputs. Intervals are chosen here
 * by the same rule, {@value #WINDOW} at a time.
 *
 * <p>Reads nothing from files: the rows of a data block whose index block is not cached count as
 * not cached, since a read would have cached the index block, too. Used once, by one thread.
 */
public final class ResidentScan implements Closeable {
  /** Number of intervals among which those with the most cached bytes come first. */
  static final int WINDOW = 1024;

  /** Number of blocks between two checks of the time. */
  private static final int BLOCKS_PER_CHECK = 256;

  private final Limits limits;
  private final LongSupplier nanoTime;
  private final List<ResidentInput> inputs = new ArrayList<>();
  private final List<Interval> window = new ArrayList<>();
  private final ResidentRanges ranges;
  private long blocks;
  private long cachedBytes;

  /** Bytes behind the last known block of files that have ended since the last interval. */
  private long unknownAtEnds;

  /** Bytes of the intervals chosen so far. */
  private long chosenBytes;

  /**
   * The bounds of a scan. Beyond one of them there is no map.
   *
   * @param blocks data blocks of all inputs
   * @param nanos duration
   * @param mapBytes size of the ranges in a request
   */
  public record Limits(long blocks, long nanos, int mapBytes) {}

  /** Rows between the starts of two blocks, and the bytes of the blocks that have such rows. */
  private static final class Interval {
    final byte[] from;

    /** No block of the interval has rows from this one on. */
    byte[] to;

    /** Bytes of the blocks that start with the interval. */
    final long startingBytes;

    /** Bytes before the interval whose index blocks are not cached. */
    final long unknownBytes;

    final long allBytes;
    final long cachedBytes;
    boolean chosen;

    Interval(
        byte[] from,
        byte[] to,
        long startingBytes,
        long unknownBytes,
        long allBytes,
        long cachedBytes) {
      this.from = from;
      this.to = to;
      this.startingBytes = startingBytes;
      this.unknownBytes = unknownBytes;
      this.allBytes = allBytes;
      this.cachedBytes = cachedBytes;
    }

    double part() {
      return (double) cachedBytes / allBytes;
    }

    boolean isFullyCached() {
      return cachedBytes == allBytes;
    }
  }

  /**
   * Creates a scan.
   *
   * @param files inputs, open until the scan is closed
   * @param rows rows of the region
   * @param nanoTime clock, such as {@link System#nanoTime}
   */
  public ResidentScan(
      List<HFile.Reader> files,
      RowRange rows,
      WarmCache cache,
      Limits limits,
      LongSupplier nanoTime) {
    this.limits = limits;
    this.nanoTime = nanoTime;
    this.ranges = new ResidentRanges(limits.mapBytes());
    files.forEach(file -> inputs.add(new ResidentInput(file, rows, cache)));
  }

  /**
   * Makes the map; empty if that would exceed a bound.
   *
   * @throws IOException if an index is damaged
   */
  public Optional<ResidentMap> map() throws IOException {
    long start = nanoTime.getAsLong();
    PriorityQueue<ResidentInput> queue =
        new PriorityQueue<>(Comparator.comparing(ResidentInput::nextRow, Bytes.BYTES_COMPARATOR));
    for (ResidentInput input : inputs) {
      if (input.peek().isPresent()) {
        queue.add(input);
      }
    }
    long nextCheck = BLOCKS_PER_CHECK;
    while (!queue.isEmpty()) {
      open(queue);
      if (blocks > limits.blocks()) {
        return Optional.empty();
      }
      if (blocks >= nextCheck) {
        nextCheck = blocks + BLOCKS_PER_CHECK;
        if (nanoTime.getAsLong() - start > limits.nanos()) {
          return Optional.empty();
        }
      }
    }
    choose();
    List<ResidentMap.Range> found = ranges.ranges();
    return ranges.size() > limits.mapBytes()
        ? Optional.empty()
        : Optional.of(new ResidentMap(found, cachedBytes, ranges.coveredBytes()));
  }

  /** Advances all inputs whose next blocks start with the smallest row, and opens an interval. */
  private void open(PriorityQueue<ResidentInput> queue) throws IOException {
    byte[] row = queue.peek().nextRow();
    long unknownBefore = unknownAtEnds;
    unknownAtEnds = 0;
    long starting = 0;
    long unknown = 0;
    while (!queue.isEmpty() && Bytes.equals(queue.peek().nextRow(), row)) {
      ResidentInput input = queue.poll();
      unknown += input.takeUnknownBytes();
      long before = Arrays.equals(input.startRow, row) ? input.bytes : 0;
      long cachedBefore = before == 0 ? 0 : input.cachedBytes;
      input.advance();
      blocks++;
      starting += input.bytes - before;
      cachedBytes += input.cachedBytes - cachedBefore;
      if (input.peek().isPresent()) {
        queue.add(input);
      } else {
        unknownAtEnds += input.takeUnknownBytes();
      }
    }
    closeLast(row);
    if (window.size() >= WINDOW) {
      choose();
    }
    window.add(interval(row, starting, unknown + unknownBefore));
  }

  private Interval interval(byte[] row, long startingBytes, long unknownBytes) {
    long all = 0;
    long cached = 0;
    byte[] end = row;
    for (ResidentInput input : inputs) {
      if (input.mayHave(row)) {
        all += input.bytes;
        cached += input.cachedBytes;
        end = Bytes.compareTo(input.endRow, end) > 0 ? input.endRow : end;
      }
    }
    // The end row itself may be in a block.
    byte[] behind = Arrays.copyOf(end, end.length + 1);
    return new Interval(row, behind, startingBytes, unknownBytes, all, cached);
  }

  /** Ends the last interval where the next one starts, unless its blocks end before. */
  private void closeLast(byte[] row) {
    if (!window.isEmpty()) {
      Interval last = window.get(window.size() - 1);
      last.to = Bytes.compareTo(row, last.to) < 0 ? row : last.to;
    }
  }

  /** Chooses intervals of the window by the rule of {@link Residency}, and empties the window. */
  private void choose() {
    List<Interval> sorted = new ArrayList<>(window);
    sorted.removeIf(interval -> interval.cachedBytes == 0);
    sorted.sort(Comparator.comparingDouble(Interval::part).reversed());
    for (Interval interval : sorted) {
      if (interval.isFullyCached() || chosenBytes + interval.startingBytes <= cachedBytes) {
        interval.chosen = true;
        chosenBytes += interval.startingBytes;
      }
    }
    for (Interval interval : window) {
      ranges.skip(interval.unknownBytes);
      if (interval.chosen) {
        ranges.add(interval.from, interval.to, interval.startingBytes);
      } else {
        ranges.skip(interval.startingBytes);
      }
    }
    window.clear();
  }

  @Override
  public void close() {
    inputs.forEach(ResidentInput::close);
  }
}
