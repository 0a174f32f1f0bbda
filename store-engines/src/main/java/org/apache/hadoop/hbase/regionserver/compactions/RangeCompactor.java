// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver.compactions;

import io.lighter.common.hbase.OrderedStripeCompactor;
import io.lighter.engine.range.RangePlan;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.RangeOutputs;
import org.apache.hadoop.hbase.regionserver.StripeMultiFileWriter;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;
import org.apache.hadoop.hbase.security.User;
import org.apache.yetus.audience.InterfaceAudience;

/**
 * Carries out plans of the range engine with HBase's compactor of stripes. Of several outputs only
 * the last one lists the inputs. Outputs of a merge have HBase's metadata of a stripe, by which the
 * layout finds the bases; other outputs have the age of their inputs instead. As thread-safe as
 * {@link StripeCompactor}.
 */
@InterfaceAudience.Private
public class RangeCompactor extends OrderedStripeCompactor {
  /** Creates a compactor for {@code store}. */
  public RangeCompactor(Configuration conf, HStore store) {
    super(conf, store);
  }

  /**
   * Compacts the files of {@code request}.
   *
   * @param boundaries where outputs begin and end; empty if only {@code plan} tells the number of
   *     outputs
   * @param cells of all inputs, to divide among outputs
   * @return the outputs in the order in which they have to be moved
   */
  public List<Path> compact(
      CompactionRequestImpl request,
      RangePlan plan,
      List<byte[]> boundaries,
      long cells,
      ThroughputController throughput,
      User user)
      throws IOException {
    byte[] from = plan.keys().from();
    byte[] to = plan.keys().to();
    byte[] majorFrom = request.isAllFiles() ? from : null;
    byte[] majorTo = request.isAllFiles() ? to : null;
    if (!boundaries.isEmpty()) {
      return compact(request, boundaries, majorFrom, majorTo, throughput, user);
    }
    int count = plan.outputs();
    long perOutput = count == 1 ? Long.MAX_VALUE : Math.max(1, (cells + count - 1) / count);
    return compact(request, count, perOutput, from, to, majorFrom, majorTo, throughput, user);
  }

  @Override
  protected List<Path> commitWriter(
      StripeMultiFileWriter writer, FileDetails details, CompactionRequestImpl request)
      throws IOException {
    if (request instanceof RangeCompactionRequest range && !range.isMerge()) {
      writer.setNoStripeMetadata();
      RangeOutputs.setWritten(writer, range.writtenMillis());
    }
    return super.commitWriter(writer, details, request);
  }
}
