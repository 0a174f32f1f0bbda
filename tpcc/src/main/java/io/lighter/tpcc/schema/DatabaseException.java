package io.lighter.tpcc.schema;

import java.io.IOException;

/** The tables are not what the command needs; the message says what they are, and what to do. */
public final class DatabaseException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message one line
   */
  public DatabaseException(String message) {
    super(message);
  }
}
