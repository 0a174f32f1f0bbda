// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

import java.io.IOException;

/**
 * Fills and frees the volumes of a data node in its own process. Storage types are HDFS's names.
 */
public interface DataNodeVolumesMXBean {
  /**
   * Makes the volumes of a storage type full. The name node learns that from the next heartbeat.
   *
   * @param roomBytes bytes that are left for further blocks, at least 0
   */
  void fill(String storageType, long roomBytes) throws IOException;

  /** Gives the volumes of a storage type the room of their disk again. */
  void free(String storageType) throws IOException;

  /** Blocks that HDFS has moved to this data node, or between its volumes, since its start. */
  long getMovedBlocks() throws IOException;
}
