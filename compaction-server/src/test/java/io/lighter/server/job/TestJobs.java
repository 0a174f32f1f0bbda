// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.job;

import io.lighter.common.CompactionJobId;
import io.lighter.common.protocol.LighterProtos.InputFile;
import io.lighter.common.protocol.LighterProtos.SubmitRequest;
import io.lighter.common.rpc.Protocol;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;

/** Requests and jobs for tests. */
public final class TestJobs {
  public static final ColumnFamilyDescriptor FAMILY = ColumnFamilyDescriptorBuilder.of("f");
  public static final TableDescriptor TABLE =
      TableDescriptorBuilder.newBuilder(TableName.valueOf("t")).setColumnFamily(FAMILY).build();
  public static final RegionInfo REGION =
      RegionInfoBuilder.newBuilder(TABLE.getTableName()).build();

  static final long HEARTBEAT_TIMEOUT_MS = 10_000;
  static final long DEADLINE_MS = 100_000;

  private TestJobs() {}

  /** A request that is valid while the region has a file {@code abc}. */
  public static SubmitRequest.Builder request() {
    return SubmitRequest.newBuilder()
        .setProtocolVersion(Protocol.VERSION)
        .setJobId(CompactionJobId.random().value())
        .setRegionServer("rs.example.org,16020,1")
        .setTableDescriptor(ByteString.copyFrom(TableDescriptorBuilder.toByteArray(TABLE)))
        .setRegionInfo(ByteString.copyFrom(RegionInfo.toByteArray(REGION)))
        .setFamily(ByteString.copyFrom(FAMILY.getName()))
        .setEngine(DefaultStoreEngine.class.getName())
        .addInput(InputFile.newBuilder().setName("abc").setLength(100))
        .setMajor(true)
        .setAllFiles(true)
        .setSmallestReadPoint(7)
        .setPriority(1)
        .setDeadlineMs(DEADLINE_MS)
        .setHeartbeatTimeoutMs(HEARTBEAT_TIMEOUT_MS);
  }

  /** An accepted job that waits. */
  public static Job job(JobSpec spec) {
    return new Job(spec, 1, 0);
  }

  /** A job of such a request, with a table's folder that need not exist. */
  public static JobSpec spec(long bytes, int priority) {
    return spec(bytes, priority, List.of());
  }

  static JobSpec spec(long bytes, int priority, List<String> dataNodes) {
    return spec(request().setPriority(priority).build(), bytes, dataNodes);
  }

  static JobSpec spec(SubmitRequest request, long bytes, List<String> dataNodes) {
    Path region = new Path("/hbase/data/default/t/" + REGION.getEncodedName());
    return new JobSpec(
        new CompactionJobId(request.getJobId()),
        request,
        Optional.empty(),
        TABLE,
        FAMILY,
        REGION,
        region.getParent(),
        new Path(region, ".tmp"),
        bytes,
        dataNodes,
        List.of(),
        Optional.empty());
  }
}
