// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.index;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hbase.thirdparty.com.google.protobuf.BlockingRpcChannel;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcChannel;

/** Delays calls that leave, and their answers. Thread-safe. */
final class CallDelay {
  /** Configuration: the delay of a call and of an answer, each; microseconds. */
  static final String DELAY = "bench.slik.call.delay.us";

  private final long delayNanos;
  private final ScheduledThreadPoolExecutor timer;

  /** Starts a thread that delays asynchronous calls, until {@link #shutdown}. */
  CallDelay(Configuration conf) {
    delayNanos = TimeUnit.MICROSECONDS.toNanos(conf.getLong(DELAY, 0));
    timer =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "lighter-delayed-calls");
              thread.setDaemon(true);
              return thread;
            });
  }

  BlockingRpcChannel of(BlockingRpcChannel direct) {
    return (method, controller, request, prototype) -> {
      LockSupport.parkNanos(delayNanos);
      try {
        return direct.callBlockingMethod(method, controller, request, prototype);
      } finally {
        LockSupport.parkNanos(delayNanos);
      }
    };
  }

  RpcChannel of(RpcChannel direct) {
    return (method, controller, request, prototype, done) ->
        later(
            () ->
                direct.callMethod(
                    method,
                    controller,
                    request,
                    prototype,
                    answer -> later(() -> done.run(answer))));
  }

  private void later(Runnable step) {
    var unused = timer.schedule(step, delayNanos, TimeUnit.NANOSECONDS);
  }

  /** Takes no more calls. Answers that are on their way still reach their callers. */
  void shutdown() {
    timer.shutdown();
  }
}
