// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.advise;

import io.lighter.engine.range.RangeFile;
import io.lighter.engine.range.RangeLayout;
import io.lighter.engine.range.RangePlan;
import io.lighter.engine.range.RangePlanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Lighter's {@code RangeStoreEngine}: its own {@link RangeLayout} and {@link RangePlanner} over
 * files whose rows are numbers. Not thread-safe.
 */
final class RangeModel extends RowsModel<RangeFile> {
  private final EngineOptions options;
  private final RangePlanner planner;

  /** Layout of the files; null after a change of them. */
  private RangeLayout layout;

  RangeModel(StoreWorkload workload, EngineOptions options, long startMillis) {
    super(workload, options);
    this.options = options;
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
        RangeFile.named(newName(), Math.round(part.contents().bytes()), id)
            .rows(key(part.first()), key(part.last()))
            .startHint(start)
            .merged(merged)
            .writtenMillis(writtenMillis)
            .build();
    files.put(file, part);
    layout = null;
  }

  @Override
  void addFlush(Part flushed, long nowMillis) {
    add(flushed, nowMillis, false);
  }

  @Override
  boolean compact(long nowMillis) {
    var plan = planner.next(layout(), Set.of(), periodic(nowMillis));
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
            ? divided(Part.merged(inputs), plan)
            : distributed(inputs, plan.boundaries());
    account(Part.bytes(inputs), Part.bytes(outputs.stream().map(Output::part).toList()));
    files.keySet().removeAll(Set.copyOf(oldestFirst));
    layout = null;
    long id = oldestFirst.get(oldestFirst.size() - 1).sequenceId();
    boolean merge = plan.job().isMerge();
    long written = merge ? nowMillis : plan.writtenMillis();
    outputs.forEach(output -> add(output.part(), output.start(), id, written, merge));
  }

  @SuppressWarnings("ArrayRecordComponent") // not compared
  private record Output(Part part, byte[] start) {}

  private static List<Output> divided(Part all, RangePlan plan) {
    return all.divided(plan.outputs()).stream()
        .map(
            part -> {
              byte[] start = part.first() == all.first() ? plan.keys().from() : key(part.first());
              return new Output(part, start);
            })
        .toList();
  }

  private static List<Output> distributed(List<Part> oldestFirst, List<byte[]> boundaries) {
    List<Output> outputs = new ArrayList<>();
    for (int i = 0; i + 1 < boundaries.size(); i++) {
      byte[] start = boundaries.get(i);
      byte[] end = boundaries.get(i + 1);
      long from = start.length == 0 ? 0 : Bytes.toLong(start);
      long to = end.length == 0 ? Long.MAX_VALUE : Bytes.toLong(end);
      List<Part> parts = Part.between(oldestFirst, from, to);
      if (!parts.isEmpty()) {
        outputs.add(new Output(Part.merged(parts), start));
      }
    }
    return outputs;
  }

  @Override
  int depth() {
    return layout().depth();
  }
}
