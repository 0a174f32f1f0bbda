package io.lighter.manager.web;

import io.lighter.common.security.AuditLog;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;

/** What is written to the audit log from now on, until it is closed. */
final class AuditLines implements AutoCloseable {
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final AppenderSkeleton appender =
      new AppenderSkeleton() {
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
      };

  AuditLines() {
    Logger.getLogger(AuditLog.LOGGER).addAppender(appender);
  }

  List<String> lines() {
    return List.copyOf(lines);
  }

  @Override
  public void close() {
    Logger.getLogger(AuditLog.LOGGER).removeAppender(appender);
  }
}
