// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.forest;

import io.lighter.engine.range.RangeFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * What a forest compacts of the files of another engine without a further flush: nothing, unless so
 * many files are of one stage that they become one tree, and overlap. {@link ForestPlanner} plays
 * all rounds. An estimate from above: outputs are as large as their inputs, and are not cut.
 *
 * @param rewrittenBytes bytes that the compactions read, each time
 * @param largestBytes bytes that the largest of them reads
 */
public record ForestAdoption(long rewrittenBytes, long largestBytes) {
  /** A file of another engine; its rows are places in the key space, both inclusive. */
  public record OtherFile(long bytes, int first, int last) {}

  /**
   * Returns the compactions of a store.
   *
   * @param oldestFirst all files with a cell
   * @param limits limits of the store
   */
  public static ForestAdoption of(List<OtherFile> oldestFirst, ForestLimits limits) {
    List<ForestFile> files = new ArrayList<>();
    for (OtherFile file : oldestFirst) {
      files.add(file(files.size() + 1, files.size() + 1, file, Optional.empty()));
    }
    ForestPlanner planner =
        new ForestPlanner(
            limits,
            problem -> {
              throw new IllegalStateException(problem);
            });
    long all = 0;
    long largest = 0;
    int named = files.size();
    Optional<ForestPlan> next = next(planner, files, limits);
    while (next.isPresent()) { // ends, since each compaction makes one file of two or more
      List<ForestFile> inputs = next.get().inputs();
      long bytes = next.get().inputBytes();
      all += bytes;
      largest = Math.max(largest, bytes);
      long position = inputs.get(inputs.size() - 1).position();
      files.removeAll(inputs);
      files.add(file(++named, position, together(inputs, bytes), next.get().hint()));
      next = next(planner, files, limits);
    }
    return new ForestAdoption(all, largest);
  }

  private static Optional<ForestPlan> next(
      ForestPlanner planner, List<ForestFile> files, ForestLimits limits) {
    return planner.next(Forest.of(files, limits), Set.of(), 0, MajorRound.NONE);
  }

  private static OtherFile together(List<ForestFile> files, long bytes) {
    return new OtherFile(
        bytes,
        files.stream().mapToInt(file -> Bytes.toInt(file.facts().first())).min().orElseThrow(),
        files.stream().mapToInt(file -> Bytes.toInt(file.facts().last())).max().orElseThrow());
  }

  private static ForestFile file(
      int name, long position, OtherFile file, Optional<ForestHint> hint) {
    RangeFile facts =
        RangeFile.named("f" + name, file.bytes(), position)
            .rows(Bytes.toBytes(file.first()), Bytes.toBytes(file.last()))
            .build();
    return ForestFile.of(facts, false, hint);
  }
}
