// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.forest;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A compaction that a store should run next. All cells of all inputs go to the outputs, so no file
 * is consumed in part.
 *
 * @param job why
 * @param inputs the files to compact, oldest first, at least one
 * @param hint tree of the outputs; empty for files that a coprocessor chose, and for a cut file
 *     without a hint
 * @param fences rows at which outputs end, ascending
 * @param dropsMarkers whether delete markers, and what they delete, may go
 */
public record ForestPlan(
    Job job,
    List<ForestFile> inputs,
    Optional<ForestHint> hint,
    List<byte[]> fences,
    boolean dropsMarkers) {

  /** Reasons for a compaction, in order of preference. */
  public enum Job {
    /** A cluster with half of a file of the region's parent: a region with one cannot split. */
    REFERENCE,
    /** A file that chains a large cluster: it is written anew as several files of its tree. */
    CUT,
    /** Files of one tree that overlap. */
    CLUSTER,
    /** Small files of one tree that are neighbours by key. */
    TIDY,
    /** A cluster of all trees that a major compaction has still to rewrite. */
    MAJOR,
    /** Files that a coprocessor chose. */
    CHOSEN
  }

  public ForestPlan {
    inputs = inputs.stream().sorted(ForestFile.OLDEST_FIRST).toList();
    fences = List.copyOf(fences);
    if (inputs.isEmpty()) {
      throw new IllegalArgumentException(job + " of no file");
    }
    for (int i = 1; i < fences.size(); i++) {
      if (Bytes.compareTo(fences.get(i - 1), fences.get(i)) >= 0) {
        throw new IllegalArgumentException("fences are not ascending");
      }
    }
  }

  /** Returns the size below which no output ends at a fence; a cut file ends at all of them. */
  public long sstMinBytes(ForestLimits limits) {
    return job == Job.CUT ? 0 : limits.sstMinBytes();
  }

  /** Returns the bytes of the inputs. */
  public long inputBytes() {
    return inputs.stream().mapToLong(ForestFile::bytes).sum();
  }

  /**
   * Returns when the oldest input was written, in milliseconds since the epoch, if the outputs keep
   * that age. Empty if their age is their own: a major compaction wrote them, or one that drops
   * delete markers as a major one does.
   */
  public OptionalLong writtenMillis() {
    return job == Job.MAJOR || dropsMarkers
        ? OptionalLong.empty()
        : inputs.stream().mapToLong(file -> file.facts().writtenMillis()).min();
  }

  @Override
  public String toString() {
    return "%s of %d files, %d bytes, %d fences, to %s%s"
        .formatted(
            job,
            inputs.size(),
            inputBytes(),
            fences.size(),
            hint.map(to -> "stage %d (%d, %d]".formatted(to.stage(), to.low(), to.high()))
                .orElse("no tree"),
            dropsMarkers ? ", drops markers" : "");
  }
}
