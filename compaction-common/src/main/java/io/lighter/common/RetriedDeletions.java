// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common;

import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes job folders ({@link JobFolder}) and the files of failed commits. A deletion that fails is
 * tried again until it succeeds. HBase empties a region's {@code .tmp} only when it opens the
 * region, which may be months away. A deletion that HDFS does not permit is left to HBase.
 * Thread-safe.
 */
public final class RetriedDeletions implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(RetriedDeletions.class);
  private static final long RETRY_SECONDS = 10;

  private static final String BELOW_TMP = "HBase removes it when it opens the region";

  /** Bound on pending deletions; more than a server can leave behind while HDFS does not answer. */
  private static final int MAX_LEFT = 10_000;

  private final BlockingQueue<Left> left = new ArrayBlockingQueue<>(MAX_LEFT);
  private final ScheduledExecutorService retries =
      Executors.newSingleThreadScheduledExecutor(
          new ThreadFactoryBuilder().setNameFormat("lighter-leftovers").setDaemon(true).build());

  /** Deletes a file or folder; succeeds if it does not exist any more. */
  @FunctionalInterface
  public interface Deletion {
    void run() throws IOException;
  }

  /**
   * A deletion that is still to be done.
   *
   * @param what names what is deleted, for the log
   * @param otherwise what happens if the deletion is never done, for the log
   */
  private record Left(String what, String otherwise, Deletion deletion) {}

  /** Starts the retries. */
  public void start() {
    ScheduledFuture<?> unused =
        retries.scheduleWithFixedDelay(this::retry, RETRY_SECONDS, RETRY_SECONDS, TimeUnit.SECONDS);
  }

  /**
   * Deletes a file or folder below {@code .tmp}, now or later; throws nothing.
   *
   * @param what names what is deleted, for the log
   */
  public void delete(String what, Deletion deletion) {
    delete(what, BELOW_TMP, deletion);
  }

  /**
   * Deletes a file or folder that may be outside of {@code .tmp}, now or later; throws nothing.
   *
   * @param what names what is deleted, for the log
   * @param otherwise what happens if the deletion is never done, for the log
   */
  public void delete(String what, String otherwise, Deletion deletion) {
    delete(new Left(what, otherwise, deletion));
  }

  /**
   * Deletes a file or folder within seconds, on the thread of the retries: for a caller that may
   * not wait for HDFS. Throws nothing.
   *
   * @param what names what is deleted, for the log
   * @param otherwise what happens if the deletion is never done, for the log
   */
  public void deleteSoon(String what, String otherwise, Deletion deletion) {
    if (!left.offer(new Left(what, otherwise, deletion))) {
      LOG.warn("too many deletions wait: {}; {}", what, otherwise);
    }
  }

  /** Ends the retries, and logs the deletions that are not done. */
  @Override
  public void close() {
    retries.shutdownNow();
    left.forEach(each -> LOG.warn("left behind: {}; {}", each.what, each.otherwise));
  }

  /** Tries the deletions that are left, until one fails again. */
  public void retry() {
    boolean works = true;
    for (int i = left.size(); i > 0 && works; i--) {
      Left next = left.poll();
      works = next == null || delete(next);
    }
  }

  private boolean delete(Left next) {
    try {
      next.deletion.run();
      return true;
    } catch (AccessControlException e) { // a retry would delay all other deletions
      LOG.warn("may not delete {}; {}", next.what, next.otherwise, e);
      return true;
    } catch (IOException | RuntimeException | Error e) { // the retries must go on
      boolean isQueued = left.offer(next);
      LOG.warn(
          "could not delete {}; {}", next.what, isQueued ? "it is tried again" : next.otherwise, e);
      return false;
    }
  }
}
