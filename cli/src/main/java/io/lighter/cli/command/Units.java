// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.command;

import java.util.Locale;

/** Formats numbers for display. */
public final class Units {
  private static final String[] SIZES = {"B", "KB", "MB", "GB", "TB", "PB", "EB"};
  private static final int BAR_WIDTH = 20;

  private Units() {}

  /** Bytes in powers of 1024, such as {@code 1.5 GB}. */
  public static String bytes(long bytes) {
    double value = bytes;
    int unit = 0;
    while (value >= 1024 && unit < SIZES.length - 1) {
      value /= 1024;
      unit++;
    }
    return unit == 0 ? bytes + " B" : String.format(Locale.ROOT, "%.1f %s", value, SIZES[unit]);
  }

  /** Milliseconds as the two largest units, such as {@code 2h 5m}; below a minute {@code 7s}. */
  public static String duration(long millis) {
    long seconds = millis / 1000;
    if (seconds < 60) {
      return seconds + "s";
    }
    long minutes = seconds / 60;
    if (minutes < 60) {
      return minutes + "m " + seconds % 60 + "s";
    }
    long hours = minutes / 60;
    return hours < 24 ? hours + "h " + minutes % 60 + "m" : hours / 24 + "d " + hours % 24 + "h";
  }

  /** A fixed-width bar with the number, such as {@code [##########..........] 50 %}. */
  public static String progressBar(int percent) {
    int shown = Math.max(0, Math.min(100, percent));
    int full = shown * BAR_WIDTH / 100;
    return String.format(
        Locale.ROOT, "[%s%s] %3d %%", "#".repeat(full), ".".repeat(BAR_WIDTH - full), shown);
  }

  /** 0 to 1 as percent; negative or no number is unknown. */
  public static String load(double fraction) {
    return fraction >= 0 ? Math.round(fraction * 100) + " %" : "?";
  }
}
