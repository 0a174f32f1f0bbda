// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.advise;

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
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Lighter's {@code ForestStoreEngine}: its own {@link Forest}, {@link ForestPlanner} and {@link
 * CutRule} over files whose rows are numbers. Not thread-safe.
 */
final class ForestModel extends RowsModel<ForestFile> {
  /** Rows of a full output at which the rule is asked whether the output ends. */
  private static final int CUTS_PER_FILE = 16;

  private final ForestLimits limits;
  private final ForestPlanner planner;

  /** Creates a store whose live bytes are one settled tree. */
  ForestModel(StoreWorkload workload, EngineOptions options, long startMillis) {
    super(workload, options);
    limits = options.forest();
    planner =
        new ForestPlanner(
            limits,
            problem -> {
              throw new IllegalStateException(problem);
            });
    long store = workload.storeBytes();
    rows = store;
    if (store == 0) {
      return;
    }
    sequenceId = 1;
    long end = end();
    Part all = new Part(Contents.of((double) store), 0, end - 1);
    ForestHint tree = new ForestHint(stage(workload), 0, sequenceId, 0);
    long count = (store - 1) / limits.sstBytes() + 1;
    all.divided(count).forEach(part -> add(part, sequenceId, Optional.of(tree), startMillis));
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
    RangeFile facts =
        RangeFile.named(newName(), Math.max(1, Math.round(part.contents().bytes())), id)
            .rows(key(part.first()), key(part.last()))
            .writtenMillis(writtenMillis)
            .build();
    files.put(ForestFile.of(facts, false, hint), part);
  }

  @Override
  void addFlush(Part flushed, long nowMillis) {
    add(flushed, sequenceId, Optional.empty(), nowMillis);
  }

  @Override
  int depth() {
    return forest().depth();
  }

  private Forest forest() {
    return Forest.of(files.keySet(), limits);
  }

  @Override
  boolean compact(long nowMillis) {
    MajorRound major = new MajorRound(MajorSweep.NONE, periodic(nowMillis), Long.MIN_VALUE);
    Optional<ForestPlan> plan = planner.next(forest(), Set.of(), 0, major);
    plan.ifPresent(next -> carryOut(next, nowMillis));
    return plan.isPresent();
  }

  private void carryOut(ForestPlan plan, long nowMillis) {
    List<Part> oldestFirst = plan.inputs().stream().map(files::get).toList();
    List<Part> outputs = outputs(oldestFirst, plan);
    account(Part.bytes(oldestFirst), Part.bytes(outputs));
    files.keySet().removeAll(Set.copyOf(plan.inputs()));
    long id =
        plan.inputs().stream().mapToLong(file -> file.facts().sequenceId()).max().orElseThrow();
    long written = plan.writtenMillis().orElse(nowMillis);
    outputs.forEach(output -> add(output, id, plan.hint(), written));
  }

  /** Merges the cells of each row, and ends outputs where the engine's rule says so. */
  private List<Part> outputs(List<Part> oldestFirst, ForestPlan plan) {
    CutRule cuts = new CutRule(plan, limits);
    double step = Math.max(1, (double) limits.sstBytes() / CUTS_PER_FILE);
    List<Part> outputs = new ArrayList<>();
    Part open = null;
    List<Long> bounds = bounds(oldestFirst, plan.fences());
    for (int i = 0; i + 1 < bounds.size(); i++) {
      List<Part> here = Part.between(oldestFirst, bounds.get(i), bounds.get(i + 1));
      if (here.isEmpty()) {
        continue; // no input has a row in between
      }
      Part merged = Part.merged(here);
      long rowsHere = merged.last() - merged.first() + 1;
      long cutsHere = (long) Math.ceil(merged.contents().bytes() / step);
      for (Part piece : merged.divided(Math.max(1, Math.min(rowsHere, cutsHere)))) {
        double bytes = open == null ? 0 : open.contents().bytes();
        if (cuts.endsBefore(key(piece.first()), Math.round(bytes))) {
          outputs.add(open);
          open = null;
        }
        open = open == null ? piece : open.and(piece);
      }
    }
    outputs.add(open);
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
}
