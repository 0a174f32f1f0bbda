// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.hbase;

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
public class OrderedStripeCompactor extends StripeCompactor {
  /** Creates a compactor for {@code store}. */
  public OrderedStripeCompactor(Configuration conf, HStore store) {
    super(conf, store);
  }

  @Override
  protected List<Path> commitWriter(
      StripeMultiFileWriter writer, FileDetails fd, CompactionRequestImpl request)
      throws IOException {
    return OrderedOutputs.commit(writer, fd.maxSeqId, request.isMajor(), request.getFiles());
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
