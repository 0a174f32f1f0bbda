// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.client;

import java.util.Optional;

/** Splits index rows. */
@FunctionalInterface
interface EntryDecoder {
  /** The entry of an index row; empty if the index writes no such row. */
  Optional<Entry> decode(IndexRow indexRow);
}
