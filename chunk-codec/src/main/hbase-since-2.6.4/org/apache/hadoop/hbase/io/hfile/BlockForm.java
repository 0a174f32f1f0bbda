// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.io.hfile;

import org.apache.hadoop.conf.Configuration;

/** Converts blocks that a writer caches into the form that a reader caches: the same form here. */
public final class BlockForm {
  /**
   * Creates a conversion for the files of a store.
   *
   * @param store the store's configuration
   */
  public BlockForm(Configuration store) {}

  /** The block itself, which has the reader's form. */
  public HFileBlock asRead(HFileBlock written) {
    return written;
  }
}
