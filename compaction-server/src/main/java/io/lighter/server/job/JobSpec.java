// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.job;

import io.lighter.common.CompactionJobId;
import io.lighter.common.JobFolder;
import io.lighter.common.JobOutput;
import io.lighter.common.OutputPlace;
import io.lighter.common.protocol.LighterProtos.SubmitRequest;
import io.lighter.common.rpc.Protocol;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * A checked request to compact. The table, region and family of the request exist, and no name in
 * the request is a path. Immutable.
 *
 * @param request the request as it was received
 * @param regionServerTime clock that decides which cells have expired; none: this machine's
 * @param tableDir the table's folder, derived by this server
 * @param regionTempDir the region's {@code .tmp} or, if the job may outlive its region server, its
 *     {@link JobFolder#outliving}; derived by this server
 * @param inputBytes sum of the input files' lengths; above zero
 * @param dataNodes host names of the DataNodes with most of the input; empty if the input is
 *     scattered over too many
 * @param favoredNodes DataNodes for replicas of the output files, as for files that the region
 *     server writes: those that HBase has chosen for the region, else the one on the region
 *     server's machine; empty if no such DataNode is known. Not resolved
 * @param regionServersDataNode the DataNode on the region server's machine, not resolved; empty if
 *     none is known
 */
public record JobSpec(
    CompactionJobId id,
    SubmitRequest request,
    Optional<RegionServerTime> regionServerTime,
    TableDescriptor table,
    ColumnFamilyDescriptor family,
    RegionInfo region,
    Path tableDir,
    Path regionTempDir,
    long inputBytes,
    List<String> dataNodes,
    List<InetSocketAddress> favoredNodes,
    Optional<InetSocketAddress> regionServersDataNode) {

  /** Part of a file that its index and Bloom blocks rarely exceed: 3 %, for cells of 40 bytes. */
  private static final int INDEX_AND_BLOOM_PART = 32;

  /** Copies the lists. */
  public JobSpec {
    dataNodes = List.copyOf(dataNodes);
    favoredNodes = List.copyOf(favoredNodes);
  }

  /**
   * Memory that the job's chunks may need, bytes: at most the input's. With a resident map, its
   * rows of the inputs, a block for each range, since the blocks at its edges are retained whole,
   * and a part of the input for index and Bloom blocks.
   */
  public long memoryBytes() {
    if (!request.hasResident()) {
      return inputBytes;
    }
    long blockBytes = Math.max(0, family.getBlocksize()); // a request's descriptor may say anything
    long edges = request.getResident().getRangeCount() * blockBytes;
    long others = inputBytes / INDEX_AND_BLOOM_PART + edges;
    // The condition subtracts, because a sum may overflow.
    long covered = request.getResident().getCoveredBytes();
    return covered >= inputBytes - others ? inputBytes : covered + others;
  }

  /** The job's own folder, below which it may write. */
  public JobFolder folder() {
    return new JobFolder(regionTempDir, id);
  }

  /** The job's output files. */
  public JobOutput output() {
    OutputPlace place = inFamilyFolder() ? OutputPlace.FAMILY_FOLDER : OutputPlace.JOB_FOLDER;
    return place.output(regionTempDir, id);
  }

  /** Whether the job writes its output into the family's folder. */
  public boolean inFamilyFolder() {
    return request.getInFamilyFolder();
  }

  /** Whether the job goes on for a while if its region server does not ask for it any more. */
  public boolean outlives() {
    return request.getGraceMs() > 0;
  }

  /** Milliseconds for which such a job goes on after its lease has ended. */
  long graceMs() {
    return Math.min(request.getGraceMs(), Protocol.LONGEST_GRACE.toMillis());
  }

  /** The compacted store, for logs. */
  public String subject() {
    return table.getTableName() + "/" + region.getEncodedName() + "/" + family.getNameAsString();
  }
}
