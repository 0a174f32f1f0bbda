// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.tiered;

/**
 * What decides about the merges of a file.
 *
 * @param length bytes; of a reference those of the whole file it refers to
 * @param seqId the highest sequence id: files are adjacent in age if they are in this order
 * @param origin how the file came into the store
 * @param inMinor whether merges that were not asked for may have the file
 */
public record FileView(long length, long seqId, Origin origin, boolean inMinor) {
  /** How a file came into a store. */
  public enum Origin {
    /** A flush wrote it. */
    FLUSH,
    /** A compaction wrote it. */
    COMPACTION,
    /** A client loaded it. */
    BULK_LOAD,
    /** A split or a merge of regions made it: a part of a file of another region. */
    REFERENCE
  }

  /** Returns the bytes that belong to the store: of a reference about half of the file. */
  public long ownBytes() {
    return isReference() ? length / 2 : length;
  }

  /** Tells whether the file is a part of another region's file. */
  public boolean isReference() {
    return origin == Origin.REFERENCE;
  }

  /** Tells whether a merge that was not requested may have the file; it may have any reference. */
  boolean isMergeable() {
    return inMinor || isReference();
  }
}
