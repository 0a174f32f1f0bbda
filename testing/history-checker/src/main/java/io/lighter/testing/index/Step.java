// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.index;

import java.util.Optional;

/** A part of a change of a row; timestamps are those of HBase's cells. */
public sealed interface Step {
  /** A put of one column, or what an increment or append leaves there. */
  record Put(String column, long timestamp, String value) implements Step {}

  /**
   * A marker for all versions up to a timestamp.
   *
   * @param column empty for the whole family
   */
  record DeleteUpTo(Optional<String> column, long timestamp) implements Step {}

  /**
   * A marker for the versions with exactly this timestamp.
   *
   * @param column empty for the whole family
   */
  record DeleteAt(Optional<String> column, long timestamp) implements Step {}

  /** A delete of the newest version of a column, which the region server looks up. */
  record DeleteNewest(String column) implements Step {}
}
