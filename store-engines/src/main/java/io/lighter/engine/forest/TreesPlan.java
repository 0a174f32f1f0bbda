// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.forest;

import io.lighter.common.protocol.LighterProtos.CompactionPlan;
import io.lighter.common.protocol.LighterProtos.CompactionPlan.Trees;
import io.lighter.engine.forest.ForestPlan.Job;
import io.lighter.engine.range.RangeFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.com.google.protobuf.UnsafeByteOperations;

/**
 * A {@link ForestPlan} as the compactor reads it, here or on a compaction server. It has all limits
 * of the store that shape the outputs, so that a compaction server needs no setting of the forest.
 * Stateless.
 */
public final class TreesPlan {
  private TreesPlan() {}

  /** Returns the data of a plan of a store with {@code limits}. */
  public static CompactionPlan encode(ForestPlan plan, ForestLimits limits) {
    Trees.Builder trees =
        Trees.newBuilder()
            .setSstBytes(limits.sstBytes())
            .setSstMinBytes(plan.sstMinBytes(limits))
            .setPiecesPerFence(limits.piecesPerFence())
            .setDropDeletes(plan.dropsMarkers())
            .setMajor(plan.job() == Job.MAJOR);
    plan.hint()
        .ifPresent(tree -> trees.setStage(tree.stage()).setLow(tree.low()).setHigh(tree.high()));
    fences(plan).forEach(row -> trees.addFence(UnsafeByteOperations.unsafeWrap(row)));
    plan.writtenMillis().ifPresent(trees::setWrittenMs);
    return CompactionPlan.newBuilder().setTrees(trees).build();
  }

  /**
   * Returns the fences that the outputs meet, the one before them, which the first output notes,
   * and the next one, up to which the last output may grow. A stage may have a thousand times as
   * many.
   */
  private static List<byte[]> fences(ForestPlan plan) {
    List<RangeFile> files =
        plan.inputs().stream().map(ForestFile::facts).filter(file -> !file.isEmpty()).toList();
    Optional<byte[]> first = files.stream().map(RangeFile::first).min(Bytes::compareTo);
    Optional<byte[]> last = files.stream().map(RangeFile::last).max(Bytes::compareTo);
    List<byte[]> met = new ArrayList<>();
    for (byte[] fence : plan.fences()) {
      if (first.isEmpty()) {
        break;
      }
      if (Bytes.compareTo(fence, first.get()) <= 0) {
        met.clear();
      }
      met.add(fence);
      if (Bytes.compareTo(last.get(), fence) < 0) {
        break;
      }
    }
    return met;
  }

  /**
   * Returns the tree of the outputs, without delete markers; empty if they say of no tree.
   *
   * @throws IllegalArgumentException if the plan is of no tree that there can be
   */
  public static Optional<ForestHint> tree(Trees plan) {
    return plan.hasStage()
        ? Optional.of(new ForestHint(plan.getStage(), plan.getLow(), plan.getHigh(), 0))
        : Optional.empty();
  }

  /** Returns where the outputs end: a new rule for one compaction. */
  public static CutRule cuts(Trees plan) {
    return new CutRule(
        plan.getSstBytes(),
        plan.getSstMinBytes(),
        plan.getPiecesPerFence(),
        plan.getFenceList().stream().map(ByteString::toByteArray).toList());
  }

  /** Returns the fence that an output of a tree notes: the last one up to its first row. */
  public static Optional<byte[]> fence(Trees plan, byte[] first) {
    return plan.getFenceList().stream()
        .map(ByteString::toByteArray)
        .takeWhile(fence -> Bytes.compareTo(fence, first) <= 0)
        .reduce((before, after) -> after);
  }

  /** Returns when the oldest input was written; empty for outputs with an age of their own. */
  public static OptionalLong writtenMillis(Trees plan) {
    return plan.hasWrittenMs() ? OptionalLong.of(plan.getWrittenMs()) : OptionalLong.empty();
  }
}
