package io.lighter.ycsb;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.apache.hadoop.hbase.client.Connection;
import site.ycsb.DBException;

/**
 * One connection for all that use it at a time: the first opens it, the last closes it. If opening
 * fails, all that asked meanwhile get that failure, and the next one after them tries again.
 *
 * <p>Any thread may call it; the lock is held neither while the connection is opened nor while it
 * is closed.
 */
final class SharedConnection {
  private int users; // guarded by this
  private FutureTask<Connection> current; // guarded by this; null when there are no users

  /**
   * The connection, opened by {@code opener} if nobody has it. Whoever got it calls {@link
   * #release} once.
   */
  Connection acquire(Callable<Connection> opener) throws DBException {
    FutureTask<Connection> task = join(opener);
    task.run(); // in the first thread that comes here; nothing in the others
    try {
      return task.get();
    } catch (ExecutionException e) {
      throw releaseAfter(
          e.getCause() instanceof DBException failure ? failure : new DBException(e.getCause()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw releaseAfter(new DBException("interrupted while another thread connects", e));
    }
  }

  /** Gives the connection back; the last one closes it. */
  void release() throws IOException {
    FutureTask<Connection> last = leave();
    if (last == null) {
      return;
    }
    try {
      last.get().close(); // does not wait: whoever runs the task is a user until it is done
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted before the connection was closed", e);
    } catch (ExecutionException e) {
      // It was never opened: acquire has told so.
    }
  }

  private DBException releaseAfter(DBException failure) {
    try {
      release();
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
    return failure;
  }

  private synchronized FutureTask<Connection> join(Callable<Connection> opener) {
    if (users == 0) {
      current = new FutureTask<>(opener);
    }
    users++;
    return current;
  }

  /** The connection that has no users now; null if it has. */
  private synchronized FutureTask<Connection> leave() {
    users--;
    if (users > 0) {
      return null;
    }
    FutureTask<Connection> last = current;
    current = null;
    return last;
  }
}
