// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.collect;

import io.lighter.common.protocol.LighterProtos.IndexRound;
import java.util.List;

/** What is known of rounds, for other threads. Written by {@link CollectionRounds} only. */
public final class RoundBoard {
  private volatile List<IndexRound> rounds = List.of();

  void show(List<IndexRound> now) {
    rounds = List.copyOf(now);
  }

  /** The indexes in the order of their tables; none while this manager does not lead. */
  public List<IndexRound> rounds() {
    return rounds;
  }
}
