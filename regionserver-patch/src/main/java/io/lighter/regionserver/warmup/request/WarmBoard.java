package io.lighter.regionserver.warmup.request;

import io.lighter.common.protocol.LighterProtos.WarmProgress;
import java.util.Optional;
import java.util.Set;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.zookeeper.KeeperException;

/** Where requests to warm tables are put up, and region servers answer. Used by one thread. */
interface WarmBoard {
  /**
   * A request as it was put up.
   *
   * @param content a WarmRequest, unless somebody wrote something else
   * @param isOlder whether it was put up before this region server joined its cluster
   */
  record Posted(ByteString content, boolean isOlder) {}

  /** The ids of the requests that somebody waits for; a change of them is told, once. */
  Set<String> awaited() throws KeeperException;

  /** A request; empty when it is gone. */
  Optional<Posted> read(String id) throws KeeperException;

  /**
   * Writes the first progress, which goes with the region server. Nothing if the request is gone.
   */
  void answer(String id, WarmProgress progress) throws KeeperException, InterruptedException;

  /** How many region servers have answered a request, this one included; 0 if it is gone. */
  int answers(String id) throws KeeperException;

  /** Overwrites the progress. Nothing if the request is gone. */
  void update(String id, WarmProgress progress) throws KeeperException, InterruptedException;
}
