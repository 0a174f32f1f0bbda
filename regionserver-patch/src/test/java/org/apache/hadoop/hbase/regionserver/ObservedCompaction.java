// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.regionserver.engine.ForwardedCompactionContext;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;
import org.apache.hadoop.hbase.security.User;

/** A compaction that shows its output below {@code .tmp} before HBase's commit. */
final class ObservedCompaction extends ForwardedCompactionContext {
  private final Observer observer;

  interface Observer {
    void written(List<Path> output) throws IOException;
  }

  ObservedCompaction(CompactionContext delegate, Observer observer) {
    super(delegate);
    this.observer = observer;
  }

  @Override
  public List<Path> compact(ThroughputController throughputController, User user)
      throws IOException {
    List<Path> output = delegate.compact(throughputController, user);
    observer.written(output);
    return output;
  }
}
