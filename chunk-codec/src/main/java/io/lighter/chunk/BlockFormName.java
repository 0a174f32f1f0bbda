// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.chunk;

import java.io.IOException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Names the serialised form of cached blocks, so that two processes can compare their forms.
 *
 * <p>Releases of HBase differ in the checksum fields of a cached block's header: HBase 2.6.4
 * removes them, 2.6.1 and 2.5.13 keep them. A read fails with "Cached block contents differ" if the
 * cache has the block in another form than the reader. The name is a digest of the blocks of a
 * small file, which the running HBase writes and reads, so it depends on the form and not on
 * HBase's version.
 *
 * <p>Thread-safe; the file is written once per JVM.
 */
public final class BlockFormName {
  private static final Logger LOG = LoggerFactory.getLogger(BlockFormName.class);

  private BlockFormName() {}

  /**
   * Form of the blocks that a compaction server with this JVM's HBase sends.
   *
   * @return empty if the form of this HBase cannot be determined; the reason is logged once
   */
  public static Optional<String> sent() {
    return Names.OF_THIS_HBASE.map(FormProbe.Forms::sent);
  }

  /** Form in which this JVM's HBase readers cache blocks; empty as {@link #sent}. */
  public static Optional<String> cached() {
    return Names.OF_THIS_HBASE.map(FormProbe.Forms::cached);
  }

  /**
   * Whether blocks of a form may share the cache with blocks that HBase's readers insert.
   *
   * @param name name of the form; empty for a peer that sends none
   */
  public static boolean isCached(String name) {
    return !name.isEmpty() && cached().filter(name::equals).isPresent();
  }

  private static final class Names {
    private static final Optional<FormProbe.Forms> OF_THIS_HBASE = find();

    private static Optional<FormProbe.Forms> find() {
      try {
        return Optional.of(FormProbe.run());
      } catch (IOException | RuntimeException | Error e) { // no thread available, or class missing
        LOG.warn("form of cached blocks unknown, warm-ups read HDFS", e);
        return Optional.empty();
      }
    }
  }
}
