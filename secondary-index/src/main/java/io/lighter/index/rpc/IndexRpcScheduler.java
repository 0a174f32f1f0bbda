// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.rpc;

import io.lighter.index.spec.IndexNames;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Abortable;
import org.apache.hadoop.hbase.ipc.CallRunner;
import org.apache.hadoop.hbase.ipc.DelegatingRpcScheduler;
import org.apache.hadoop.hbase.ipc.FastPathBalancedQueueRpcExecutor;
import org.apache.hadoop.hbase.ipc.PriorityFunction;
import org.apache.hadoop.hbase.ipc.RpcExecutor;
import org.apache.hadoop.hbase.ipc.RpcScheduler;

/** Passes index calls to a pool of their own, and all others to another scheduler. Thread-safe. */
final class IndexRpcScheduler extends DelegatingRpcScheduler {
  /** The queue of HBase's pools: ten calls for each handler. */
  private static final int CALLS_PER_HANDLER = 10;

  private final RpcExecutor indexCalls;

  /** Set by {@link #init}, before calls come. */
  private int port;

  IndexRpcScheduler(
      RpcScheduler others,
      int handlers,
      PriorityFunction priority,
      Configuration conf,
      Abortable server) {
    super(others);
    this.indexCalls =
        new FastPathBalancedQueueRpcExecutor(
            "lighter.index.FPBQ",
            handlers,
            RpcExecutor.CALL_QUEUE_TYPE_FIFO_CONF_VALUE,
            handlers * CALLS_PER_HANDLER,
            priority,
            conf,
            server);
  }

  @Override
  public void init(Context context) {
    super.init(context);
    port = context.getListenerAddress().getPort();
  }

  @Override
  public void start() {
    super.start();
    indexCalls.start(port);
  }

  @Override
  public void stop() {
    super.stop();
    indexCalls.stop();
  }

  @Override
  public boolean dispatch(CallRunner call) {
    return call.getRpcCall().getPriority() == IndexNames.PRIORITY
        ? indexCalls.dispatch(call)
        : super.dispatch(call);
  }

  @Override
  public int getActiveRpcHandlerCount() {
    return super.getActiveRpcHandlerCount() + indexCalls.getActiveHandlerCount();
  }
}
