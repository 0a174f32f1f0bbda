// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.index;

import io.lighter.common.protocol.LighterProtos.SubmitBuildJobRequest;
import io.lighter.index.spec.IndexNames;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;

/** Requests to run jobs of a build, valid while its folder is there. */
public final class BuildJobRequests {
  static final String BUILD = "ib-0123456789abcdef";
  static final String FOLDER = "/user/hbase/hbase-staging/lighter-index/" + BUILD;
  static final String JOB = "bj-0123456789abcdef0123";
  static final TableName TABLE = TableName.valueOf("t");
  static final TableDescriptor DESCRIPTOR =
      TableDescriptorBuilder.newBuilder(TABLE)
          .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
          .build();
  static final RegionInfo REGION = RegionInfoBuilder.newBuilder(TABLE).build();

  private BuildJobRequests() {}

  private static SubmitBuildJobRequest.Builder common() {
    return SubmitBuildJobRequest.newBuilder()
        .setJobId(JOB)
        .setBuildId(BUILD)
        .setFolder(FOLDER)
        .setTable(TABLE.getNameAsString())
        .setIndex("city")
        .setDefinition("value f:city string")
        .setFamilyDescriptor(
            ByteString.copyFrom(
                ColumnFamilyDescriptorBuilder.toByteArray(
                    ColumnFamilyDescriptorBuilder.of(IndexNames.family()))));
  }

  /** A request to read the region. */
  public static SubmitBuildJobRequest.Builder read() {
    return common()
        .setRead(
            SubmitBuildJobRequest.Read.newBuilder()
                .setTableDescriptor(
                    ByteString.copyFrom(TableDescriptorBuilder.toByteArray(DESCRIPTOR)))
                .setRegionInfo(ByteString.copyFrom(RegionInfo.toByteArray(REGION)))
                .setRestored("01234567-89ab-cdef-0123-456789abcdef"));
  }

  /** A request to merge the run of the region. */
  public static SubmitBuildJobRequest.Builder merge() {
    return common()
        .setMerge(
            SubmitBuildJobRequest.Merge.newBuilder()
                .setStart(ByteString.EMPTY)
                .setStop(ByteString.copyFromUtf8("m"))
                .addRegion(REGION.getEncodedName()));
  }
}
