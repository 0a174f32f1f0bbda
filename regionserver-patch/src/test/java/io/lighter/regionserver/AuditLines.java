// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver;

import io.lighter.service.audit.AuditLog;
import java.io.Closeable;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;

/** The lines of the audit log since this object was created. Thread-safe. */
public final class AuditLines implements Closeable {
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Appender appender = new Appender();

  /** Starts to record lines. */
  public AuditLines() {
    Logger.getLogger(AuditLog.LOGGER).addAppender(appender);
  }

  /** All lines, the oldest first. */
  public List<String> all() {
    return List.copyOf(lines);
  }

  /** Lines about one user; connections of other users may end late. */
  public List<String> of(String user) {
    return lines.stream().filter(line -> line.contains(" for user " + user + ";")).toList();
  }

  @Override
  public void close() {
    Logger.getLogger(AuditLog.LOGGER).removeAppender(appender);
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
