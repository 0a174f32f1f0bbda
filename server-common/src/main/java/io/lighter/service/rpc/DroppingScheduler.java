// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.service.rpc;

import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ipc.CallRunner;
import org.apache.hadoop.hbase.ipc.FifoRpcScheduler;

/**
 * Answers a call that finds the queue full with {@link
 * org.apache.hadoop.hbase.CallDroppedException}. Slow methods have a queue and threads of their
 * own, as reports of region servers have in HBase's {@code MasterFifoRpcScheduler}.
 *
 * <p>HBase answers a call that a scheduler refuses with the name of the endpoint's server ({@code
 * ServerRpcConnection.processRequest}). Lighter's endpoints have no such server; the attempt would
 * end the connection with all calls of the caller. Thread-safe.
 */
final class DroppingScheduler extends FifoRpcScheduler {
  private final Set<String> slowMethods;
  private final FifoRpcScheduler slow;

  /**
   * Creates the scheduler of one endpoint.
   *
   * @param handlers threads for the calls of {@code slowMethods}, and as many for all other methods
   */
  DroppingScheduler(Configuration conf, int handlers, Set<String> slowMethods) {
    super(conf, handlers);
    this.slowMethods = slowMethods;
    this.slow = new FifoRpcScheduler(conf, handlers);
  }

  @Override
  public void init(Context context) {
    super.init(context);
    slow.init(context);
  }

  @Override
  public void start() {
    super.start();
    slow.start();
  }

  @Override
  public void stop() {
    super.stop();
    slow.stop();
  }

  @Override
  public boolean dispatch(CallRunner task) {
    boolean taken =
        slowMethods.contains(task.getRpcCall().getMethod().getName())
            ? slow.dispatch(task)
            : super.dispatch(task);
    if (!taken) {
      task.drop();
    }
    return true;
  }

  @Override
  public int getGeneralQueueLength() {
    return super.getGeneralQueueLength() + slow.getGeneralQueueLength();
  }

  @Override
  public int getActiveRpcHandlerCount() {
    return super.getActiveRpcHandlerCount() + slow.getActiveRpcHandlerCount();
  }
}
