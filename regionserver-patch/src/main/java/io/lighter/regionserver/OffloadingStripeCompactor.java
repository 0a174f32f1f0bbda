package io.lighter.regionserver;

import io.lighter.common.protocol.LighterProtos.CompactionPlan;
import io.lighter.common.protocol.LighterProtos.CompactionPlan.StripeBoundaries;
import io.lighter.common.protocol.LighterProtos.CompactionPlan.StripeSizes;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.HStore;
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
public final class OffloadingStripeCompactor extends StripeCompactor {
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
    StripeSizes.Builder sizes =
        StripeSizes.newBuilder()
            .setTargetCount(targetCount)
            .setTargetCells(targetSize)
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
}
