// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.tpcc;

import io.lighter.benchmarks.experiment.LatencyLog;
import io.lighter.benchmarks.experiment.Workload;
import io.lighter.testing.cluster.ClientProcess;
import io.lighter.testing.cluster.LocalCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;

/**
 * TPC-C's transactions on a clone of the database, in a closed loop of terminals, as in the paper.
 *
 * @param plan plan of the experiment
 * @param watched transaction that must occur in all phases
 */
record TpccWorkload(TpccPlan plan, CompactedTable watched) implements Workload {
  /** All transactions by their names in results, compared ones first. */
  static final List<String> TRANSACTIONS =
      List.of("new_order", "stock_level", "payment", "order_status", "delivery");

  @Override
  public List<String> operations() {
    return List.of(watched.operation());
  }

  @Override
  public Map<String, Object> description() {
    Map<String, Object> description = new LinkedHashMap<>();
    description.put("client", "lighter tpcc: closed loop, no think time");
    description.put("warehouses", TpccPlan.WAREHOUSES);
    description.put("items", plan.scale().items());
    description.put("customers_per_district", plan.scale().customers());
    description.put("threads", plan.threads());
    description.put("region_servers", TpccPlan.REGION_SERVERS);
    description.put("compaction_servers", 1);
    return description;
  }

  /** Zero, because a closed loop has no target rate. */
  @Override
  public double targetRate() {
    return 0;
  }

  @Override
  public Clients start(LocalCluster cluster, TableName table, Path folder) throws IOException {
    List<String> arguments =
        List.of(
            ClonedDatabase.NAMES.prefix(),
            Integer.toString(plan.threads()),
            Long.toString(plan.settings().seed()),
            folder.toString());
    return new Running(
        cluster.startClient("tpcc", "384m", TpccProcess.class.getName(), arguments),
        new TpccLogs(folder));
  }

  private record Running(ClientProcess process, TpccLogs logs) implements Clients {
    @Override
    public List<Long> pids() {
      return List.of(process.pid());
    }

    @Override
    public boolean areWorking() throws IOException {
      LatencyLog log = logs.read();
      return TRANSACTIONS.stream().anyMatch(name -> log.count(name) > 0);
    }

    @Override
    public void requireRunning() throws IOException {
      process.requireAlive();
    }

    @Override
    public LatencyLog stop() throws IOException {
      requireRunning();
      close();
      return logs.read();
    }

    @Override
    public void close() {
      process.close();
    }
  }
}
