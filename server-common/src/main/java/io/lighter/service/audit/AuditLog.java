// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.service.audit;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs each change and each refusal in one line, in the form of HBase's access log. The logger is
 * below {@code SecurityLogger}, like HBase's, so that the same appender collects both. Caller input
 * cannot start a new line. Thread-safe.
 */
public final class AuditLog {
  /** Logger of refusals (WARN) and changes (INFO). */
  public static final String LOGGER = "SecurityLogger.io.lighter";

  private static final Logger LOG = LoggerFactory.getLogger(LOGGER);
  private static final String LINE =
      "Access {} for user {}; reason: {}; remote address: {}; request: {}; context: {}";
  private static final int MOST_CHARACTERS = 200;

  private AuditLog() {}

  /**
   * Records a refusal.
   *
   * @param context subject of the request; may be empty
   */
  public static void denied(
      String user, String address, String request, String reason, String context) {
    LOG.warn(
        LINE, "denied", clean(user), clean(reason), clean(address), clean(request), clean(context));
  }

  /** Records a change; parameters as {@link #denied}. */
  public static void allowed(
      String user, String address, String request, String reason, String context) {
    LOG.info(
        LINE,
        "allowed",
        clean(user),
        clean(reason),
        clean(address),
        clean(request),
        clean(context));
  }

  /** Cuts the text to one line, without control characters. */
  static String clean(String text) {
    return text.substring(0, Math.min(MOST_CHARACTERS, text.length()))
        .replaceAll("[\\p{Cc}\\u2028\\u2029]", "?");
  }
}
