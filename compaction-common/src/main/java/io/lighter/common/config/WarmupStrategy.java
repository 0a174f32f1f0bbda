// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.config;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * How the output of a compaction enters a region server's block cache; the values of {@link
 * LighterOption#WARMUP_STRATEGY}. In brackets: the name in the paper's Figure 7.
 */
public enum WarmupStrategy {
  /** Reads switch at once; blocks come from HDFS on demand (CO). */
  NONE,
  /** The compaction stays local and caches its output as it is written (WTC). */
  WRITE_THROUGH,
  /** Reads switch at once; a miss is served from the compaction server's memory (RC). */
  REMOTE,
  /** The whole output is cached, then reads switch (PSW). */
  PRE_SWITCH,
  /** Chunks are cached in key order, each in place of the old blocks of the same keys (IW). */
  INCREMENTAL,
  /** {@link #INCREMENTAL} under a rate limit (TIW). */
  THROTTLED,
  /**
   * {@link #THROTTLED} with a rate that follows the region server's read latency, and only for keys
   * whose old blocks were cached. Not in the paper.
   */
  ADAPTIVE;

  /** The name in a configuration. */
  public String configName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The strategy with this name in a configuration, if there is one. */
  public static Optional<WarmupStrategy> byName(String name) {
    return Arrays.stream(values()).filter(it -> it.configName().equals(name)).findFirst();
  }

  /** Whether the threshold advances, so that reads use input and output files side by side. */
  public boolean isGradual() {
    return switch (this) {
      case NONE, WRITE_THROUGH, REMOTE, PRE_SWITCH -> false;
      case INCREMENTAL, THROTTLED, ADAPTIVE -> true;
    };
  }

  /** Whether the compaction server retains the output's blocks. */
  public boolean wantsRetainedOutput() {
    return switch (this) {
      case NONE, WRITE_THROUGH -> false;
      case REMOTE, PRE_SWITCH, INCREMENTAL, THROTTLED, ADAPTIVE -> true;
    };
  }

  static String names() {
    return Arrays.stream(values())
        .map(WarmupStrategy::configName)
        .collect(Collectors.joining(", "));
  }
}
