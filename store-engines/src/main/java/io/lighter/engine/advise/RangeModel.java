// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.advise;

import io.lighter.engine.range.MajorSweep;
import io.lighter.engine.range.RangeFile;
import io.lighter.engine.range.RangeLayout;
import io.lighter.engine.range.RangePlan;
import io.lighter.engine.range.RangePlanner;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Lighter's {@code RangeStoreEngine}: its own {@link RangeLayout} and {@link RangePlanner} over
 * files whose rows are numbers. Not thread-safe.
 */
final class RangeModel extends StoreModel {
  /** Number of rows in uniform order. */
  private static final long ROWS = 1_000_000_000_000L;

  private static final int SAMPLED_ROWS = 16;

  private final EngineOptions options;
  private final KeyOrder order;
  private final RangePlanner planner;
  private final Map<RangeFile, Part> files = new LinkedHashMap<>();

  /** Rows in ascending order so far: one for each byte. */
  private long rows;

  /** Layout of the files; null after a change of them. */
  private RangeLayout layout;

  private long sequenceId;
  private long named;

  /** A file's cells between two rows, both inclusive. */
  private record Part(Contents contents, long first, long last) {
    /** Returns the cells between two rows, the second of them exclusive. */
    private Part between(long from, long to) {
      long start = Math.max(first, from);
      long end = Math.min(last, to - 1);
      double share = (double) (end - start + 1) / (last - first + 1);
      return new Part(contents.part(share), start, end);
    }

    private boolean isBetween(long from, long to) {
      return first < to && from <= last;
    }
  }

  RangeModel(StoreWorkload workload, EngineOptions options, long startMillis) {
    super(options.blockingFiles());
    this.options = options;
    order = workload.order();
    planner = new RangePlanner(options.range());
    // Divided ranges have between half and all of the allowed size.
    long rangeBytes = options.range().rangeBytes();
    long store = workload.storeBytes();
    for (int i = 0; rows < store; i++) {
      double bytes = rangeBytes / 2.0 * StripeModel.weight(i);
      long next = Math.min(store, rows + Math.max(1, Math.round(bytes)));
      Contents contents = Contents.of((double) (next - rows));
      add(new Part(contents, row(rows, store), row(next, store) - 1), startMillis, true);
      rows = next;
    }
  }

  private long row(long offset, long store) {
    return switch (order) {
      case UNIFORM -> Math.round((double) offset / store * ROWS);
      case ASCENDING -> offset;
    };
  }

  private void add(Part part, long writtenMillis, boolean merged) {
    add(part, key(part.first()), sequenceId, writtenMillis, merged);
  }

  private void add(Part part, byte[] start, long id, long writtenMillis, boolean merged) {
    RangeFile file =
        RangeFile.named("f" + named++, Math.round(part.contents().bytes()), id)
            .rows(key(part.first()), key(part.last()))
            .startHint(start)
            .merged(merged)
            .writtenMillis(writtenMillis)
            .build();
    files.put(file, part);
    layout = null;
  }

  private static byte[] key(long row) {
    return Bytes.toBytes(row);
  }

  @Override
  void add(Contents flushed, long nowMillis) {
    sequenceId += 2; // as flushes have more than one write, no two are tied
    long first = 0;
    long last = ROWS - 1;
    if (order == KeyOrder.ASCENDING) {
      first = rows;
      rows += Math.max(1, Math.round(flushed.bytes()));
      last = rows - 1;
    }
    add(new Part(flushed, first, last), nowMillis, false);
  }

  @Override
  boolean compact(long nowMillis) {
    long period = options.majorMillis();
    MajorSweep sweep = period > 0 ? new MajorSweep(nowMillis - period) : MajorSweep.NONE;
    var plan = planner.next(layout(), Set.of(), sweep);
    plan.ifPresent(next -> carryOut(next, nowMillis));
    return plan.isPresent();
  }

  private RangeLayout layout() {
    if (layout == null) {
      layout = RangeLayout.of(files.keySet(), options.range().rangeBytes());
    }
    return layout;
  }

  private void carryOut(RangePlan plan, long nowMillis) {
    List<RangeFile> oldestFirst = plan.inputs().stream().sorted(RangeFile.OLDEST_FIRST).toList();
    List<Part> inputs = oldestFirst.stream().map(files::get).toList();
    List<Output> outputs =
        plan.boundaries().isEmpty()
            ? divided(merged(inputs), plan)
            : distributed(inputs, plan.boundaries());
    double in = inputs.stream().mapToDouble(part -> part.contents().bytes()).sum();
    double out = outputs.stream().mapToDouble(each -> each.part().contents().bytes()).sum();
    account(in, out);
    files.keySet().removeAll(Set.copyOf(oldestFirst));
    layout = null;
    long id = oldestFirst.get(oldestFirst.size() - 1).sequenceId();
    boolean merge = plan.job().isMerge();
    long written = merge ? nowMillis : plan.writtenMillis();
    outputs.forEach(output -> add(output.part(), output.start(), id, written, merge));
  }

  @SuppressWarnings("ArrayRecordComponent") // not compared
  private record Output(Part part, byte[] start) {}

  private static Part merged(List<Part> oldestFirst) {
    return new Part(
        Contents.merged(oldestFirst.stream().map(Part::contents).toList()),
        oldestFirst.stream().mapToLong(Part::first).min().orElseThrow(),
        oldestFirst.stream().mapToLong(Part::last).max().orElseThrow());
  }

  private static List<Output> divided(Part all, RangePlan plan) {
    List<Output> outputs = new ArrayList<>();
    int count = plan.outputs();
    double perOutput = (double) (all.last() - all.first() + 1) / count;
    long from = all.first();
    for (int i = 1; i <= count; i++) {
      long to = i == count ? all.last() + 1 : all.first() + Math.round(perOutput * i);
      byte[] start = i == 1 ? plan.keys().from() : key(from);
      outputs.add(new Output(all.between(from, to), start));
      from = to;
    }
    return outputs;
  }

  private static List<Output> distributed(List<Part> oldestFirst, List<byte[]> boundaries) {
    List<Output> outputs = new ArrayList<>();
    for (int i = 0; i + 1 < boundaries.size(); i++) {
      byte[] start = boundaries.get(i);
      byte[] end = boundaries.get(i + 1);
      long from = start.length == 0 ? 0 : Bytes.toLong(start);
      long to = end.length == 0 ? Long.MAX_VALUE : Bytes.toLong(end);
      List<Part> parts =
          oldestFirst.stream()
              .filter(part -> part.isBetween(from, to))
              .map(part -> part.between(from, to))
              .toList();
      if (!parts.isEmpty()) {
        outputs.add(new Output(merged(parts), start));
      }
    }
    return outputs;
  }

  @Override
  double bytes() {
    return files.values().stream().mapToDouble(part -> part.contents().bytes()).sum();
  }

  @Override
  int files() {
    return files.size();
  }

  @Override
  int depth() {
    return layout().depth();
  }

  /** The mean over rows at equal distances. */
  @Override
  double scanFiles() {
    long end = order == KeyOrder.ASCENDING ? rows : ROWS;
    long met = 0;
    for (int i = 0; i < SAMPLED_ROWS; i++) {
      long row = end / SAMPLED_ROWS * i + end / (2 * SAMPLED_ROWS);
      met += files.values().stream().filter(part -> part.isBetween(row, row + 1)).count();
    }
    return (double) met / SAMPLED_ROWS;
  }
}
