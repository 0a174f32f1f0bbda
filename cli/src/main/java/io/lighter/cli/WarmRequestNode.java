// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.common.ServerNames;
import io.lighter.common.protocol.LighterProtos.WarmProgress;
import io.lighter.common.protocol.LighterProtos.WarmRequest;
import io.lighter.common.zk.LighterZNodes;
import io.lighter.service.zk.ZNodeAcls;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.curator.framework.CuratorFramework;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hbase.thirdparty.com.google.common.collect.Iterables;
import org.apache.hbase.thirdparty.com.google.protobuf.InvalidProtocolBufferException;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;

/**
 * The znode of a request, from creation to {@link #close}. Thread-safe, except that {@link
 * #progress} is for one thread.
 *
 * <p>The request cannot be ephemeral, because region servers put their progress below it. An
 * ephemeral child shows that the requester is alive. One transaction creates both, so a request
 * without that child is abandoned; the next requester deletes it.
 */
final class WarmRequestNode implements AutoCloseable {
  /** Repeated reads per look, of region servers that had not ended before. */
  static final int READS_PER_LOOK = 4;

  private final CuratorFramework zooKeeper;
  private final LighterZNodes znodes;
  private final String id;

  /** Answers, least recently read first. Owned by progress's thread. */
  private final Map<ServerName, WarmProgress> known = new LinkedHashMap<>();

  private WarmRequestNode(CuratorFramework zooKeeper, LighterZNodes znodes, String id) {
    this.zooKeeper = zooKeeper;
    this.znodes = znodes;
    this.id = id;
  }

  /** Writes {@code request}, and deletes abandoned requests. */
  static WarmRequestNode create(
      CuratorFramework zooKeeper, LighterZNodes znodes, WarmRequest request) throws IOException {
    WarmRequestNode node = new WarmRequestNode(zooKeeper, znodes, request.getId());
    node.attempt(
        () -> {
          node.createParent();
          node.deleteAbandoned();
          zooKeeper
              .transaction()
              .forOperations(
                  zooKeeper
                      .transactionOp()
                      .create()
                      .forPath(znodes.warmRequest(node.id), request.toByteArray()),
                  zooKeeper
                      .transactionOp()
                      .create()
                      .withMode(CreateMode.EPHEMERAL)
                      .forPath(znodes.warmRequester(node.id), new byte[0]));
          return null;
        });
    return node;
  }

  /**
   * The progress of all region servers that have answered, as far as read.
   *
   * <p>A look reads each new answer, and at most {@value #READS_PER_LOOK} of the answers that have
   * not ended, in rotation; an ended one is not read again. A look is therefore cheap with many
   * region servers, and its result may be some looks old.
   *
   * @throws IOException if ZooKeeper fails, or the request is closed
   */
  Map<ServerName, WarmProgress> progress() throws IOException {
    return attempt(
        () -> {
          List<ServerName> answered =
              children().stream().map(ServerNames::parse).flatMap(Optional::stream).toList();
          known.keySet().retainAll(Set.copyOf(answered));
          List<ServerName> again =
              known.entrySet().stream()
                  .filter(each -> !isDone(each.getValue()))
                  .map(Map.Entry::getKey)
                  .limit(READS_PER_LOOK)
                  .toList();
          List<ServerName> first =
              answered.stream().filter(each -> !known.containsKey(each)).toList();
          for (ServerName server : Iterables.concat(again, first)) {
            known.remove(server);
            read(server).ifPresent(it -> known.put(server, it));
          }
          return new TreeMap<>(known);
        });
  }

  /** Whether a region server has completed its part, including its report. */
  static boolean isDone(WarmProgress progress) {
    return progress.getRegionsDone() >= progress.getRegions();
  }

  /** Deletes the request, which stops unfinished region servers. Idempotent. */
  @Override
  public void close() throws IOException {
    attempt(
        () -> {
          delete(id);
          return null;
        });
  }

  private List<String> children() throws Exception {
    try {
      return zooKeeper.getChildren().forPath(znodes.warmRequest(id));
    } catch (KeeperException.NoNodeException e) {
      throw new IOException("request " + id + " was stopped", e);
    }
  }

  private Optional<WarmProgress> read(ServerName server) throws Exception {
    String path = znodes.warmProgress(id, server);
    try {
      return Optional.of(WarmProgress.parseFrom(zooKeeper.getData().forPath(path)));
    } catch (KeeperException.NoNodeException e) { // its session has just ended
      return Optional.empty();
    } catch (InvalidProtocolBufferException e) {
      throw new IOException(path + " does not hold a progress", e);
    }
  }

  private void createParent() throws Exception {
    try {
      zooKeeper.create().creatingParentsIfNeeded().forPath(znodes.warmRequests(), new byte[0]);
    } catch (KeeperException.NodeExistsException e) {
      // An earlier request created the parent.
    }
  }

  private void deleteAbandoned() throws Exception {
    for (String other : zooKeeper.getChildren().forPath(znodes.warmRequests())) {
      if (zooKeeper.checkExists().forPath(znodes.warmRequester(other)) == null) {
        delete(other);
      }
    }
  }

  private void delete(String which) throws Exception {
    try {
      zooKeeper.delete().deletingChildrenIfNeeded().forPath(znodes.warmRequest(which));
    } catch (KeeperException.NoNodeException e) {
      // The node is gone already, as intended.
    }
  }

  private interface ZooKeeperCall<T> {
    T run() throws Exception; // Curator's signature
  }

  private <T> T attempt(ZooKeeperCall<T> call) throws IOException {
    try {
      return call.run();
    } catch (IOException e) {
      throw e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("interrupted").initCause(e);
    } catch (Exception e) {
      String path = znodes.warmRequest(id);
      throw ZNodeAcls.denied(path, e)
          .orElseGet(
              () -> new IOException("ZooKeeper failed at " + path + ": " + e.getMessage(), e));
    }
  }
}
