// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.throughput;

import java.util.function.Consumer;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;

/**
 * One job's part of a {@link SharedThroughput}, as HBase's controller. HBase's compactor calls
 * {@link #control} at every cell with the cell's size; the controller adds sizes up, and acquires
 * bytes from time to time. Confined to the job's thread.
 */
public final class LimitedThroughput extends ForwardingThroughput {
  private final SharedThroughput shared;
  private final Consumer<Boolean> pausing;
  private long pending;

  /**
   * Creates a controller that calls {@code inner} first.
   *
   * @param pausing receives true before, and false after, each wait
   */
  public LimitedThroughput(
      ThroughputController inner, SharedThroughput shared, Consumer<Boolean> pausing) {
    super(inner);
    this.shared = shared;
    this.pausing = pausing;
  }

  @Override
  public long control(String name, long size) throws InterruptedException {
    long slept = super.control(name, size);
    if (shared.limit().isEmpty()) {
      pending = 0; // bytes before a limit do not count against it
      return slept;
    }
    pending += size;
    if (pending < shared.step()) {
      return slept;
    }
    pausing.accept(true);
    try {
      return slept + shared.acquire(pending);
    } finally {
      pausing.accept(false);
      pending = 0;
    }
  }
}
