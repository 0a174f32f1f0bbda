// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.rpc;

import io.lighter.common.CompactionJobId;
import io.lighter.common.JobFolder;
import io.lighter.common.ServerNames;
import io.lighter.common.protocol.LighterProtos.InputFile;
import io.lighter.common.protocol.LighterProtos.Refusal;
import io.lighter.common.protocol.LighterProtos.SubmitRequest;
import io.lighter.common.rpc.Protocol;
import io.lighter.server.job.JobSpec;
import io.lighter.server.job.RefusedException;
import io.lighter.server.job.RegionServerTime;
import io.lighter.server.replica.ReplicaOrder;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.exceptions.DeserializationException;
import org.apache.hadoop.hbase.regionserver.StoreFileInfo;
import org.apache.hadoop.hbase.util.CommonFSUtils;

/**
 * Decides whether a region server of this cluster could have sent a request, and derives every path
 * itself. A request names regions, families and files, never places. Thread-safe.
 */
public final class SubmitValidator {
  private static final int MAX_FILES = 100_000;

  /** Capability of a file system that invents locations; Hadoop 3.3.5 has no constant. */
  private static final String VIRTUAL_LOCATIONS = "fs.capability.virtual.block.locations";

  private final FileSystem fs;
  private final DataNodeAddresses dataNodeAddresses = new DataNodeAddresses();
  private final Path rootDir;
  private final ReplicaOrder replicas;

  /**
   * Creates a validator for one cluster.
   *
   * @param rootDir {@code hbase.rootdir}
   * @param replicas order in which jobs read replicas
   */
  public SubmitValidator(FileSystem fs, Path rootDir, ReplicaOrder replicas) {
    this.fs = fs;
    this.rootDir = rootDir;
    this.replicas = replicas;
  }

  /**
   * Returns the requested job. Costs one listing, with locations, in the file system.
   *
   * @throws RefusedException if there is no such job
   * @throws IOException if the file system does not answer
   */
  public JobSpec validate(SubmitRequest request) throws RefusedException, IOException {
    require(
        Protocol.takes(request.getProtocolVersion()),
        Refusal.UNSUPPORTED,
        "protocol version %d; this server takes %d to %d"
            .formatted(request.getProtocolVersion(), Protocol.OLDEST_VERSION, Protocol.VERSION));
    Optional<RegionServerTime> regionServerTime =
        request.hasRegionServerTimeMs()
            ? Optional.of(RegionServerTime.received(request.getRegionServerTimeMs()))
            : Optional.empty();
    CompactionJobId id = jobId(request);
    checkNumbers(request);
    TableDescriptor table = table(request);
    RegionInfo region = region(request, table);
    ColumnFamilyDescriptor family = family(request, table);
    PlanValidator.check(request);
    OutputRequestValidator.check(request);
    long inputBytes = checkNames(request);

    Path tableDir = CommonFSUtils.getTableDir(rootDir, table.getTableName());
    Path regionDir = new Path(tableDir, region.getEncodedName());
    List<BlockLocation> blocks = checkFiles(request, regionDir, family.getNameAsString());
    Optional<InetSocketAddress> regionServers = regionServersDataNode(request);
    return new JobSpec(
        id,
        request,
        regionServerTime,
        table,
        family,
        region,
        tableDir,
        request.getGraceMs() > 0
            ? JobFolder.outliving(regionDir)
            : new Path(regionDir, HConstants.HBASE_TEMP_DIRECTORY),
        inputBytes,
        mostlyReadFrom(blocks, regionServers),
        favoredNodes(request, regionServers),
        regionServers);
  }

  /** The DataNodes from which a job will mostly read blocks. */
  private List<String> mostlyReadFrom(
      List<BlockLocation> blocks, Optional<InetSocketAddress> regionServers) throws IOException {
    Optional<InetSocketAddress> readLast = replicas.inForce() ? regionServers : Optional.empty();
    InputLocations locations =
        new InputLocations(
            replicas::isLocal,
            (host, address) ->
                readLast.filter(node -> ReplicaOrder.isAt(node, host, address)).isPresent());
    for (BlockLocation block : blocks) {
      locations.add(block);
    }
    return locations.mostlyReadFrom();
  }

  /**
   * The favoured nodes that HBase has chosen; otherwise the DataNode on the region server's
   * machine.
   */
  private static List<InetSocketAddress> favoredNodes(
      SubmitRequest request, Optional<InetSocketAddress> regionServers) {
    return request.getFavoredNodeCount() > 0
        ? OutputRequestValidator.favoredNodes(request)
        : regionServers.stream().toList();
  }

  /** The DataNode on the region server's machine, if an input of any job has shown one. */
  private Optional<InetSocketAddress> regionServersDataNode(SubmitRequest request) {
    return dataNodeAddresses.of(
        ServerName.valueOf(request.getRegionServer()).getHostname(),
        request.getRegionServerAddressList());
  }

  private static CompactionJobId jobId(SubmitRequest request) throws RefusedException {
    try {
      return new CompactionJobId(request.getJobId());
    } catch (IllegalArgumentException e) {
      throw invalid("not a compaction job id: " + StoreFileNames.quoted(request.getJobId()), e);
    }
  }

  private static void checkNumbers(SubmitRequest request) throws RefusedException {
    requireValid(request.getDeadlineMs() > 0, "deadline_ms is not above zero");
    requireValid(request.getHeartbeatTimeoutMs() > 0, "heartbeat_timeout_ms is not above zero");
    requireValid(
        !request.hasRegionServerTimeMs() || request.getRegionServerTimeMs() > 0,
        "region_server_time_ms is not above zero");
    requireValid(request.getGraceMs() >= 0, "grace_ms is below zero");
    requireValid(
        request.getGraceMs() == 0 || !request.getInFamilyFolder(),
        "grace_ms of a job that writes into the family's folder");
    requireValid(request.getAllFiles() || !request.getMajor(), "major, but not all files");
    requireValid(
        ServerNames.parse(request.getRegionServer()).isPresent()
            && request.getRegionServer().chars().noneMatch(Character::isISOControl),
        "not a server: " + StoreFileNames.quoted(request.getRegionServer()));
  }

  private static TableDescriptor table(SubmitRequest request) throws RefusedException {
    try {
      TableDescriptor table =
          TableDescriptorBuilder.parseFrom(request.getTableDescriptor().toByteArray());
      require(
          !table.getTableName().isSystemTable(),
          Refusal.UNSUPPORTED,
          table.getTableName() + " is a system table");
      return table;
    } catch (DeserializationException | RuntimeException e) { // protobuf's, from HBase's parser
      throw invalid("table_descriptor is none", e);
    }
  }

  private static RegionInfo region(SubmitRequest request, TableDescriptor table)
      throws RefusedException {
    RegionInfo region;
    try {
      region = RegionInfo.parseFrom(request.getRegionInfo().toByteArray());
    } catch (DeserializationException | RuntimeException e) { // as above
      throw invalid("region_info is none", e);
    }
    requireValid(
        region.getTable().equals(table.getTableName()),
        "a region of " + region.getTable() + " with the descriptor of " + table.getTableName());
    requireValid(
        region.getReplicaId() == RegionInfo.DEFAULT_REPLICA_ID,
        "only a primary replica compacts, not number " + region.getReplicaId());
    return region;
  }

  private static ColumnFamilyDescriptor family(SubmitRequest request, TableDescriptor table)
      throws RefusedException {
    ColumnFamilyDescriptor family = table.getColumnFamily(request.getFamily().toByteArray());
    require(
        family != null,
        Refusal.NOT_FOUND,
        table.getTableName()
            + " has no family "
            + StoreFileNames.quoted(request.getFamily().toStringUtf8()));
    require(
        !family.isMobEnabled(),
        Refusal.UNSUPPORTED,
        "family " + family.getNameAsString() + " holds MOBs");
    return family;
  }

  /** Checks the names, and returns the sum of the lengths. */
  private static long checkNames(SubmitRequest request) throws RefusedException {
    requireValid(request.getInputCount() > 0, "no input files");
    requireValid(
        Math.max(request.getInputCount(), request.getRetiredFileCount()) <= MAX_FILES,
        "more than " + MAX_FILES + " files");
    Set<String> names = new HashSet<>();
    long bytes = 0;
    for (InputFile input : request.getInputList()) {
      requireStoreFile(input.getName());
      requireValid(names.add(input.getName()), "input " + input.getName() + " is named twice");
      requireValid(input.getLength() > 0, "input " + input.getName() + " has no length above zero");
      requireValid(input.getLength() <= Long.MAX_VALUE - bytes, "the inputs' lengths have no sum");
      bytes += input.getLength();
    }
    for (String retired : request.getRetiredFileList()) {
      requireStoreFile(retired);
    }
    return bytes;
  }

  /**
   * The blocks of the inputs; targets of references and links are elsewhere. Empty if the file
   * system invents locations, as one without DataNodes does.
   */
  private List<BlockLocation> checkFiles(SubmitRequest request, Path regionDir, String family)
      throws RefusedException, IOException {
    Map<String, LocatedFileStatus> present = new HashMap<>();
    try {
      for (RemoteIterator<LocatedFileStatus> found =
              fs.listLocatedStatus(new Path(regionDir, family));
          found.hasNext(); ) {
        LocatedFileStatus status = found.next();
        if (status.isFile()) {
          present.put(status.getPath().getName(), status);
        }
      }
    } catch (FileNotFoundException e) {
      RefusedException refused =
          new RefusedException(
              Refusal.NOT_FOUND,
              "no folder of region " + regionDir.getName() + ", family " + family);
      refused.initCause(e);
      throw refused;
    }
    boolean located = !fs.hasPathCapability(regionDir, VIRTUAL_LOCATIONS);
    List<BlockLocation> blocks = new ArrayList<>();
    for (InputFile input : request.getInputList()) {
      require(
          present.containsKey(input.getName()),
          Refusal.NOT_FOUND,
          "no file "
              + input.getName()
              + " in region "
              + regionDir.getName()
              + ", family "
              + family);
      if (located && StoreFileInfo.isHFile(input.getName())) {
        for (BlockLocation block : present.get(input.getName()).getBlockLocations()) {
          blocks.add(block);
          dataNodeAddresses.learn(block);
        }
      }
    }
    return blocks;
  }

  private static void requireStoreFile(String name) throws RefusedException {
    requireValid(
        StoreFileNames.isStoreFile(name),
        "not the name of a store file: " + StoreFileNames.quoted(name));
  }

  private static void requireValid(boolean condition, String otherwise) throws RefusedException {
    require(condition, Refusal.INVALID, otherwise);
  }

  private static void require(boolean condition, Refusal refusal, String otherwise)
      throws RefusedException {
    if (!condition) {
      throw new RefusedException(refusal, otherwise);
    }
  }

  private static RefusedException invalid(String message, Exception cause) {
    RefusedException refused = new RefusedException(Refusal.INVALID, message);
    refused.initCause(cause);
    return refused;
  }
}
