// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.build;

import io.lighter.common.protocol.LighterProtos.SubmitBuildJobRequest;
import io.lighter.index.admin.BuildId;
import io.lighter.index.admin.IndexBuilder;
import java.util.List;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.com.google.protobuf.UnsafeByteOperations;

/** The requests for the jobs of one build. Thread-safe. */
final class JobRequests {
  private final IndexBuilder.Target target;
  private final SnapshotFiles snapshot;
  private final SubmitBuildJobRequest common;
  private final ByteString table;

  /**
   * Creates the requests.
   *
   * @param folder path of the build's folder, without a scheme
   * @param family of the index table
   */
  JobRequests(
      IndexBuilder.Target target,
      String folder,
      SnapshotFiles snapshot,
      ColumnFamilyDescriptor family) {
    this.target = target;
    this.snapshot = snapshot;
    this.table = bytes(TableDescriptorBuilder.toByteArray(snapshot.table()));
    this.common =
        SubmitBuildJobRequest.newBuilder()
            .setBuildId(target.id().value())
            .setFolder(folder)
            .setTable(target.table().getNameAsString())
            .setIndex(target.spec().name())
            .setDefinition(target.spec().text())
            .setFamilyDescriptor(bytes(ColumnFamilyDescriptorBuilder.toByteArray(family)))
            .buildPartial();
  }

  BuildId build() {
    return target.id();
  }

  /** Reads a region of the snapshot. */
  SubmitBuildJobRequest read(BuildJobId id, String region) {
    return common.toBuilder()
        .setJobId(id.value())
        .setRead(
            SubmitBuildJobRequest.Read.newBuilder()
                .setTableDescriptor(table)
                .setRegionInfo(bytes(RegionInfo.toByteArray(snapshot.regions().get(region))))
                .setRestored(snapshot.folder().getName()))
        .build();
  }

  /** Merges the runs of regions. */
  SubmitBuildJobRequest merge(BuildJobId id, List<String> regions, byte[] start, byte[] stop) {
    return common.toBuilder()
        .setJobId(id.value())
        .setMerge(
            SubmitBuildJobRequest.Merge.newBuilder()
                .setStart(bytes(start))
                .setStop(bytes(stop))
                .addAllRegion(regions))
        .build();
  }

  private static ByteString bytes(byte[] bytes) {
    return UnsafeByteOperations.unsafeWrap(bytes);
  }
}
