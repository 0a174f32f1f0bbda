// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.collect;

import io.lighter.common.config.LighterConfiguration;
import io.lighter.service.ProcessConnections;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.UnknownRegionException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionReplicaUtil;

/** What rounds ask of HBase, by HBase's client. A connection is opened when it is needed. */
public final class HBaseCollectionCluster implements CollectionCluster {
  /** Deadline of a call in milliseconds. */
  private static final int OPERATION_TIMEOUT_MS = 20_000;

  private static final int RETRIES = 3;

  private final Configuration conf;
  private final IndexDescriptors descriptors;
  private Connection connection; // of the thread of the rounds; null: none is open

  public HBaseCollectionCluster(Configuration conf, LighterConfiguration site) {
    this.conf = new Configuration(conf);
    this.conf.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, RETRIES);
    this.conf.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, OPERATION_TIMEOUT_MS);
    this.conf.setInt(HConstants.HBASE_CLIENT_META_OPERATION_TIMEOUT, OPERATION_TIMEOUT_MS);
    this.conf.setInt(HConstants.HBASE_RPC_TIMEOUT_KEY, OPERATION_TIMEOUT_MS);
    this.descriptors = new IndexDescriptors(site);
  }

  @Override
  public List<CollectedIndex> indexes() throws IOException {
    return descriptors.indexes(ask(admin -> admin.listTableDescriptors()));
  }

  @Override
  public List<byte[]> regions(TableName table) throws IOException {
    return ask(admin -> admin.getRegions(table)).stream()
        .filter(region -> RegionReplicaUtil.isDefaultReplica(region) && !region.isSplit())
        .sorted()
        .map(RegionInfo::getRegionName)
        .toList();
  }

  @Override
  public CompactionState state(byte[] region) throws IOException {
    return ask(admin -> admin.getCompactionStateForRegion(region));
  }

  @Override
  public void majorCompact(byte[] region, byte[] family) throws IOException {
    ask(
        admin -> {
          admin.majorCompactRegion(region, family);
          return region;
        });
  }

  private interface Call<T> {
    T on(Admin admin) throws IOException;
  }

  private <T> T ask(Call<T> call) throws IOException {
    if (connection == null) {
      connection = ProcessConnections.open(conf);
    }
    try (Admin admin = connection.getAdmin()) {
      return call.on(admin);
    } catch (IllegalArgumentException e) { // HBase's client throws it for a region that is gone
      UnknownRegionException gone = new UnknownRegionException(e.getMessage());
      gone.initCause(e);
      throw gone;
    } catch (RuntimeException e) { // HBase's client throws some if HBase is down
      throw new IOException("HBase's client failed: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() throws IOException {
    Connection closing = connection;
    connection = null;
    if (closing != null) {
      closing.close();
    }
  }
}
