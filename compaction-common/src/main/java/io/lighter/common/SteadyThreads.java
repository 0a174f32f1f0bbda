package io.lighter.common;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A fixed number of threads that are there from the beginning and stay: {@code execute} needs no
 * new one, which the system may refuse just when something was marked as running.
 *
 * <p>A task that throws, also an {@link Error}, is logged and costs nobody a thread. Thread-safe.
 */
public final class SteadyThreads extends ThreadPoolExecutor {
  private static final Logger LOG = LoggerFactory.getLogger(SteadyThreads.class);

  private SteadyThreads(int threads, ThreadFactory factory) {
    super(threads, threads, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory);
  }

  /** Started threads. What waits for one is unbounded here: the caller bounds it. */
  public static ExecutorService start(int threads, ThreadFactory factory) {
    SteadyThreads pool = new SteadyThreads(threads, factory);
    int unused = pool.prestartAllCoreThreads();
    return pool;
  }

  @Override
  public void execute(Runnable task) {
    super.execute(() -> attempt(task));
  }

  private static void attempt(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error e) { // the next task needs the thread
      LOG.error("{} goes on after a task that failed", Thread.currentThread().getName(), e);
    }
  }
}
