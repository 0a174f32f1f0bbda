// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.hbase;

import io.lighter.common.engine.PlanCompactor;
import io.lighter.common.protocol.LighterProtos.CompactionPlan;
import io.lighter.common.protocol.LighterProtos.CompactionPlan.StripeBoundaries;
import io.lighter.common.protocol.LighterProtos.CompactionPlan.StripeSizes;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.EarliestPut;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.InternalScanner;
import org.apache.hadoop.hbase.regionserver.OrderedOutputs;
import org.apache.hadoop.hbase.regionserver.ScanInfo;
import org.apache.hadoop.hbase.regionserver.StoreFileScanner;
import org.apache.hadoop.hbase.regionserver.StripeMultiFileWriter;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.compactions.StripeCompactor;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;
import org.apache.hadoop.hbase.security.User;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;

/**
 * HBase's compactor of stripes with {@linkplain OrderedOutputs ordered outputs}: the output of the
 * highest stripe lists the inputs.
 *
 * <p>Where delete markers may be dropped, the compactor looks for the {@linkplain EarliestPut
 * earliest put}. HBase's compactor takes the inputs for files without a put. In a family with
 * {@code KEEP_DELETED_CELLS} that compactor drops markers whose cells stay, and the cells are read
 * again.
 *
 * <p>As thread-safe as {@link StripeCompactor}.
 */
public class OrderedStripeCompactor extends StripeCompactor implements PlanCompactor {
  /** Creates a compactor for {@code store}. */
  public OrderedStripeCompactor(Configuration conf, HStore store) {
    super(conf, store);
  }

  /** Carries out plans of HBase's stripe engine. */
  @Override
  public List<Path> compact(
      CompactionRequestImpl request,
      CompactionPlan plan,
      ThroughputController throughput,
      User user)
      throws IOException {
    return switch (plan.getKindCase()) { // no default: a new plan must have a case
      case STRIPE_BOUNDARIES -> compact(request, plan.getStripeBoundaries(), throughput, user);
      case STRIPE_SIZES -> compact(request, plan.getStripeSizes(), throughput, user);
      case KIND_NOT_SET, DATE_TIERED, RANGES, TREES ->
          throw new IOException("not a plan of stripes: " + plan.getKindCase());
    };
  }

  private List<Path> compact(
      CompactionRequestImpl request,
      StripeBoundaries plan,
      ThroughputController throughput,
      User user)
      throws IOException {
    return compact(
        request,
        plan.getBoundaryList().stream().map(ByteString::toByteArray).toList(),
        plan.hasMajorRangeFrom() ? plan.getMajorRangeFrom().toByteArray() : null,
        plan.hasMajorRangeTo() ? plan.getMajorRangeTo().toByteArray() : null,
        throughput,
        user);
  }

  private List<Path> compact(
      CompactionRequestImpl request, StripeSizes plan, ThroughputController throughput, User user)
      throws IOException {
    return compact(
        request,
        plan.getTargetCount(),
        plan.getTargetCells(),
        plan.getLeft().toByteArray(),
        plan.getRight().toByteArray(),
        plan.hasMajorRangeFrom() ? plan.getMajorRangeFrom().toByteArray() : null,
        plan.hasMajorRangeTo() ? plan.getMajorRangeTo().toByteArray() : null,
        throughput,
        user);
  }

  @Override
  protected List<Path> commitWriter(
      StripeMultiFileWriter writer, FileDetails fd, CompactionRequestImpl request)
      throws IOException {
    return OrderedOutputs.commit(
        writer, fd.maxSeqId, request.isMajor(), request.getFiles(), store.getCompactedFiles());
  }

  /**
   * Creates a scanner that drops the delete markers of some rows.
   *
   * @param unknown HBase's timestamp of the earliest put, which is "none" for stripes
   */
  @Override
  protected InternalScanner createScanner(
      HStore store,
      ScanInfo scanInfo,
      List<StoreFileScanner> scanners,
      long smallestReadPoint,
      long unknown,
      byte[] dropDeletesFromRow,
      byte[] dropDeletesToRow)
      throws IOException {
    long earliestPut = Math.min(unknown, EarliestPut.of(scanners));
    return super.createScanner(
        store,
        scanInfo,
        scanners,
        smallestReadPoint,
        earliestPut,
        dropDeletesFromRow,
        dropDeletesToRow);
  }
}
