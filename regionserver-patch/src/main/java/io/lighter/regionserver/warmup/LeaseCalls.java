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
 * Threads for the renewals and releases of outputs: one call at a time for each compaction server,
 * so that one that hangs costs one thread, and nothing that others keep. Thread-safe.
 */
final class LeaseCalls implements Closeable {
  private final ExecutorService threads =
      Executors.newCachedThreadPool(WarmupScheduler.threadsNamed("lighter-warmup-lease-%d"));

  /** Each for as long as anybody has it. */
  private final LoadingCache<ServerName, Executor> queues =
      CacheBuilder.newBuilder()
          .weakValues()
          .build(
              CacheLoader.from(
                  (ServerName server) -> MoreExecutors.newSequentialExecutor(threads)));

  /** Runs calls to {@code server}, in their order; refuses them once this is closed. */
  Executor to(ServerName server) {
    return queues.getUnchecked(server);
  }

  /**
   * Interrupts what runs: the region server stops. What waits fails soon, for its connections are
   * closed next.
   */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}
