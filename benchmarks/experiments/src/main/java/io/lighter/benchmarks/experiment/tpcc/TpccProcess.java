// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.tpcc;

import io.lighter.tpcc.run.RunProgress;
import io.lighter.tpcc.run.RunSettings;
import io.lighter.tpcc.run.Runner;
import io.lighter.tpcc.schema.Database;
import io.lighter.tpcc.schema.DatabaseStore;
import io.lighter.tpcc.schema.TableNames;
import io.lighter.tpcc.transaction.TpccClient;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/**
 * The client process: runs transactions without think time until it is killed, and writes latencies
 * to a folder once a second.
 */
public final class TpccProcess {
  private static final Duration FOREVER = Duration.ofDays(1);

  private TpccProcess() {}

  /**
   * Runs the client.
   *
   * @param arguments prefix of the tables, threads, seed, folder
   */
  public static void main(String[] arguments) throws IOException {
    TableNames names = new TableNames(arguments[0]);
    TpccLogs logs = new TpccLogs(Path.of(arguments[3]));
    RunSettings settings =
        new RunSettings(
            Integer.parseInt(arguments[1]),
            FOREVER,
            0,
            Long.parseLong(arguments[2]),
            Optional.of(logs.transactions()));
    Configuration conf = HBaseConfiguration.create();
    Database database;
    try (Connection connection = ConnectionFactory.createConnection(conf)) {
      database = new DatabaseStore(connection, names).requireLoaded();
    }
    try (TpccClient client = TpccClient.connect(conf, names)) {
      new Runner(client, database, settings, progress -> note(logs, progress)).run();
    }
  }

  private static void note(TpccLogs logs, RunProgress progress) {
    if (progress.failures() > 0) {
      logs.writeFailures(progress.failures(), progress.firstFailure().orElse("unknown"));
    }
  }
}
