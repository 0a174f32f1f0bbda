// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.replica;

import io.lighter.common.hdfs.LocalAddresses;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hbase.thirdparty.com.google.common.net.HostAndPort;

/**
 * The order in which a job's streams try the replicas of a block: first a replica on this machine,
 * then the others by the number of jobs that count against the DataNode, last the one on the region
 * server's machine. Among equally loaded DataNodes, the one against which the job itself counts is
 * first, and then HDFS's order decides. DataNodes that are silent or leave the cluster stay behind
 * all others, as the name node puts them.
 *
 * <p>HBase reads all inputs of a job on the job's thread, also those that references and links name
 * by other paths. So the thread identifies the job. Other threads, such as those of HDFS's client,
 * keep HDFS's order. Thread-safe.
 */
public final class ReplicaOrder {
  private static final int LOCAL = -1;
  private static final int REGION_SERVERS = Integer.MAX_VALUE - 2;
  private static final int SILENT = Integer.MAX_VALUE - 1;
  private static final int LEAVING = Integer.MAX_VALUE;

  /** A heartbeat older than the newest one by more makes a DataNode silent; HDFS's default. */
  private static final long SILENT_MS = 30_000;

  /** The jobs of all servers in this process; a thread belongs to one. */
  private static final ThreadLocal<Reader> OF_THREAD = new ThreadLocal<>();

  private final Predicate<String> isLocal;
  private volatile Supplier<Map<String, Integer>> jobs = Map::of;
  private volatile boolean inForce;

  /**
   * The job for which a thread reads.
   *
   * @param regionServers DataNode on the region server's machine, not resolved; empty if unknown
   * @param countedAgainst host name of the DataNode against which the job counts; empty if none
   */
  public record Reader(
      Optional<InetSocketAddress> regionServers, Optional<String> countedAgainst) {}

  /** Creates an order for the DataNodes of this machine by the rule of HDFS's client. */
  public ReplicaOrder() {
    this(LocalAddresses::isLocal);
  }

  /**
   * Creates an order.
   *
   * @param isLocal whether an address ({@code 10.0.0.1:9866}) of a DataNode belongs to this machine
   */
  public ReplicaOrder(Predicate<String> isLocal) {
    this.isLocal = isLocal;
  }

  /**
   * Sets the source of the numbers of running jobs, of all servers, by the DataNode's host name.
   * Without a source all DataNodes are equally loaded.
   */
  public void observe(Supplier<Map<String, Integer>> newJobs) {
    jobs = newJobs;
  }

  /** Records whether HDFS's clients of this server use this order. */
  void inForce(boolean now) {
    inForce = now;
  }

  /** Whether HDFS's clients of this server use this order. */
  public boolean inForce() {
    return inForce;
  }

  /** Orders all that the calling thread reads from now on, until {@link #reset}. */
  public void use(Reader reader) {
    OF_THREAD.set(reader);
  }

  /** Leaves what the calling thread reads in HDFS's order again. */
  public void reset() {
    OF_THREAD.remove();
  }

  /** Whether a DataNode with this address ({@code 10.0.0.1:9866}) is on this machine. */
  public boolean isLocal(String address) {
    return isLocal.test(address);
  }

  /**
   * Whether a replica is at a DataNode.
   *
   * @param node the DataNode by name or literal address, not resolved
   * @param host host name of the replica's DataNode in HDFS
   * @param address address of the replica's DataNode in HDFS, such as {@code 10.0.0.1:9866}
   */
  public static boolean isAt(InetSocketAddress node, String host, String address) {
    HostAndPort replica = HostAndPort.fromString(address);
    return replica.getPortOrDefault(0) == node.getPort()
        && (host.equalsIgnoreCase(node.getHostString())
            || replica.getHost().equals(node.getHostString()));
  }

  /**
   * Arranges the replicas of a file's blocks in place, if the calling thread reads for a job.
   * Leaves erasure-coded blocks, where the order has a meaning, and a last block that is being
   * written.
   */
  void arrange(LocatedBlocks file) {
    Reader reader = OF_THREAD.get();
    if (reader == null || file.getErasureCodingPolicy() != null) {
      return;
    }
    Map<String, Integer> load = jobs.get();
    long newest = newestHeartbeat(file);
    Map<DatanodeInfo, Integer> ranks = new HashMap<>();
    for (LocatedBlock block : file.getLocatedBlocks()) {
      if (!block.isStriped() && !isBeingWritten(file, block)) {
        for (DatanodeInfo replica : block.getLocations()) {
          ranks.computeIfAbsent(replica, each -> rank(each, reader, load, newest));
        }
        Arrays.sort(block.getLocations(), Comparator.comparingInt(ranks::get)); // stable
        block.updateCachedStorageInfo(); // the arrays beside the locations
      }
    }
  }

  /** The newest heartbeat of a replica's DataNode, by the name node's clock. */
  private static long newestHeartbeat(LocatedBlocks file) {
    return file.getLocatedBlocks().stream()
        .flatMap(block -> Arrays.stream(block.getLocations()))
        .mapToLong(DatanodeInfo::getLastUpdate)
        .max()
        .orElse(0);
  }

  private int rank(
      DatanodeInfo replica, Reader reader, Map<String, Integer> load, long newestHeartbeat) {
    if (replica.isDecommissioned()
        || replica.isEnteringMaintenance()
        || replica.isInMaintenance()) {
      return LEAVING;
    }
    if (newestHeartbeat - replica.getLastUpdate() > SILENT_MS) {
      return SILENT; // perhaps dead: each stream would wait for the connection
    }
    String host = replica.getHostName();
    String address = replica.getXferAddr();
    if (isLocal(address)) {
      return LOCAL;
    }
    if (reader.regionServers().filter(node -> isAt(node, host, address)).isPresent()) {
      return REGION_SERVERS;
    }
    boolean counted = reader.countedAgainst().filter(host::equals).isPresent();
    int others = load.getOrDefault(host, 0) - (counted ? 1 : 0);
    return 2 * others + (counted ? 0 : 1);
  }

  private static boolean isBeingWritten(LocatedBlocks file, LocatedBlock block) {
    LocatedBlock last = file.getLastLocatedBlock();
    return !file.isLastBlockComplete()
        && last != null
        && block.getStartOffset() == last.getStartOffset();
  }
}
