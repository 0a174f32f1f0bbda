// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.hbase;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.OrderedOutputs;
import org.apache.hadoop.hbase.regionserver.StripeMultiFileWriter;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.compactions.StripeCompactor;

/**
 * HBase's compactor of stripes with {@linkplain OrderedOutputs ordered outputs}: the output of the
 * highest stripe lists the inputs. As thread-safe as {@link StripeCompactor}.
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
}
