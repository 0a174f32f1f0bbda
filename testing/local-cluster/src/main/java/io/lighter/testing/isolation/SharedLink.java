// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.isolation;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The shaped network of this process as a profile wants it: one link that all processes share, and
 * one for each data node.
 *
 * <p>Not thread-safe; {@link Isolation} guards it.
 */
final class SharedLink {
  private static final Logger LOG = LoggerFactory.getLogger(SharedLink.class);

  private final IsolationProfile profile;
  private final boolean isMissing;
  private String inWords;

  SharedLink(IsolationProfile profile) {
    this.profile = profile;
    Optional<String> shaped = ShapedLoopback.inForce();
    this.inWords = shaped.orElse("not shaped");
    this.isMissing = profile.networkBitsPerSecond().isPresent() && shaped.isEmpty();
  }

  /**
   * Gives each data node a link of its own if the network is shaped. Called once.
   *
   * @param addresses host and port of each data node
   */
  void linkDataNodes(Collection<String> addresses) {
    if (profile.networkBitsPerSecond().isEmpty() || isMissing) {
      return;
    }
    try {
      ShapedLoopback.giveOwnLinks(addresses.stream().map(SharedLink::port).sorted().toList());
      inWords += "; each data node has such a link of its own, in each direction";
    } catch (IOException e) {
      LOG.debug("no links for data nodes", e);
      inWords += "; data nodes share it, too: " + e.getMessage();
    }
  }

  /** Limits of the network, for a report. */
  String inWords() {
    return inWords;
  }

  /** A wanted network that is not in force, with the reason. */
  List<String> missing() {
    return isMissing
        ? List.of("network of %s: %s".formatted(profile.name(), ShapedLoopback.whyNot()))
        : List.of();
  }

  private static int port(String address) {
    return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
  }
}
