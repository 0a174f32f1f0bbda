// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.common.engine.OffloadedPlans;
import io.lighter.common.engine.OutputCheck;
import io.lighter.common.protocol.LighterProtos.CompactionPlan.Trees;
import io.lighter.engine.forest.ForestHint;
import io.lighter.engine.forest.TreesPlan;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.yetus.audience.InterfaceAudience;

/**
 * Refuses outputs of a compaction server that say something about themselves that the plan does not
 * say. The store's trees, their order, and which delete markers may go are derived from what files
 * say, so that a wrong word stays in the store for as long as the file. Used by one thread.
 */
@InterfaceAudience.Private
final class ForestOutputCheck implements OutputCheck {
  private final Optional<ForestHint> tree;
  private final Map<byte[], byte[]> facts;
  private final Trees plan;
  private final long sequenceId;

  /** The last row of the outputs so far; null before the first one with a cell. */
  private byte[] lastRow;

  /** Creates the check of one compaction; see {@link OffloadedPlans#outputCheck}. */
  ForestOutputCheck(Trees plan, Collection<HStoreFile> inputs) {
    this.plan = plan;
    tree = TreesPlan.tree(plan);
    facts = OutputFacts.of(inputs, plan.getDropDeletes(), TreesPlan.writtenMillis(plan));
    // Bulk loads without an id have -1, and HBase's compactor counts from 0.
    sequenceId =
        Math.max(0, inputs.stream().mapToLong(HStoreFile::getMaxSequenceId).max().orElseThrow());
  }

  @Override
  public void next(HStoreFile output) throws IOException {
    requireTree(output);
    requireFacts(output);
    requireFence(output);
    if (output.getMaxSequenceId() != sequenceId) {
      throw new IOException(
          "%s has the sequence id %d, and its inputs %d"
              .formatted(output.getPath(), output.getMaxSequenceId(), sequenceId));
    }
    requireRowsBehindTheLast(output);
  }

  private void requireTree(HStoreFile output) throws IOException {
    byte[] value = output.getMetadataValue(ForestWriter.HINT);
    Optional<ForestHint> said =
        ForestHint.decode(value, problem -> {}).map(hint -> hint.withDeletes(0));
    if (!said.equals(tree) || (value != null && said.isEmpty())) {
      throw new IOException(
          "%s says of its tree '%s', and the plan %s"
              .formatted(output.getPath(), value == null ? "" : Bytes.toStringBinary(value), tree));
    }
  }

  private void requireFacts(HStoreFile output) throws IOException {
    for (byte[] key : OutputFacts.keys()) {
      byte[] said = output.getMetadataValue(key);
      byte[] expected = facts.get(key);
      if (!Arrays.equals(said, expected)) {
        throw new IOException(
            "%s has %s = %s, expected %s"
                .formatted(output.getPath(), Bytes.toString(key), text(said), text(expected)));
      }
    }
  }

  /** A compaction server from before fences were noted notes none. */
  private void requireFence(HStoreFile output) throws IOException {
    byte[] said = output.getMetadataValue(ForestWriter.FENCE);
    byte[] expected =
        output
            .getFirstKey()
            .filter(first -> tree.isPresent())
            .flatMap(first -> TreesPlan.fence(plan, CellUtil.cloneRow(first)))
            .orElse(null);
    if (said != null && !Arrays.equals(said, expected)) {
      throw new IOException(
          "%s notes the fence %s, expected %s"
              .formatted(output.getPath(), text(said), text(expected)));
    }
  }

  private static String text(byte[] value) {
    return value == null ? "nothing" : Bytes.toStringBinary(value);
  }

  /** A file that is to be cut, and is not, would be due again and again. */
  private void requireCut(HStoreFile output, byte[] first, byte[] last) throws IOException {
    Optional<byte[]> fence = TreesPlan.fence(plan, last);
    if (plan.getSstMinBytes() == 0
        && fence.isPresent()
        && Bytes.compareTo(first, fence.get()) < 0) {
      throw new IOException(
          "%s does not end at the fence %s".formatted(output.getPath(), text(fence.get())));
    }
  }

  /** Refuses outputs that overlap: the next plan would merge files of one tree once more. */
  private void requireRowsBehindTheLast(HStoreFile output) throws IOException {
    Optional<Cell> first = output.getFirstKey();
    Optional<Cell> last = output.getLastKey();
    if (first.isEmpty() || last.isEmpty()) {
      return;
    }
    byte[] firstRow = CellUtil.cloneRow(first.get());
    requireCut(output, firstRow, CellUtil.cloneRow(last.get()));
    if (lastRow != null && Bytes.compareTo(lastRow, firstRow) >= 0) {
      throw new IOException(
          "%s begins at row %s, and an output before ends at %s"
              .formatted(
                  output.getPath(), Bytes.toStringBinary(firstRow), Bytes.toStringBinary(lastRow)));
    }
    lastRow = CellUtil.cloneRow(last.get());
  }
}
