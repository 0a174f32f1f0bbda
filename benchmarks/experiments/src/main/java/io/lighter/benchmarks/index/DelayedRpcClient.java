// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.index;

import java.net.SocketAddress;
import java.util.Map;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.MetricsConnection;
import org.apache.hadoop.hbase.ipc.NettyRpcClient;
import org.apache.hadoop.hbase.security.User;
import org.apache.hbase.thirdparty.com.google.protobuf.BlockingRpcChannel;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcChannel;

/**
 * HBase's client of calls, with a network in between: each call leaves {@value #DELAY} later, and
 * its answer arrives as much later. Calls of a region server to itself stay as fast as they are, as
 * they pass no network. What is sent to HDFS or ZooKeeper is not delayed. Thread-safe.
 */
public final class DelayedRpcClient extends NettyRpcClient {
  /** Configuration: the delay of a call and of an answer, each; microseconds. */
  static final String DELAY = "bench.slik.call.delay.us";

  private final long delayNanos;
  private final ScheduledThreadPoolExecutor timer;

  /** For HBase, which takes the class from {@code hbase.rpc.client.impl}. */
  public DelayedRpcClient(
      Configuration conf,
      String clusterId,
      SocketAddress localAddress,
      MetricsConnection metrics,
      Map<String, byte[]> attributes) {
    super(conf, clusterId, localAddress, metrics, attributes);
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

  @Override
  public BlockingRpcChannel createBlockingRpcChannel(ServerName server, User user, int timeoutMs) {
    BlockingRpcChannel direct = super.createBlockingRpcChannel(server, user, timeoutMs);
    return (method, controller, request, prototype) -> {
      LockSupport.parkNanos(delayNanos);
      try {
        return direct.callBlockingMethod(method, controller, request, prototype);
      } finally {
        LockSupport.parkNanos(delayNanos);
      }
    };
  }

  @Override
  public RpcChannel createRpcChannel(ServerName server, User user, int timeoutMs) {
    RpcChannel direct = super.createRpcChannel(server, user, timeoutMs);
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

  @Override
  protected void closeInternal() {
    super.closeInternal();
    // Answers that are on their way still reach their callers.
    timer.shutdown();
  }
}
