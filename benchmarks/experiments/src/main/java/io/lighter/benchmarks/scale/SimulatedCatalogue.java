// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.scale;

import io.lighter.manager.assign.RegionCensus;
import io.lighter.manager.assign.RegionSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The regions of one table as {@code hbase:meta} has them. A reading parses each as the manager
 * does; the cost of a scan's RPC is left out. Thread-safe.
 */
final class SimulatedCatalogue implements RegionSource {
  private static final TableName TABLE = TableName.valueOf("simulated");
  private static final Set<String> GROUPS = Set.of(ScaleSimulation.GROUP);

  private final List<byte[]> rows = new ArrayList<>();
  private final AtomicLong readings = new AtomicLong();

  SimulatedCatalogue(int regions) {
    for (int region = 0; region < regions; region++) {
      rows.add(
          RegionInfo.toByteArray(
              RegionInfoBuilder.newBuilder(TABLE)
                  .setStartKey(Bytes.toBytes(region))
                  .setEndKey(Bytes.toBytes(region + 1))
                  .setRegionId(1)
                  .build()));
    }
  }

  long readings() {
    return readings.get();
  }

  @Override
  public RegionCensus read() throws IOException {
    readings.incrementAndGet();
    RegionCensus.Builder census = new RegionCensus.Builder();
    for (byte[] row : rows) {
      RegionInfo region = RegionInfo.parseFromOrNull(row);
      if (region == null) {
        throw new IOException("a row of the simulated catalogue is damaged");
      }
      census.add(region.getEncodedName(), GROUPS);
    }
    return census.build();
  }

  @Override
  public void close() {
    // Nothing to close.
  }
}
