// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server;

import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.hbase.regionserver.RegionServerServices;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;

/** Blocks compactions at their first cell while the gate is shut. */
final class ThrottleGate {
  private volatile CountDownLatch gate = new CountDownLatch(0);

  void shut() {
    gate = new CountDownLatch(1);
  }

  void open() {
    gate.countDown();
  }

  ThroughputController on(ThroughputController inner) {
    return new ThroughputController() {
      @Override
      public long control(String name, long size) throws InterruptedException {
        gate.await();
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
    };
  }
}
