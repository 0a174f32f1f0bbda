package io.lighter.common.rpc;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ipc.CallRunner;
import org.apache.hadoop.hbase.ipc.FifoRpcScheduler;

/**
 * Answers a call that finds the queue full with {@link
 * org.apache.hadoop.hbase.CallDroppedException}.
 *
 * <p>HBase answers a call that a scheduler refuses with the name of the server that the endpoint
 * belongs to ({@code ServerRpcConnection.processRequest}). Ours belong to none, and the attempt
 * would end the connection, and with it every call of that caller. Thread-safe.
 */
final class DroppingScheduler extends FifoRpcScheduler {
  DroppingScheduler(Configuration conf, int handlers) {
    super(conf, handlers);
  }

  @Override
  public boolean dispatch(CallRunner task) {
    if (!super.dispatch(task)) {
      task.drop();
    }
    return true;
  }
}
