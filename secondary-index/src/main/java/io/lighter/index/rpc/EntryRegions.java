// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.rpc;

import java.io.IOException;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiResponse;

/** What {@link EntryBatches} needs of a region server. Thread-safe. */
interface EntryRegions {
  /** A write-ahead log. Two of the same log are equal. */
  interface Log {
    /** Returns once all that was appended before the call would survive a crash. */
    void sync() throws IOException;
  }

  /**
   * A region that is open now.
   *
   * @param identity of this opening of the region
   * @param log log of which one sync covers the appends of all its regions; null if every write has
   *     to sync its own
   */
  record Open(Object identity, Log log) {}

  /** The region of this name; null if it is not open here. */
  Open find(byte[] name);

  /** Runs HBase's call with all its checks, as the user of the present call. */
  MultiResponse multi(MultiRequest request) throws IOException;
}
