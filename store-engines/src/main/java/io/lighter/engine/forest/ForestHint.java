// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.forest;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * What the output of a compaction says about its tree: the value of the FileInfo key {@code
 * LIGHTER_FOREST}. Flushes, bulk loads and outputs of other engines have no hint.
 *
 * @param stage stage of the tree, at least 1
 * @param low position below the oldest one of the tree
 * @param high position of the newest file of the tree, above {@code low}
 * @param deletes delete markers in the file
 */
public record ForestHint(int stage, long low, long high, long deletes) {
  /** Stages above this number cannot be reached: two files of a stage make one of the next. */
  static final int MOST_STAGES = 64;

  private static final byte VERSION = 1;
  private static final int LENGTH = Byte.BYTES + Integer.BYTES + 3 * Long.BYTES;

  public ForestHint {
    if (!isValid(stage, low, high, deletes)) {
      throw new IllegalArgumentException(
          "no hint: stage %d of (%d, %d], %d deletes".formatted(stage, low, high, deletes));
    }
  }

  private static boolean isValid(int stage, long low, long high, long deletes) {
    return stage >= 1 && stage <= MOST_STAGES && low < high && deletes >= 0;
  }

  /** Returns the hint of a file of the same tree. */
  public ForestHint withDeletes(long markers) {
    return new ForestHint(stage, low, high, markers);
  }

  /** Returns the hint of both trees together, which overlap; {@code other} is not the older one. */
  ForestHint with(ForestHint other) {
    return new ForestHint(
        Math.max(stage, other.stage), low, Math.max(high, other.high), deletes + other.deletes);
  }

  /** Tells whether a file at {@code position} is of the tree. */
  boolean contains(long position) {
    return low < position && position <= high;
  }

  /** Returns the value for the file: one byte of version, then the fields, big-endian. */
  public byte[] encode() {
    return ByteBuffer.allocate(LENGTH)
        .put(VERSION)
        .putInt(stage)
        .putLong(low)
        .putLong(high)
        .putLong(deletes)
        .array();
  }

  /**
   * Returns the hint in a file's metadata. Empty if the value is of another version or damaged: the
   * file then counts as one without a hint, which is correct and only costs a compaction.
   *
   * @param value the value; null for a file without one
   * @param problems takes a sentence about a value that is not a hint
   */
  public static Optional<ForestHint> decode(byte[] value, Consumer<String> problems) {
    if (value == null) {
      return Optional.empty();
    }
    if (value.length == LENGTH && value[0] == VERSION) {
      ByteBuffer fields = ByteBuffer.wrap(value, 1, LENGTH - 1);
      int stage = fields.getInt();
      long low = fields.getLong();
      long high = fields.getLong();
      long deletes = fields.getLong();
      if (isValid(stage, low, high, deletes)) {
        return Optional.of(new ForestHint(stage, low, high, deletes));
      }
    }
    problems.accept(
        "LIGHTER_FOREST = '%s': expected %d bytes of version %d"
            .formatted(Bytes.toStringBinary(value), LENGTH, VERSION));
    return Optional.empty();
  }
}
