// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup.request;

import io.lighter.common.protocol.LighterProtos.WarmProgress;
import java.util.Optional;
import java.util.Set;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.zookeeper.KeeperException;

/** Requests to warm tables, and the answers of region servers. Used by one thread. */
interface WarmRequestStore {
  /**
   * A request as it was posted.
   *
   * @param content a WarmRequest, or other bytes if another client wrote them
   * @param isOlder whether the request was posted before this region server joined its cluster
   */
  record Posted(ByteString content, boolean isOlder) {}

  /** Ids of the requests with a waiting requester; the next change is notified once. */
  Set<String> awaited() throws KeeperException;

  /** Reads a request; empty if the request is gone. */
  Optional<Posted> read(String id) throws KeeperException;

  /** Writes the first progress, which ends with the region server; nothing for a gone request. */
  void answer(String id, WarmProgress progress) throws KeeperException, InterruptedException;

  /** Number of region servers that answered, including this one; 0 if the request is gone. */
  int answers(String id) throws KeeperException;

  /** Overwrites the progress. Does nothing if the request is gone. */
  void update(String id, WarmProgress progress) throws KeeperException, InterruptedException;
}
