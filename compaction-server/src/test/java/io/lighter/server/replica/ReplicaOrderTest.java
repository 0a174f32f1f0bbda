// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReplicaOrderTest {
  private static final int PORT = 9866;
  private static final Optional<InetSocketAddress> RS = Optional.of(at("rs"));

  private final Map<String, Integer> jobs = new HashMap<>();
  private final ReplicaOrder order = new ReplicaOrder(address -> address.equals("ip-here:9866"));

  @AfterEach
  void reset() {
    order.reset();
  }

  @Test
  void ownMachineIsFirstAndTheRegionServersLast() {
    read(RS);

    assertThat(arranged("rs", "b", "here")).containsExactly("here", "b", "rs");
    assertThat(arranged("rs", "c")).containsExactly("c", "rs");
  }

  @Test
  void ownMachineIsFirstEvenIfItIsTheRegionServers() {
    read(Optional.of(at("here")));

    assertThat(arranged("b", "here")).containsExactly("here", "b");
  }

  @Test
  void fewerJobsComeFirstAndTiesKeepTheOrder() {
    read(RS);
    jobs.putAll(Map.of("a", 2, "b", 1, "here", 9));

    assertThat(arranged("rs", "a", "b", "d", "c", "here"))
        .containsExactly("here", "d", "c", "b", "a", "rs");
  }

  @Test
  void busyDataNodesComeBeforeTheRegionServers() {
    read(RS);
    jobs.putAll(Map.of("a", 1_000_000));

    assertThat(arranged("rs", "a")).containsExactly("a", "rs");
  }

  /** Otherwise a job would avoid the DataNode for which it has taken a slot. */
  @Test
  void jobDoesNotAvoidTheDataNodeForItsOwnSake() {
    order.use(new ReplicaOrder.Reader(RS, Optional.of("b")));
    order.observe(() -> jobs);
    jobs.putAll(Map.of("b", 1));
    assertThat(arranged("a", "b")).containsExactly("b", "a");

    jobs.put("b", 2);
    assertThat(arranged("b", "a")).as("another job reads there").containsExactly("a", "b");
  }

  @Test
  void onlyReplicaStays() {
    read(RS);

    assertThat(arranged("rs")).containsExactly("rs");
  }

  @Test
  void regionServersDataNodeMayBeKnownByAddress() {
    read(Optional.of(at("ip-rs")));

    assertThat(arranged("rs", "b")).containsExactly("b", "rs");
  }

  @Test
  void otherPortOfTheRegionServersMachineIsAnotherDataNode() {
    read(Optional.of(InetSocketAddress.createUnresolved("rs", PORT + 1)));

    assertThat(arranged("rs", "b")).containsExactly("rs", "b");
  }

  @Test
  void unknownRegionServerLeavesTheLoadToDecide() {
    read(Optional.empty());
    jobs.put("rs", 1);

    assertThat(arranged("rs", "b")).containsExactly("b", "rs");
  }

  @Test
  void dataNodesThatLeaveAreBehindAllOthers() {
    read(RS);
    DatanodeInfo leaving = node("a");
    leaving.setDecommissioned();
    DatanodeInfo maintained = node("b");
    maintained.startMaintenance();
    DatanodeInfo inMaintenance = node("c");
    inMaintenance.setInMaintenance();
    LocatedBlock block = block(leaving, maintained, inMaintenance, node("rs"), node("d"));

    order.arrange(complete(block));

    assertThat(hosts(block)).containsExactly("d", "rs", "a", "b", "c");
  }

  /** HDFS lists a dead DataNode for ten minutes, and each stream would wait for a connection. */
  @Test
  void silentDataNodesAreBehindTheRegionServers() {
    read(RS);
    long now = 1_000_000;
    DatanodeInfo silent = node("a");
    silent.setLastUpdate(now - 31_000);
    DatanodeInfo heard = node("b");
    heard.setLastUpdate(now - 29_000);
    DatanodeInfo regionServers = node("rs");
    regionServers.setLastUpdate(now);
    LocatedBlock block = block(silent, regionServers, heard);

    order.arrange(complete(block));

    assertThat(hosts(block)).containsExactly("b", "rs", "a");
  }

  @Test
  void otherThreadsReadInHdfsOrder() {
    order.observe(() -> Map.of("a", 1));
    assertThat(arranged("a", "b")).containsExactly("a", "b");

    read(RS);
    order.reset();
    assertThat(arranged("rs", "b")).containsExactly("rs", "b");
  }

  @Test
  void dataBesideTheLocationsMovesWithThem() {
    read(RS);
    LocatedBlock block = block(node("rs"), node("b"));

    order.arrange(complete(block));

    assertThat(block.getStorageIDs()).containsExactly("storage-b", "storage-rs");
    assertThat(block.getStorageTypes()).containsExactly(StorageType.SSD, StorageType.DISK);
  }

  /** The order of their locations is that of the block's parts. */
  @Test
  void erasureCodedBlocksStay() {
    read(RS);
    DatanodeInfo[] parts = {node("rs"), node("b")};
    LocatedBlock striped =
        new LocatedStripedBlock(
            new ExtendedBlock("pool", 1),
            parts,
            new String[] {"s0", "s1"},
            new StorageType[] {StorageType.DISK, StorageType.DISK},
            new byte[] {0, 1},
            0,
            false,
            null);

    order.arrange(complete(striped));

    assertThat(hosts(striped)).containsExactly("rs", "b");
  }

  @Test
  void lastBlockStaysWhileItIsWritten() {
    read(RS);
    LocatedBlock first = block(node("rs"), node("b"));
    LocatedBlock last = block(node("rs"), node("b"));
    last.setStartOffset(100);

    order.arrange(new LocatedBlocks(200, true, List.of(first, last), last, false, null, null));
    assertThat(hosts(first)).containsExactly("b", "rs");
    assertThat(hosts(last)).containsExactly("rs", "b");

    order.arrange(new LocatedBlocks(200, false, List.of(first, last), last, true, null, null));
    assertThat(hosts(last)).containsExactly("b", "rs");
  }

  private void read(Optional<InetSocketAddress> regionServers) {
    order.use(new ReplicaOrder.Reader(regionServers, Optional.empty()));
    order.observe(() -> jobs);
  }

  private List<String> arranged(String... hosts) {
    LocatedBlock block =
        block(Arrays.stream(hosts).map(ReplicaOrderTest::node).toArray(DatanodeInfo[]::new));
    order.arrange(complete(block));
    return hosts(block);
  }

  private static LocatedBlocks complete(LocatedBlock block) {
    return new LocatedBlocks(100, false, List.of(block), block, true, null, null);
  }

  private static LocatedBlock block(DatanodeInfo... nodes) {
    StorageType[] types = new StorageType[nodes.length];
    Arrays.fill(types, StorageType.SSD);
    types[0] = StorageType.DISK;
    String[] storages =
        Arrays.stream(nodes).map(node -> "storage-" + node.getHostName()).toArray(String[]::new);
    return new LocatedBlock(new ExtendedBlock("pool", 1), nodes, storages, types);
  }

  private static DatanodeInfo node(String host) {
    return new DatanodeInfo.DatanodeInfoBuilder()
        .setNodeID(new DatanodeID("ip-" + host, host, "uuid-" + host, PORT, 0, 0, 0))
        .build();
  }

  private static List<String> hosts(LocatedBlock block) {
    return Arrays.stream(block.getLocations()).map(DatanodeInfo::getHostName).toList();
  }

  private static InetSocketAddress at(String host) {
    return InetSocketAddress.createUnresolved(host, PORT);
  }
}
