package io.lighter.server;

import io.lighter.common.config.ConfigurationException;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import io.lighter.service.StartupProblems;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.service.launcher.IrqHandler;
import org.apache.hadoop.util.ShutdownHookManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A compaction server as a process of its own. SIGTERM drains it, a second one and everything else
 * that ends a JVM (such as Ctrl-C) ends it at once.
 */
public final class ServerProcess {
  /** The process served until it was told to stop. */
  public static final int STOPPED = 0;

  /** Something that the server needs is not there. */
  public static final int CANNOT_START = 1;

  /** The configuration, or the class path, cannot be used. */
  public static final int BAD_CONFIGURATION = 2;

  private static final Logger LOG = LoggerFactory.getLogger(ServerProcess.class);

  /** Before Hadoop's hook, which closes the file system. */
  private static final int HOOK_PRIORITY = FileSystem.SHUTDOWN_HOOK_PRIORITY + 10;

  private static final long HOOK_SECONDS = 25;

  private ServerProcess() {}

  /** Serves with the configuration on the class path. */
  public static void main(String[] args) {
    System.exit(run(HBaseConfiguration.create()));
  }

  /**
   * Serves until the process has drained after SIGTERM, or the calling thread is interrupted. What
   * is wrong goes to standard error, one line each.
   *
   * @return the exit code
   */
  public static int run(Configuration conf) {
    List<String> problems = StartupProblems.of(conf);
    if (!problems.isEmpty()) {
      problems.forEach(System.err::println);
      return BAD_CONFIGURATION;
    }
    warnOfDirectMemory(conf);
    try (CompactionServer server = CompactionServer.start(conf)) {
      awaitStop(server);
      return STOPPED;
    } catch (ConfigurationException e) {
      e.problems().forEach(System.err::println);
      return BAD_CONFIGURATION;
    } catch (IOException e) {
      if (Thread.currentThread().isInterrupted() || isInterruption(e)) {
        LOG.info("Interrupted while starting", e);
        return STOPPED;
      }
      LOG.debug("Cannot start", e);
      System.err.println("cannot start the compaction server: " + firstLine(e));
      return CANNOT_START;
    }
  }

  private static void warnOfDirectMemory(Configuration conf) {
    try {
      long cacheBytes = LighterConfiguration.of(conf).bytes(LighterOption.SERVER_CACHE_SIZE);
      DirectMemory.shortage(cacheBytes, DirectMemory.limit()).ifPresent(LOG::warn);
    } catch (ConfigurationException e) {
      LOG.debug("The start tells what is wrong", e);
    }
  }

  private static void awaitStop(CompactionServer server) {
    CountDownLatch stop = new CountDownLatch(1);
    CountDownLatch hurry = new CountDownLatch(1);
    listenForSigterm(stop, hurry);
    Runnable hook =
        () -> {
          hurry.countDown();
          server.close();
          stop.countDown();
        };
    ShutdownHookManager hooks = ShutdownHookManager.get();
    hooks.addShutdownHook(hook, HOOK_PRIORITY, HOOK_SECONDS, TimeUnit.SECONDS);
    try {
      stop.await();
      if (!server.drain(hurry)) {
        LOG.warn("Stopping {} with work left; region servers do it elsewhere", server.serverName());
      }
    } catch (InterruptedException e) {
      LOG.info("Interrupted; stopping {}", server.serverName());
      server.close(); // before the interrupt is set again, for it waits for the jobs
      Thread.currentThread().interrupt();
    }
    if (!hooks.isShutdownInProgress()) {
      hooks.removeShutdownHook(hook);
    }
  }

  /** Hadoop's handler, because javac warns of every mention of the JDK's own. */
  private static void listenForSigterm(CountDownLatch stop, CountDownLatch hurry) {
    AtomicInteger signals = new AtomicInteger();
    IrqHandler handler =
        new IrqHandler(
            IrqHandler.SIGTERM,
            signal -> (signals.incrementAndGet() == 1 ? stop : hurry).countDown());
    try {
      handler.bind();
    } catch (IllegalArgumentException e) {
      LOG.warn("This JVM keeps SIGTERM for itself; it will end the server without draining", e);
    }
  }

  /** Closing what was opened may have cleared the thread's flag. */
  private static boolean isInterruption(IOException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof InterruptedException
          || cause instanceof ClosedByInterruptException
          || (cause instanceof InterruptedIOException
              && !(cause instanceof SocketTimeoutException))) {
        return true;
      }
    }
    return false;
  }

  private static String firstLine(IOException e) {
    String message = e.getMessage() == null ? e.toString() : e.getMessage();
    return message.lines().findFirst().orElse(e.toString());
  }
}
