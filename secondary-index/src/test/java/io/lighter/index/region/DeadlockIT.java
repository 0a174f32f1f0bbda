// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import static io.lighter.index.region.IndexCluster.CITY;
import static io.lighter.index.region.IndexCluster.F;
import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.LighterOption;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * All tables on one region server with two handlers, which both wait for entries. Those of both
 * indexes travel in one call.
 */
@Timeout(600)
class DeadlockIT {
  private static final int HANDLERS = 2;
  private static final int WRITERS = 8;
  private static final int PUTS = 100;

  private final IndexCluster cluster = new IndexCluster();

  @AfterEach
  void stopCluster() throws Exception {
    cluster.stop();
  }

  @Test
  void handlersThatAllWaitForEntriesAreAnsweredByThoseOfIndexes() throws Exception {
    Configuration conf = cluster.util().getConfiguration();
    conf.setInt(HConstants.REGION_SERVER_HANDLER_COUNT, HANDLERS);
    // The priority handlers of HBase would answer index calls, too; there is one for meta.
    conf.setInt(HConstants.REGION_SERVER_HIGH_PRIORITY_HANDLER_COUNT, 1);
    conf.set(LighterOption.INDEX_WAITING_SHARE.key(), "0.9");
    conf.set(LighterOption.INDEX_HANDLERS.key(), "2");
    cluster.useSchedulerOfIndexes();
    cluster.start(1, "0");
    Map<String, String> indexes =
        Map.of("city", "value f:city string", "salted", "value f:city string salt=4");
    TableName name = cluster.create("both", indexes, new byte[0][]);

    ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
    List<Future<Void>> done = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      int writer = i;
      done.add(writers.submit(() -> write(name, writer)));
    }
    for (Future<Void> each : done) {
      assertThat(each.get()).isNull();
    }
    writers.shutdown();

    cluster.awaitExact(name, "city");
    cluster.awaitExact(name, "salted");
    assertThat(cluster.entries(name, "city")).hasSize(WRITERS * 10);
  }

  private Void write(TableName name, int writer) throws IOException {
    try (Table table = cluster.util().getConnection().getTable(name)) {
      for (int i = 0; i < PUTS; i++) {
        byte[] row = Bytes.toBytes("r" + writer + "-" + i % 10);
        table.put(new Put(row).addColumn(F, CITY, Bytes.toBytes("c" + i)));
      }
    }
    return null;
  }
}
