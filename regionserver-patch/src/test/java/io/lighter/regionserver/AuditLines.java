// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver;

import io.lighter.service.audit.AuditLog;
import java.io.Closeable;
import java.util.List;

/** The lines of the audit log since this object was created. Thread-safe. */
public final class AuditLines implements Closeable {
  private final LogLines log = new LogLines(AuditLog.LOGGER);

  /** All lines, the oldest first. */
  public List<String> all() {
    return log.all();
  }

  /** Lines about one user; connections of other users may end late. */
  public List<String> of(String user) {
    return all().stream().filter(line -> line.contains(" for user " + user + ";")).toList();
  }

  @Override
  public void close() {
    log.close();
  }
}
