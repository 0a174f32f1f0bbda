// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.zk;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/**
 * The managers' election, read without Curator, which a region server does not have: every
 * candidate has an ephemeral, sequential znode {@code <random>-latch-<sequence>} below {@link
 * LighterZNodes#manager}, whose data is its server name.
 *
 * <p>The rule is that of Curator's {@code LeaderLatch}: the lowest sequence leads, and sequences of
 * ten digits are compared as text.
 */
public final class LeaderLatchNodes {
  private static final String MARK = "latch-";

  private LeaderLatchNodes() {}

  /**
   * The leader's node.
   *
   * @param children names below the election's znode, in any order
   * @return empty if there is no candidate
   */
  public static Optional<String> leader(Collection<String> children) {
    return children.stream()
        .filter(child -> child.contains(MARK))
        .min(Comparator.comparing(LeaderLatchNodes::sequence));
  }

  private static String sequence(String child) {
    return child.substring(child.lastIndexOf(MARK) + MARK.length());
  }
}
