// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.assembly.Launcher.Launched;
import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.LocalClusterSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@code tpcc} of the distribution on a plain HBase found by {@code HBASE_CONF_DIR}. */
@Timeout(600)
class TpccCommandsIT {
  private static final String LOAD = "load --warehouses 1 --reduced";

  @TempDir private Path folder;

  @Test
  void databaseIsLoadedRunCheckedAndReplaced() throws Exception {
    LocalClusterSettings plain =
        LocalClusterSettings.builder().regionServers(1).withoutLighter().parent(folder).build();
    try (LocalCluster cluster = LocalCluster.start(plain)) {
      assertFails(tpcc(cluster, "check"), 1, "there is no TPC-C database");

      assertThat(succeeding(cluster, LOAD)).contains("Loaded 1 warehouses into tpcc_*");
      assertThat(succeeding(cluster, LOAD)).contains("nothing to do");
      assertFails(tpcc(cluster, "load --warehouses 2 --reduced"), 1, "--replace");
      assertFails(tpcc(cluster, "run --threads 11 --duration 1s"), 2, "threads = 11");

      assertRunIsReported(cluster);

      assertThat(succeeding(cluster, "check --json " + folder.resolve("check.json")))
          .contains("All conditions hold.");
      assertThat(json("check.json").get("violations").getAsLong()).isZero();

      loseTheWarehouse(cluster);
      Launched broken = tpcc(cluster, "check");
      assertThat(broken.exitCode()).isEqualTo(1);
      assertThat(broken.out()).contains("W_YTD lost", "2 rows break a condition");

      succeeding(cluster, LOAD + " --replace");
      assertThat(succeeding(cluster, "check")).contains("All conditions hold.");
    }
  }

  private void assertRunIsReported(LocalCluster cluster) throws Exception {
    Path page = folder.resolve("run.html");
    Path histograms = folder.resolve("run.hlog");
    String run = "run --threads 1 --duration 3s --json %s --html %s --histogram-log %s";

    String out = succeeding(cluster, run.formatted(folder.resolve("run.json"), page, histograms));

    assertThat(out).contains("new-order", "stock-level", "New-Orders/min");
    assertThat(json("run.json").get("transactions").getAsLong()).isPositive();
    assertThat(json("run.json").get("failed").getAsLong()).isZero();
    assertThat(page).content().contains("<canvas");
    assertThat(histograms).content().contains("Tag=");
  }

  private static void loseTheWarehouse(LocalCluster cluster) throws IOException {
    try (Table warehouses = cluster.connection().getTable(TableName.valueOf("tpcc_warehouse"));
        ResultScanner rows = warehouses.getScanner(new Scan())) {
      warehouses.delete(new Delete(rows.next().getRow()));
    }
  }

  private JsonObject json(String file) throws IOException {
    return JsonParser.parseString(Files.readString(folder.resolve(file))).getAsJsonObject();
  }

  private String succeeding(LocalCluster cluster, String arguments) throws Exception {
    Launched run = tpcc(cluster, arguments);
    assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
    return run.out();
  }

  private static void assertFails(Launched run, int exitCode, String message) {
    assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(exitCode);
    assertThat(run.err()).startsWith("lighter: ").contains(message);
  }

  private Launched tpcc(LocalCluster cluster, String arguments) throws Exception {
    String[] command =
        Stream.concat(Stream.of("tpcc"), Stream.of(arguments.split(" "))).toArray(String[]::new);
    return Launcher.run(Launcher.builder(cluster.confFolder(), command), folder);
  }
}
