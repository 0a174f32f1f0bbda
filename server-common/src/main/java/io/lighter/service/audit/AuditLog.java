package io.lighter.service.audit;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who changed something or was refused, one line each, in the form of HBase's access log and with a
 * logger below {@code SecurityLogger}, where HBase's are: what collects those collects these.
 * Nothing that a caller sends can begin a line of its own. Thread-safe.
 */
public final class AuditLog {
  /** Refusals at WARN, changes that were made at INFO. */
  public static final String LOGGER = "SecurityLogger.io.lighter";

  private static final Logger LOG = LoggerFactory.getLogger(LOGGER);
  private static final String LINE =
      "Access {} for user {}; reason: {}; remote address: {}; request: {}; context: {}";
  private static final int MOST_CHARACTERS = 200;

  private AuditLog() {}

  /**
   * Somebody was refused.
   *
   * @param context what the request was about; may be empty
   */
  public static void denied(
      String user, String address, String request, String reason, String context) {
    LOG.warn(
        LINE, "denied", clean(user), clean(reason), clean(address), clean(request), clean(context));
  }

  /** Somebody changed something; as {@link #denied}. */
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

  /** Never longer than a line, never a control character. */
  static String clean(String text) {
    return text.substring(0, Math.min(MOST_CHARACTERS, text.length()))
        .replaceAll("[\\p{Cc}\\u2028\\u2029]", "?");
  }
}
