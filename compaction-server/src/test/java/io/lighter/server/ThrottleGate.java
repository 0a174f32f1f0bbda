// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server;

import io.lighter.server.throughput.ForwardingThroughput;
import java.util.concurrent.CountDownLatch;
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
    return new ForwardingThroughput(inner) {
      @Override
      public long control(String name, long size) throws InterruptedException {
        gate.await();
        return super.control(name, size);
      }
    };
  }
}
