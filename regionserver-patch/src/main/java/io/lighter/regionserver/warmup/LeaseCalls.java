// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup;

import java.io.Closeable;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hbase.thirdparty.com.google.common.cache.CacheBuilder;
import org.apache.hbase.thirdparty.com.google.common.cache.CacheLoader;
import org.apache.hbase.thirdparty.com.google.common.cache.LoadingCache;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.MoreExecutors;

/**
 * Threads for the renewals and releases of outputs, with one call at a time per server. A server
 * that hangs blocks one thread, and delays no lease on another server. Thread-safe.
 */
final class LeaseCalls implements Closeable {
  private final ExecutorService threads =
      Executors.newCachedThreadPool(WarmupScheduler.threadsNamed("lighter-warmup-lease-%d"));

  /** Queues by server, each kept while a caller refers to it. */
  private final LoadingCache<ServerName, Executor> queues =
      CacheBuilder.newBuilder()
          .weakValues()
          .build(
              CacheLoader.from(
                  (ServerName server) -> MoreExecutors.newSequentialExecutor(threads)));

  /** Runs calls to {@code server} in their order; rejects calls after {@link #close}. */
  Executor to(ServerName server) {
    return queues.getUnchecked(server);
  }

  /**
   * Interrupts running calls when the region server stops. Waiting calls fail soon, since their
   * connections are closed next.
   */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}
