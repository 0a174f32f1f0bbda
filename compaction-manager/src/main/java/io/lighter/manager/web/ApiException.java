// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.web;

/** A refused request, with the status and one line for the caller. */
final class ApiException extends Exception {
  private static final long serialVersionUID = 1;

  static final int BAD_REQUEST = 400;
  static final int UNAUTHORIZED = 401;
  static final int FORBIDDEN = 403;
  static final int NOT_FOUND = 404;
  static final int METHOD_NOT_ALLOWED = 405;
  static final int TOO_LARGE = 413;
  static final int WRONG_TYPE = 415;
  static final int INTERNAL = 500;
  static final int UNAVAILABLE = 503;

  private final int status;

  ApiException(int status, String message) {
    super(message);
    this.status = status;
  }

  ApiException(int status, String message, Throwable cause) {
    super(message, cause);
    this.status = status;
  }

  /**
   * Refuses a value.
   *
   * @param field field of the body, the query or the path
   * @param allowed the end of a sentence that starts with "expected"
   */
  static ApiException badValue(String field, Object value, String allowed) {
    return new ApiException(
        BAD_REQUEST, "%s = '%s': expected %s".formatted(field, shortened(value), allowed));
  }

  int status() {
    return status;
  }

  /** A value for a message to the caller, at most a line long. */
  static String shortened(Object value) {
    String text = String.valueOf(value);
    return text.length() <= 100 ? text : text.substring(0, 100) + "…";
  }
}
