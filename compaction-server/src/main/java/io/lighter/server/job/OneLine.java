// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.job;

/** Texts for a log line or a message. */
final class OneLine {
  private static final int MAX_LENGTH = 1000;

  private OneLine() {}

  /** The text without control characters, cut after {@value #MAX_LENGTH} characters. */
  static String of(String text) {
    return text.substring(0, Math.min(MAX_LENGTH, text.length())).replaceAll("\\p{Cc}+", " ");
  }
}
