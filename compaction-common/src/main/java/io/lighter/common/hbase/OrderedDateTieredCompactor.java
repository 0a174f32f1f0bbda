// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.hbase;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.DateTieredMultiFileWriter;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.OrderedOutputs;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.compactions.DateTieredCompactor;

/**
 * HBase's compactor of date tiers with {@linkplain OrderedOutputs ordered outputs}: the output of
 * the newest tier lists the inputs. As thread-safe as {@link DateTieredCompactor}.
 */
public class OrderedDateTieredCompactor extends DateTieredCompactor {
  /** Creates a compactor for {@code store}. */
  public OrderedDateTieredCompactor(Configuration conf, HStore store) {
    super(conf, store);
  }

  @Override
  protected List<Path> commitWriter(
      DateTieredMultiFileWriter writer, FileDetails fd, CompactionRequestImpl request)
      throws IOException {
    return OrderedOutputs.commit(writer, fd.maxSeqId, request.isAllFiles(), request.getFiles());
  }
}
