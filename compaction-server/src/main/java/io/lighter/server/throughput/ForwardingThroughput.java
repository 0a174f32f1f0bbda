// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.throughput;

import org.apache.hadoop.hbase.regionserver.RegionServerServices;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;

/**
 * A controller of HBase's that adds something to another one: forwards every call. As thread-safe
 * as the other one.
 */
public abstract class ForwardingThroughput implements ThroughputController {
  private final ThroughputController inner;

  /**
   * Creates a controller.
   *
   * @param inner receives the calls
   */
  protected ForwardingThroughput(ThroughputController inner) {
    this.inner = inner;
  }

  @Override
  public long control(String name, long size) throws InterruptedException {
    return inner.control(name, size);
  }

  @Override
  public void setup(RegionServerServices server) {
    inner.setup(server);
  }

  @Override
  public void start(String name) {
    inner.start(name);
  }

  @Override
  public void finish(String name) {
    inner.finish(name);
  }

  @Override
  public void stop(String why) {
    inner.stop(why);
  }

  @Override
  public boolean isStopped() {
    return inner.isStopped();
  }
}
