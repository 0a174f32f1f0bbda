// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.ycsb;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.apache.hadoop.hbase.client.Connection;
import site.ycsb.DBException;

/**
 * A connection shared by its users: the first user opens the connection, the last one closes it. If
 * opening fails, all waiting users get the failure, and the next user tries again.
 *
 * <p>Thread-safe; the lock is not held while the connection is opened or closed.
 */
final class SharedConnection {
  private int users; // guarded by this
  private FutureTask<Connection> current; // guarded by this; null when there are no users

  /**
   * The connection, opened by {@code opener} if there is none. Each caller must call {@link
   * #release} once.
   */
  Connection acquire(Callable<Connection> opener) throws DBException {
    FutureTask<Connection> task = join(opener);
    task.run(); // connects in the first thread; no effect in others
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

  /** Releases the connection; the last user closes it. */
  void release() throws IOException {
    FutureTask<Connection> last = leave();
    if (last == null) {
      return;
    }
    try {
      last.get().close(); // does not wait: the thread that runs the task counts as a user
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted before the connection was closed", e);
    } catch (ExecutionException e) {
      // The connection was never opened; acquire has reported the failure.
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

  /** The connection if no user is left, otherwise null. */
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
