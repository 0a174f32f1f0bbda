package org.apache.hadoop.hbase.io.hfile;

import org.apache.hadoop.conf.Configuration;

/** How blocks that a writer caches differ from those that a reader caches: not at all. */
public final class BlockForm {
  /**
   * For the files of a store.
   *
   * @param store its configuration
   */
  public BlockForm(Configuration store) {}

  /** The block as a reader has it. */
  public HFileBlock asRead(HFileBlock written) {
    return written;
  }
}
