// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver;

import java.io.Closeable;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;

/**
 * The lines of a logger, and of those below it, since this object was created: from the level INFO
 * on. Thread-safe.
 */
public final class LogLines implements Closeable {
  private final Logger logger;
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Appender appender = new Appender();

  /**
   * Starts to record lines.
   *
   * @param logger name of a class, or of a package
   */
  public LogLines(String logger) {
    this.logger = Logger.getLogger(logger);
    appender.setThreshold(Level.INFO);
    this.logger.addAppender(appender);
  }

  /** All lines, the oldest first. */
  public List<String> all() {
    return List.copyOf(lines);
  }

  @Override
  public void close() {
    logger.removeAppender(appender);
  }

  private final class Appender extends AppenderSkeleton {
    @Override
    protected void append(LoggingEvent event) {
      lines.add(event.getRenderedMessage());
    }

    @Override
    public void close() {
      closed = true;
    }

    @Override
    public boolean requiresLayout() {
      return false;
    }
  }
}
