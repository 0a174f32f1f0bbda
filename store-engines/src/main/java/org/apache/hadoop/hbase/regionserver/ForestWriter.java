// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.engine.forest.CutRule;
import io.lighter.engine.forest.ForestHint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.yetus.audience.InterfaceAudience;

/**
 * Writes the outputs of one compaction, one after the other. An output ends between two rows where
 * the {@link CutRule} says so, and is closed at once: HBase's writers for several outputs keep all
 * of them open until the end, each with its HDFS pipeline. Of several outputs only the last one
 * lists the inputs ({@link OrderedOutputs}). Without a cell there is one empty output, which keeps
 * the sequence id and lists the inputs.
 *
 * <p>Used by one thread.
 */
@InterfaceAudience.Private
public final class ForestWriter extends AbstractMultiFileWriter {
  /** Metadata of each output: which tree the file is of, see {@link ForestHint}. */
  static final byte[] HINT = Bytes.toBytes("LIGHTER_FOREST");

  /**
   * Metadata of each output that lies behind a fence: the last fence up to its first row. So the
   * fences of a tree outlive the tree from which they were taken.
   */
  static final byte[] FENCE = Bytes.toBytes("LIGHTER_FOREST_FENCE");

  private final CutRule cuts;
  private final Optional<ForestHint> tree;
  private final Map<byte[], byte[]> facts;
  private final OrderedOutputs.Series outputs;

  /** The open output; null before the first cell, and after the last output has been closed. */
  private StoreFileWriter current;

  /** The row of the last cell; null before the first cell. */
  private byte[] row;

  /** Delete markers in the open output. */
  private long deletes;

  /** The last fence up to the first row of the open output. */
  private Optional<byte[]> fence = Optional.empty();

  /**
   * Creates a writer.
   *
   * @param cuts rule of this compaction, used by no other one
   * @param tree tree of the outputs; empty if they get no hint
   * @param facts further metadata of each output
   * @param outputs series without a file
   */
  public ForestWriter(
      CutRule cuts,
      Optional<ForestHint> tree,
      Map<byte[], byte[]> facts,
      OrderedOutputs.Series outputs) {
    this.cuts = cuts;
    this.tree = tree;
    this.facts = facts;
    this.outputs = outputs;
  }

  @Override
  public void append(Cell cell) throws IOException {
    if (row == null || !PrivateCellUtil.matchingRows(cell, row, 0, row.length)) {
      row = CellUtil.cloneRow(cell);
      if (cuts.endsBefore(row, size())) {
        complete();
        outputs.complete(current);
        current = null;
      }
    }
    if (current == null) {
      current = writerFactory.createWriter();
      deletes = 0;
      fence = cuts.fence();
    }
    current.append(cell);
    deletes += CellUtil.isDelete(cell) ? 1 : 0;
  }

  /**
   * Completes the last output.
   *
   * @return all outputs in the order in which they have to be moved to the store's folder
   */
  public List<Path> commit() throws IOException {
    if (current == null) {
      current = writerFactory.createWriter();
    }
    complete();
    outputs.completeLast(current);
    current = null;
    return outputs.paths();
  }

  /** Returns the size of the open output, 0 if none is open. HBase counts whole blocks only. */
  private long size() throws IOException {
    return current == null ? 0 : Math.max(1, current.getPos());
  }

  private void complete() throws IOException {
    OutputFacts.note(current, facts);
    if (tree.isPresent()) {
      current.appendFileInfo(HINT, tree.get().withDeletes(deletes).encode());
      if (fence.isPresent()) {
        current.appendFileInfo(FENCE, fence.get());
      }
    }
  }

  /** Returns the open output, if any. */
  @Override
  protected Collection<StoreFileWriter> writers() {
    return current == null ? List.of() : List.of(current);
  }

  /** Closes the open output, and returns all outputs so that the caller deletes them. */
  @Override
  public List<Path> abortWriters() {
    List<Path> all = new ArrayList<>(outputs.paths());
    all.addAll(super.abortWriters());
    return all;
  }
}
