// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
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
 * A compaction server as a process of its own. SIGTERM drains the server; a second SIGTERM, or any
 * other end of the JVM such as Ctrl-C, ends it at once.
 */
public final class ServerProcess {
  /** The process served until it was stopped. */
  public static final int STOPPED = 0;

  /** A service that the server needs is not available, or the server failed. */
  public static final int CANNOT_START = 1;

  /** The configuration or the class path is unusable. */
  public static final int BAD_CONFIGURATION = 2;

  private static final Logger LOG = LoggerFactory.getLogger(ServerProcess.class);

  /** Runs before Hadoop's hook, which closes the file system. */
  private static final int HOOK_PRIORITY = FileSystem.SHUTDOWN_HOOK_PRIORITY + 10;

  private static final long HOOK_SECONDS = 25;

  private ServerProcess() {}

  /** Runs a server with the configuration on the class path. */
  public static void main(String[] args) {
    System.exit(run(HBaseConfiguration.create()));
  }

  /**
   * Serves until the process has drained after SIGTERM, or the calling thread is interrupted.
   * Problems go to standard error, one line each.
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
        LOG.info("interrupted while starting", e);
        return STOPPED;
      }
      LOG.debug("cannot start", e);
      System.err.println("cannot start the compaction server: " + firstLine(e));
      return CANNOT_START;
    } catch (RuntimeException e) { // such as Hadoop's for a NameNode that no resolver knows
      LOG.error("compaction server failed", e);
      System.err.println("compaction server: " + firstLine(e));
      return CANNOT_START;
    }
  }

  /**
   * Problems of options that must fit together and that only a compaction server reads, one
   * sentence each; empty if there are none.
   *
   * @throws ConfigurationException if single options are wrong
   */
  public static List<String> conflicts(Configuration conf) throws ConfigurationException {
    return ServerSettings.conflicts(LighterConfiguration.of(conf));
  }

  private static void warnOfDirectMemory(Configuration conf) {
    try {
      long cacheBytes = LighterConfiguration.of(conf).bytes(LighterOption.SERVER_CACHE_SIZE);
      DirectMemory.shortage(cacheBytes, DirectMemory.limit()).ifPresent(LOG::warn);
    } catch (ConfigurationException e) {
      LOG.debug("configuration not checked here; the start reports its problems", e);
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
        LOG.warn("stopping with unfinished work server={}", server.serverName());
      }
    } catch (InterruptedException e) {
      LOG.info("stopping after an interrupt server={}", server.serverName());
      server.close(); // waits for the jobs, so before the interrupt is set again
      Thread.currentThread().interrupt();
    }
    if (!hooks.isShutdownInProgress()) {
      hooks.removeShutdownHook(hook);
    }
  }

  /** Binds Hadoop's handler, because javac warns of every use of the JDK's own. */
  private static void listenForSigterm(CountDownLatch stop, CountDownLatch hurry) {
    AtomicInteger signals = new AtomicInteger();
    IrqHandler handler =
        new IrqHandler(
            IrqHandler.SIGTERM,
            signal -> (signals.incrementAndGet() == 1 ? stop : hurry).countDown());
    try {
      handler.bind();
    } catch (IllegalArgumentException e) {
      LOG.warn("cannot handle SIGTERM, which will end the server without draining", e);
    }
  }

  /** Whether an interrupt caused the failure; closing may have cleared the thread's flag. */
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

  private static String firstLine(Exception e) {
    String message = e.getMessage() == null ? e.toString() : e.getMessage();
    return message.lines().findFirst().orElse(e.toString());
  }
}
