package io.lighter.manager.web;

import java.io.IOException;

/** Somebody else asks just now, and one at a time is enough. Nothing is wrong. */
public final class BusyException extends IOException {
  private static final long serialVersionUID = 1;

  /**
   * For whoever asked.
   *
   * @param message what is going on
   */
  public BusyException(String message) {
    super(message);
  }
}
