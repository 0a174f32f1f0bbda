// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.forest;

/**
 * The sizes and counts that shape the trees of a store.
 *
 * @param fanout trees of a stage that become one tree of the next, from 2 to 16
 * @param sstBytes size at which an output file ends, at least 1
 * @param sstMinBytes size below which an output does not end at a fence, up to {@code sstBytes}
 * @param cleanSsts files of {@code sstBytes} that a compaction is meant to read, at least {@code
 *     fanout}
 * @param dropDeletes when delete markers go
 * @param flushBytes size of a flush, from which the stage of a large file is counted, at least 1
 */
public record ForestLimits(
    int fanout,
    long sstBytes,
    long sstMinBytes,
    int cleanSsts,
    DropDeletes dropDeletes,
    long flushBytes) {

  /** A file is small below this part of the size at which files end. */
  private static final int SMALL_SHARE = 4;

  /** A cluster between two fences has rarely more files than so many times the meant number. */
  private static final long LARGE_CLUSTER = 3;

  /** When a compaction drops delete markers and what they delete. */
  public enum DropDeletes {
    /** No file that is left out, and has rows of the inputs, is older than an input. */
    NO_OLDER("no-older"),
    /** No file that is left out has rows of the inputs. */
    ALL_FILES("all-files");

    private final String tag;

    DropDeletes(String tag) {
      this.tag = tag;
    }

    /** Returns the value of {@code lighter.forest.drop.deletes}. */
    public String tag() {
      return tag;
    }
  }

  public ForestLimits {
    require(fanout >= 2 && fanout <= 16, "fanout", fanout, "2 to 16");
    require(sstBytes >= 1, "sstBytes", sstBytes, "1 or more");
    require(
        sstMinBytes >= 0 && sstMinBytes <= sstBytes, "sstMinBytes", sstMinBytes, "0 to sstBytes");
    require(cleanSsts >= fanout, "cleanSsts", cleanSsts, "fanout or more");
    require(flushBytes >= 1, "flushBytes", flushBytes, "1 or more");
  }

  /** Returns how many files of a tree lie between two fences. */
  public int piecesPerFence() {
    return cleanSsts / fanout;
  }

  /** Returns the size above which a cluster is cut into smaller ones, if few files chain it. */
  public long mostClusterBytes() {
    return LARGE_CLUSTER * cleanSsts * sstBytes;
  }

  /** Returns the size below which small neighbours are put together, at least 1. */
  public long smallBytes() {
    return (sstBytes - 1) / SMALL_SHARE + 1;
  }

  private static void require(boolean allowed, String name, long value, String what) {
    if (!allowed) {
      throw new IllegalArgumentException("%s is %d, allowed: %s".formatted(name, value, what));
    }
  }
}
