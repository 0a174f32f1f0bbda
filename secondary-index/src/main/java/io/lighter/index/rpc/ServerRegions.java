// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.rpc;

import java.io.IOException;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.regionserver.wal.AsyncFSWAL;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiResponse;
import org.apache.hbase.thirdparty.com.google.protobuf.ServiceException;

/** The regions of a region server. Thread-safe. */
final class ServerRegions implements EntryRegions {
  /**
   * HBase's default log. A sync of it ends when all earlier appends are acknowledged by HDFS: it
   * keeps those that are not, and appends them to the next file when a file breaks. HBase's older
   * {@code FSHLog} drops an append that fails, and tells only its own sync.
   */
  private record ResendingLog(AsyncFSWAL wal) implements Log {
    @Override
    public void sync() throws IOException {
      wal.sync();
    }
  }

  private final HRegionServer server;

  ServerRegions(HRegionServer server) {
    this.server = server;
  }

  @Override
  public Open find(byte[] name) {
    HRegion region = server.getRegion(RegionInfo.encodeRegionName(name));
    if (region == null) {
      return null;
    }
    return new Open(
        region, region.getWAL() instanceof AsyncFSWAL wal ? new ResendingLog(wal) : null);
  }

  @Override
  public MultiResponse multi(MultiRequest request) throws IOException {
    try {
      return server.getRSRpcServices().multi(null, request); // null: cells are in the request
    } catch (ServiceException e) {
      throw ProtobufUtil.handleRemoteException(e);
    }
  }
}
