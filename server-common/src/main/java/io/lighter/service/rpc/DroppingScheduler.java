package io.lighter.service.rpc;

import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ipc.CallRunner;
import org.apache.hadoop.hbase.ipc.FifoRpcScheduler;

/**
 * Answers a call that finds the queue full with {@link
 * org.apache.hadoop.hbase.CallDroppedException}, and gives the calls that may wait long a queue and
 * threads of their own, as HBase's {@code MasterFifoRpcScheduler} does with the reports of region
 * servers.
 *
 * <p>HBase answers a call that a scheduler refuses with the name of the server that the endpoint
 * belongs to ({@code ServerRpcConnection.processRequest}). Ours belong to none, and the attempt
 * would end the connection, and with it every call of that caller. Thread-safe.
 */
final class DroppingScheduler extends FifoRpcScheduler {
  private final Set<String> slowMethods;
  private final FifoRpcScheduler slow;

  /**
   * A scheduler of one endpoint.
   *
   * @param handlers threads for the calls of {@code slowMethods}, and as many for all others
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
