// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager;

import io.lighter.common.config.ConfigurationException;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The manager as a process of its own. */
public final class ManagerProcess {
  private static final Logger LOG = LoggerFactory.getLogger(ManagerProcess.class);
  private static final int OK = 0;
  private static final int FAILED = 1;
  private static final int BAD_CONFIGURATION = 2;
  private static final long CLOSE_TIMEOUT_S = 40;

  private ManagerProcess() {}

  /** Runs a manager with the {@code hbase-site.xml} on the class path. */
  public static void main(String[] args) {
    System.exit(run(HBaseConfiguration.create()));
  }

  /**
   * Runs a manager until a signal ends the JVM (SIGTERM, Ctrl-C) or the thread is interrupted.
   *
   * @return exit code: 0 ended as asked; 1 could not start, one line on stderr says why; 2 the
   *     configuration is unusable, one line on stderr per problem
   */
  public static int run(Configuration conf) {
    try (CompactionManager manager = CompactionManager.start(conf)) {
      LOG.info("Compaction manager {} started", manager.serverName());
      awaitEnd(manager);
      return OK;
    } catch (ConfigurationException e) {
      e.problems().forEach(System.err::println);
      return BAD_CONFIGURATION;
    } catch (IOException e) { // its line says enough, such as a taken port
      LOG.debug("cannot start", e);
      System.err.println("compaction manager: " + oneLine(e));
      return FAILED;
    } catch (RuntimeException e) {
      LOG.error("compaction manager failed", e);
      System.err.println("compaction manager: " + oneLine(e));
      return FAILED;
    }
  }

  private static String oneLine(Exception e) {
    String message = e.getMessage() == null ? e.toString() : e.getMessage();
    return message.lines().findFirst().orElseGet(e::toString);
  }

  /**
   * Returns when the thread is interrupted. On a signal the shutdown hook closes the manager, and
   * the JVM ends when the hook has returned.
   */
  private static void awaitEnd(CompactionManager manager) {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    Thread hook =
        new Thread(
            () -> {
              asked.countDown();
              try {
                if (!closed.await(CLOSE_TIMEOUT_S, TimeUnit.SECONDS)) {
                  LOG.warn("manager not closed in time timeout={}s", CLOSE_TIMEOUT_S);
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "manager-shutdown");
    Runtime.getRuntime().addShutdownHook(hook);
    boolean interrupted = false;
    try {
      asked.await();
    } catch (InterruptedException e) {
      interrupted = true;
    }
    try {
      manager.close();
    } catch (IOException e) {
      LOG.warn("manager not closed cleanly", e);
    } finally {
      closed.countDown();
    }
    if (interrupted) {
      unregister(hook);
      Thread.currentThread().interrupt();
    }
  }

  private static void unregister(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) { // the hook runs
      LOG.debug("JVM ends while the manager's thread was interrupted", e);
    }
  }
}
