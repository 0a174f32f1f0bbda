// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.index;

import java.net.SocketAddress;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.MetricsConnection;
import org.apache.hadoop.hbase.ipc.NettyRpcClient;
import org.apache.hadoop.hbase.security.User;
import org.apache.hbase.thirdparty.com.google.protobuf.BlockingRpcChannel;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcChannel;

/**
 * HBase's client of calls, with a network in between: each call leaves {@value CallDelay#DELAY}
 * later, and its answer arrives as much later. Calls of a region server to itself stay as fast as
 * they are, as they pass no network. What is sent to HDFS or ZooKeeper is not delayed. Thread-safe.
 */
public final class DelayedRpcClient extends NettyRpcClient {
  private final CallDelay delay;

  /** For HBase, which takes the class from {@code hbase.rpc.client.impl}. */
  public DelayedRpcClient(
      Configuration conf, String clusterId, SocketAddress localAddress, MetricsConnection metrics) {
    super(conf, clusterId, localAddress, metrics);
    delay = new CallDelay(conf);
  }

  @Override
  public BlockingRpcChannel createBlockingRpcChannel(ServerName server, User user, int timeoutMs) {
    return delay.of(super.createBlockingRpcChannel(server, user, timeoutMs));
  }

  @Override
  public RpcChannel createRpcChannel(ServerName server, User user, int timeoutMs) {
    return delay.of(super.createRpcChannel(server, user, timeoutMs));
  }

  @Override
  protected void closeInternal() {
    super.closeInternal();
    delay.shutdown();
  }
}
