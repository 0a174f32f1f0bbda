// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.command;

/** First line of an error's message. Remote exceptions have the server's stack trace in theirs. */
public final class FirstLine {
  private FirstLine() {}

  /** The first line, or the class's name if there is no message. */
  public static String of(Throwable error) {
    String message = error.getMessage();
    return message == null || message.isBlank()
        ? error.getClass().getSimpleName()
        : message.lines().findFirst().orElseThrow();
  }
}
