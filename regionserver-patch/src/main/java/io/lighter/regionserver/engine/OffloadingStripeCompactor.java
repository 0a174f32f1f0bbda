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
 * The stripe engine's compactor, whose work may happen elsewhere.
 *
 * <p>The stripe engine keeps what a compaction shall write in private classes ({@code
 * StripeCompactionPolicy}) and passes it to its compactor as arguments; so this is where it can be
 * seen. As thread-safe as {@link StripeCompactor}.
 */
public final class OffloadingStripeCompactor extends OrderedStripeCompactor {
  /** How often HBase sees a cell, at the most. */
  private static final int TIMES_SEEN = 4;

  private final StoreOffload offload;

  /** A compactor for {@code store} that asks {@code offload} first. */
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
    // Of a file that shall have no cells HBase sees that it is full after the first one.
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
   * A limit of files that changes nothing of the output. HBase's own is {@code Integer.MAX_VALUE}
   * where a store has references, which no compaction server can take on.
   *
   * <p>{@code SizeMultiWriter} opens a file only when it has seen {@code targetCells} since it
   * opened the one before. What it has seen is what it wrote, or what the scanner counted if that
   * is more; and {@code StoreScanner} counts a cell at which it looks, once more if it passes over
   * it as an old version, and the first of a row once more if it looks at it again. So it sees a
   * cell four times at the most.
   */
  static int mostFiles(int targetCount, long targetCells, Collection<HStoreFile> inputs) {
    long cells = inputs.stream().mapToLong(OffloadingStripeCompactor::mostCells).sum();
    long files = Math.min(cells, TIMES_SEEN * cells / targetCells + 1);
    // One would have another meaning: that an output without cells has a file.
    return (int) Math.min(targetCount, Math.max(2, files));
  }

  /** A half of a file says half of the file's cells, however many it has. */
  private static long mostCells(HStoreFile file) {
    return file.getReader().getHFileReader().getEntries();
  }
}
