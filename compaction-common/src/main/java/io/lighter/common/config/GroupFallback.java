// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.config;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Where a compaction runs when no server of its table's group takes jobs; the values of {@link
 * LighterOption#GROUP_FALLBACK}.
 */
public enum GroupFallback {
  /** On the group that servers join by default. */
  DEFAULT,
  /** On the region server. */
  LOCAL;

  /** The name in a configuration. */
  public String configName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The value with this name in a configuration, if there is one. */
  public static Optional<GroupFallback> byName(String name) {
    return Arrays.stream(values()).filter(it -> it.configName().equals(name)).findFirst();
  }

  static String names() {
    return Arrays.stream(values()).map(GroupFallback::configName).collect(Collectors.joining(", "));
  }
}
