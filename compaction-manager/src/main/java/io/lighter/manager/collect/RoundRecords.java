// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.collect;

import io.lighter.common.protocol.LighterProtos.IndexRound;
import java.io.IOException;
import java.util.Collection;
import java.util.List;

/** The records of rounds, which outlive a manager. */
public interface RoundRecords {
  /** The records; none if there are none or they cannot be parsed. */
  List<IndexRound> read() throws IOException;

  /**
   * Replaces the records.
   *
   * @return false if another manager leads, or this one has stood for election once more
   */
  boolean write(Collection<IndexRound> records) throws IOException;
}
