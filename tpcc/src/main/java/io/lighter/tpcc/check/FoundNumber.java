// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.check;

import io.lighter.tpcc.schema.Columns;
import java.util.OptionalLong;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/** A number read from HBase; empty if its row or cell is lost. */
record FoundNumber(OptionalLong value) {
  static final FoundNumber ZERO = new FoundNumber(OptionalLong.of(0));

  static FoundNumber of(Result row, byte[] qualifier) {
    byte[] bytes = row.getValue(Columns.FAMILY, qualifier);
    return new FoundNumber(
        bytes == null || bytes.length != Long.BYTES
            ? OptionalLong.empty()
            : OptionalLong.of(Bytes.toLong(bytes)));
  }

  /** Whether the numbers are equal; a lost number equals none. */
  boolean is(long expected) {
    return value.isPresent() && value.getAsLong() == expected;
  }

  /** Whether both numbers are present and equal. */
  boolean is(FoundNumber expected) {
    return expected.value.isPresent() && is(expected.value.getAsLong());
  }

  /** The sum; lost if either number is lost. */
  FoundNumber plus(FoundNumber other) {
    return value.isPresent() && other.value.isPresent()
        ? new FoundNumber(OptionalLong.of(value.getAsLong() + other.value.getAsLong()))
        : new FoundNumber(OptionalLong.empty());
  }

  @Override
  public String toString() {
    return value.isPresent() ? Long.toString(value.getAsLong()) : "lost";
  }
}
