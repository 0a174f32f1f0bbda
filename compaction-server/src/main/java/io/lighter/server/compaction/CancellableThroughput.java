// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.compaction;

import io.lighter.server.job.JobControl;
import org.apache.hadoop.hbase.regionserver.RegionServerServices;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;

/**
 * Stops a compaction at the next cell after its job was given up or paused, without limiting it.
 */
class CancellableThroughput implements ThroughputController {
  private final JobControl control;

  CancellableThroughput(JobControl control) {
    this.control = control;
  }

  @Override
  public long control(String name, long size) throws InterruptedException {
    return control.awaitResumed();
  }

  @Override
  public void setup(RegionServerServices server) {}

  @Override
  public void start(String name) {}

  @Override
  public void finish(String name) {}

  @Override
  public void stop(String why) {}

  @Override
  public boolean isStopped() {
    return control.cancelled();
  }
}
