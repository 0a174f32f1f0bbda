// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.gc;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.regionserver.CellSink;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.InternalScanner;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionProgress;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.compactions.DefaultCompactor;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;

/**
 * HBase's compactor, with a hook that sees what it is about to write. Without a hook it writes what
 * HBase's writes. A store of one job has a compactor of its own, which one thread uses.
 */
public final class IndexAwareCompactor extends DefaultCompactor {
  /** Set before the compaction by the thread that runs it. */
  private CellHook hook = cells -> {};

  /** Created by HBase, from the name of the class. */
  public IndexAwareCompactor(Configuration conf, HStore store) {
    super(conf, store);
  }

  /** Sets the hook of the compactions that follow. */
  public void use(CellHook of) {
    hook = of;
  }

  @Override
  protected boolean performCompaction(
      FileDetails details,
      InternalScanner scanner,
      CellSink writer,
      long smallestReadPoint,
      boolean cleanSeqId,
      ThroughputController throughput,
      CompactionRequestImpl request,
      CompactionProgress progress)
      throws IOException {
    return super.performCompaction(
        details,
        new HookedScanner(scanner, hook),
        writer,
        smallestReadPoint,
        cleanSeqId,
        throughput,
        request,
        progress);
  }
}
