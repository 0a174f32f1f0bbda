// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.engine.advise.KeyOrder;
import io.lighter.engine.advise.StoreWorkload;
import io.lighter.engine.forest.CutRule;
import io.lighter.engine.forest.Forest;
import io.lighter.engine.forest.ForestFile;
import io.lighter.engine.forest.ForestHint;
import io.lighter.engine.forest.ForestLimits;
import io.lighter.engine.forest.ForestPlan;
import io.lighter.engine.forest.ForestPlanner;
import io.lighter.engine.forest.MajorRound;
import io.lighter.engine.range.MajorSweep;
import io.lighter.engine.range.RangeFile;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The files of a simulated store with Lighter's forest engine: its own {@link Forest}, {@link
 * ForestPlanner} and {@link CutRule} over files whose rows are numbers. The cells of a file are
 * spread evenly over its rows. A compaction takes no time. Used by one thread.
 */
final class ForestModel {
  /** Number of rows in uniform order. */
  private static final long ROWS = 1_000_000_000_000L;

  private static final int SAMPLED_ROWS = 16;

  /** Rows of a full output at which the rule is asked whether the output ends. */
  private static final int CUTS_PER_FILE = 16;

  /** Distance of the ids of flushes, which have more than one write: no two are tied. */
  private static final long ID_STEP = 10;

  /** More compactions than one flush makes due. */
  private static final int MOST_COMPACTIONS = 100_000;

  private final ForestLimits limits;
  private final long majorMillis;
  private final KeyOrder order;
  private final ForestPlanner planner;
  private final Map<String, ForestFile> files = new HashMap<>();
  private final Map<String, Part> parts = new HashMap<>();

  /** Rows in ascending order so far: one for each byte. */
  private long rows;

  private long ids = ID_STEP;
  private long named;
  private double live;
  private double readBytes;
  private double writtenBytes;
  private double largestJob;
  private double spaceAtPeak;

  /**
   * Bytes of cells. An update replaces each live cell with the same probability, so a compaction
   * with some older files drops the replaced cell with the probability of their share of the live
   * bytes.
   *
   * @param fresh bytes of rows that are in no older file
   * @param updates bytes of rows that are in older files
   * @param universe live bytes, of the same rows, of all older files
   */
  record Cells(double fresh, double updates, double universe) {
    static final Cells NONE = new Cells(0, 0, 0);

    double bytes() {
      return fresh + updates;
    }

    private Cells part(double share) {
      return new Cells(fresh * share, updates * share, universe * share);
    }

    /** Returns these cells and those of other rows. */
    private Cells and(Cells ofOtherRows) {
      return new Cells(
          fresh + ofOtherRows.fresh,
          updates + ofOtherRows.updates,
          universe + ofOtherRows.universe);
    }

    /** Returns what a compaction writes of cells of the same rows: each row once. */
    private static Cells merged(List<Cells> oldestFirst) {
      double fresh = 0;
      double updates = 0;
      for (Cells each : oldestFirst) {
        double older = fresh + updates;
        double replaced = each.universe > 0 ? Math.min(1, older / each.universe) : 0;
        fresh += each.fresh;
        updates += each.updates * (1 - replaced);
      }
      return new Cells(fresh, updates, oldestFirst.get(0).universe);
    }
  }

  /** A file's cells between two rows, both inclusive. */
  private record Part(Cells cells, long first, long last) {
    private boolean has(long row) {
      return first <= row && row <= last;
    }

    /** Returns the cells of a number of rows of the part. */
    private Cells of(long count) {
      return cells.part((double) count / (last - first + 1));
    }
  }

  /** Creates a store whose live bytes are one settled tree. */
  ForestModel(StoreWorkload workload, ForestLimits limits, long majorMillis) {
    this.limits = limits;
    this.majorMillis = majorMillis;
    order = workload.order();
    planner =
        new ForestPlanner(
            limits,
            problem -> {
              throw new IllegalStateException(problem);
            });
    long store = workload.storeBytes();
    if (store == 0) {
      return;
    }
    rows = store;
    long end = order == KeyOrder.ASCENDING ? store : ROWS;
    Part all = new Part(new Cells(store, 0, 0), 0, end - 1);
    ForestHint tree = new ForestHint(stage(workload), ids - 1, ids, 0);
    long count = (store - 1) / limits.sstBytes() + 1;
    long from = 0;
    for (long i = 1; i <= count; i++) {
      long to = i == count ? end : Math.round((double) end / count * i);
      add(new Part(all.of(to - from), from, to - 1), ids, Optional.of(tree), 0);
      from = to;
    }
  }

  /** The stage to which rounds have brought the store, if it was written in such flushes. */
  private int stage(StoreWorkload workload) {
    int stage = 1;
    long flushes = workload.storeBytes() / workload.flushBytes();
    for (long rest = flushes; rest >= limits.fanout(); rest /= limits.fanout()) {
      stage++;
    }
    return stage;
  }

  private void add(Part part, long id, Optional<ForestHint> hint, long writtenMillis) {
    String name = "f" + named++;
    RangeFile facts =
        RangeFile.named(name, Math.max(1, Math.round(part.cells().bytes())), id)
            .rows(key(part.first()), key(part.last()))
            .writtenMillis(writtenMillis)
            .build();
    files.put(name, ForestFile.of(facts, false, hint));
    parts.put(name, part);
  }

  private static byte[] key(long row) {
    return Bytes.toBytes(row);
  }

  /**
   * Adds a flushed file, and compacts until nothing is due, as the engine asks HBase to.
   *
   * @param liveBytes live bytes of the store, with those of the flush
   */
  void flush(Cells flushed, double liveBytes, long nowMillis) {
    live = liveBytes;
    ids += ID_STEP;
    long first = 0;
    long last = ROWS - 1;
    if (order == KeyOrder.ASCENDING) {
      first = rows;
      rows += Math.max(1, Math.round(flushed.bytes()));
      last = rows - 1;
    }
    add(new Part(flushed, first, last), ids, Optional.empty(), nowMillis);
    spaceAtPeak = Math.max(spaceAtPeak, space());
    MajorRound major =
        majorMillis > 0
            ? new MajorRound(
                MajorSweep.NONE, new MajorSweep(nowMillis - majorMillis), Long.MIN_VALUE)
            : MajorRound.NONE;
    int compactions = 0;
    for (Optional<ForestPlan> plan = next(major); plan.isPresent(); plan = next(major)) {
      carryOut(plan.get(), nowMillis);
      if (++compactions > MOST_COMPACTIONS) {
        throw new IllegalStateException(
            "compactions of %d files go on for ever".formatted(files.size()));
      }
    }
  }

  private Optional<ForestPlan> next(MajorRound major) {
    return planner.next(Forest.of(files.values(), limits), Set.of(), 0, major);
  }

  private void carryOut(ForestPlan plan, long nowMillis) {
    List<Part> oldestFirst = plan.inputs().stream().map(file -> parts.get(file.name())).toList();
    List<Part> outputs = outputs(oldestFirst, plan.fences());
    double in = bytes(oldestFirst);
    double out = bytes(outputs);
    readBytes += in;
    writtenBytes += out;
    largestJob = Math.max(largestJob, in + out);
    spaceAtPeak = Math.max(spaceAtPeak, (bytes(parts.values()) + out) / live);
    long id =
        plan.inputs().stream().mapToLong(file -> file.facts().sequenceId()).max().orElseThrow();
    for (ForestFile input : plan.inputs()) {
      files.remove(input.name());
      parts.remove(input.name());
    }
    long written = plan.writtenMillis().orElse(nowMillis);
    outputs.forEach(output -> add(output, id, plan.hint(), written));
  }

  /** Merges the cells of each row, and ends outputs where the engine's rule says so. */
  private List<Part> outputs(List<Part> oldestFirst, List<byte[]> fences) {
    CutRule cuts = new CutRule(limits, fences);
    double step = Math.max(1, (double) limits.sstBytes() / CUTS_PER_FILE);
    List<Part> outputs = new ArrayList<>();
    Cells open = Cells.NONE;
    long first = 0;
    long end = 0;
    List<Long> bounds = bounds(oldestFirst, fences);
    for (int i = 0; i + 1 < bounds.size(); i++) {
      long from = bounds.get(i);
      long to = bounds.get(i + 1);
      List<Cells> here =
          oldestFirst.stream()
              .filter(part -> part.has(from))
              .map(part -> part.of(to - from))
              .toList();
      if (here.isEmpty()) {
        continue; // no input has a row in between
      }
      Cells merged = Cells.merged(here);
      long pieces = Math.max(1, Math.min(to - from, (long) Math.ceil(merged.bytes() / step)));
      for (long piece = 0; piece < pieces; piece++) {
        long start = from + Math.round((double) (to - from) / pieces * piece);
        if (cuts.endsBefore(key(start), Math.round(open.bytes()))) {
          outputs.add(new Part(open, first, end - 1));
          open = Cells.NONE;
        }
        if (open.equals(Cells.NONE)) {
          first = start;
        }
        open = open.and(merged.part(1.0 / pieces));
        end = from + Math.round((double) (to - from) / pieces * (piece + 1));
      }
    }
    outputs.add(new Part(open, first, end - 1));
    return outputs;
  }

  /** Returns the rows at which an input begins or has ended, and the fences between, ascending. */
  private static List<Long> bounds(List<Part> inputs, List<byte[]> fences) {
    TreeSet<Long> bounds = new TreeSet<>();
    for (Part input : inputs) {
      bounds.add(input.first());
      bounds.add(input.last() + 1);
    }
    long first = bounds.first();
    long end = bounds.last();
    fences.stream()
        .map(Bytes::toLong)
        .filter(fence -> first < fence && fence < end)
        .forEach(bounds::add);
    return List.copyOf(bounds);
  }

  private static double bytes(Collection<Part> parts) {
    return parts.stream().mapToDouble(part -> part.cells().bytes()).sum();
  }

  /** Returns the bytes of all files for each live byte. */
  double space() {
    return bytes(parts.values()) / live;
  }

  int files() {
    return files.size();
  }

  /** Returns the files that a scan of few rows meets: the mean over rows at equal distances. */
  double scanFiles() {
    long end = order == KeyOrder.ASCENDING ? rows : ROWS;
    long met = 0;
    for (int i = 0; i < SAMPLED_ROWS; i++) {
      long row = end / SAMPLED_ROWS * i + end / (2 * SAMPLED_ROWS);
      met += parts.values().stream().filter(part -> part.has(row)).count();
    }
    return (double) met / SAMPLED_ROWS;
  }

  /** Returns the bytes that compactions have read. */
  double readBytes() {
    return readBytes;
  }

  /** Returns the bytes that compactions have written. */
  double writtenBytes() {
    return writtenBytes;
  }

  /** Returns the bytes read and written by the largest compaction. */
  double largestJob() {
    return largestJob;
  }

  /** Returns the most bytes for each live byte, with the output of a running compaction. */
  double spaceAtPeak() {
    return spaceAtPeak;
  }
}
