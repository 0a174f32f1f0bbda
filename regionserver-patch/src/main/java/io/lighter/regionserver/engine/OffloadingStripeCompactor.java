// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.engine;

import io.lighter.common.hbase.OrderedStripeCompactor;
import io.lighter.common.protocol.LighterProtos.CompactionPlan;
import io.lighter.common.protocol.LighterProtos.CompactionPlan.StripeBoundaries;
import io.lighter.common.protocol.LighterProtos.CompactionPlan.StripeSizes;
import io.lighter.regionserver.offload.StoreOffload;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.compactions.StripeCompactor;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;
import org.apache.hadoop.hbase.security.User;
import org.apache.hbase.thirdparty.com.google.protobuf.UnsafeByteOperations;

/**
 * The stripe engine's compactor, with compactions that may be offloaded.
 *
 * <p>The stripe engine keeps the plan of a compaction in private classes ({@code
 * StripeCompactionPolicy}), and passes the plan to its compactor as arguments. The compactor is
 * thus the place to read the plan. As thread-safe as {@link StripeCompactor}.
 */
public final class OffloadingStripeCompactor extends OrderedStripeCompactor {
  /** Maximum number of times that HBase counts a cell. */
  private static final int TIMES_SEEN = 4;

  private final StoreOffload offload;

  /** Creates a compactor for {@code store} that calls {@code offload} first. */
  public OffloadingStripeCompactor(Configuration conf, HStore store, StoreOffload offload) {
    super(conf, store);
    this.offload = offload;
  }

  @Override
  public List<Path> compact(
      CompactionRequestImpl request,
      List<byte[]> targetBoundaries,
      byte[] majorRangeFromRow,
      byte[] majorRangeToRow,
      ThroughputController throughputController,
      User user)
      throws IOException {
    StripeBoundaries.Builder boundaries = StripeBoundaries.newBuilder();
    targetBoundaries.forEach(row -> boundaries.addBoundary(UnsafeByteOperations.unsafeWrap(row)));
    if (majorRangeFromRow != null) {
      boundaries.setMajorRangeFrom(UnsafeByteOperations.unsafeWrap(majorRangeFromRow));
      boundaries.setMajorRangeTo(UnsafeByteOperations.unsafeWrap(majorRangeToRow));
    }
    return offload.compact(
        request,
        CompactionPlan.newBuilder().setStripeBoundaries(boundaries).build(),
        user,
        () ->
            super.compact(
                request,
                targetBoundaries,
                majorRangeFromRow,
                majorRangeToRow,
                throughputController,
                user));
  }

  @Override
  public List<Path> compact(
      CompactionRequestImpl request,
      int targetCount,
      long targetSize,
      byte[] left,
      byte[] right,
      byte[] majorRangeFromRow,
      byte[] majorRangeToRow,
      ThroughputController throughputController,
      User user)
      throws IOException {
    // With a limit of no cells, HBase takes a file for full after its first cell.
    long targetCells = Math.max(1, targetSize);
    StripeSizes.Builder sizes =
        StripeSizes.newBuilder()
            .setTargetCount(mostFiles(targetCount, targetCells, request.getFiles()))
            .setTargetCells(targetCells)
            .setLeft(UnsafeByteOperations.unsafeWrap(left))
            .setRight(UnsafeByteOperations.unsafeWrap(right));
    if (majorRangeFromRow != null) {
      sizes.setMajorRangeFrom(UnsafeByteOperations.unsafeWrap(majorRangeFromRow));
      sizes.setMajorRangeTo(UnsafeByteOperations.unsafeWrap(majorRangeToRow));
    }
    return offload.compact(
        request,
        CompactionPlan.newBuilder().setStripeSizes(sizes).build(),
        user,
        () ->
            super.compact(
                request,
                targetCount,
                targetSize,
                left,
                right,
                majorRangeFromRow,
                majorRangeToRow,
                throughputController,
                user));
  }

  /**
   * A limit of files that does not change the output. HBase's own limit is {@code
   * Integer.MAX_VALUE}; no compaction server accepts that limit for a store with references.
   *
   * <p>{@code SizeMultiWriter} opens a file only after {@code targetCells} cells since it opened
   * the file before. The number of cells is what the writer wrote, or what the scanner counted if
   * that is more. {@code StoreScanner} counts a cell when it examines the cell, and once more if it
   * skips the cell as an old version. The first cell of a row counts once more if the scanner
   * examines it again. A cell counts four times at most.
   */
  static int mostFiles(int targetCount, long targetCells, Collection<HStoreFile> inputs) {
    long cells = inputs.stream().mapToLong(OffloadingStripeCompactor::mostCells).sum();
    long files = Math.min(cells, TIMES_SEEN * cells / targetCells + 1);
    // A limit of one has another meaning: an output without cells has a file.
    return (int) Math.min(targetCount, Math.max(2, files));
  }

  /** Cells of the whole file; a reference reports half of them, whatever its share is. */
  private static long mostCells(HStoreFile file) {
    return file.getReader().getHFileReader().getEntries();
  }
}
