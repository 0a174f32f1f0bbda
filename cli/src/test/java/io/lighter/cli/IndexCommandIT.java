// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.testing.fixtures.CliRun;
import io.lighter.testing.fixtures.MiniClusterSite;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.StartMiniClusterOption;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code lighter index} on a cluster with one region server. */
@Timeout(600)
class IndexCommandIT {
  private static final TableName TABLE = TableName.valueOf("people");
  private static final byte[] F = Bytes.toBytes("f");

  private static final HBaseTestingUtility UTIL = new HBaseTestingUtility();

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = UTIL.getConfiguration();
    MiniClusterSite.applyTo(conf);
    UTIL.startMiniCluster(StartMiniClusterOption.builder().numDataNodes(1).build());
    // HBase's test utility puts it into the root folder, where a build must not write
    conf.set(HConstants.TEMPORARY_FS_DIRECTORY_KEY, "/lighter-build-test");
    UTIL.createTable(TABLE, F).close();
  }

  @AfterAll
  static void stop() throws Exception {
    UTIL.shutdownMiniCluster();
  }

  @Test
  void indexLivesFromCreateToDrop() throws IOException {
    CliRun created = runAny("create", "people", "home", "parts f:country string, f:age int");
    assertThat(created.err())
        .isEqualTo("home: create the index table\nhome: reopen the table's regions\n");
    assertThat(created.out())
        .startsWith("index home of people: ACTIVE\n")
        .contains("index table: people__home\n");
    put("ann", "DE", 30);
    put("bob", "DE", 40);
    put("cleo", "IT", 30);
    put("ann", "IT", 31);

    assertThat(run("lookup", "people", "home", "DE", "40").out())
        .isEqualTo("DE, 40  row bob  f:age=\\x00\\x00\\x00(, f:country=DE\n");
    assertThat(run("lookup", "people", "home", "--prefix", "IT", "--json").out().lines())
        .hasSize(2)
        .first()
        .asString()
        .startsWith("{\"row\":\"cleo\",\"key\":[\"IT\",\"30\"],\"moved\":false,\"cells\":{");
    assertThat(run("lookup", "people", "home", "--from", "DE", "--to", "IT").out().lines())
        .hasSize(1);
    assertThat(run("list").out()).containsPattern("people +home +ACTIVE +parts f:country string");
    assertThat(run("status", "people", "home").out())
        .startsWith("index home of people: ACTIVE\n")
        .contains("in 1 region\n");
    assertThat(run("check", "people", "home").out())
        .startsWith("rows: 3, ")
        .contains("missing: 0\n")
        .endsWith("consistent\n");
    indexIsBuiltOnRows();

    assertThat(run("drop", "people", "home").out()).isEqualTo("index home of people: dropped\n");
    assertThat(run("list").out()).doesNotContain("home");
    assertThat(UTIL.getAdmin().tableExists(TableName.valueOf("people__home"))).isFalse();
    CliRun lookup = runAny("lookup", "people", "home", "DE", "40");
    assertThat(lookup.exitCode()).isEqualTo(1);
    assertThat(lookup.err()).contains("there is no such index; the table has none");
    put("dan", "IT", 5); // the table is an ordinary one again
  }

  private static void indexIsBuiltOnRows() {
    CliRun built = runAny("create", "people", "age", "value f:age int");
    assertThat(built.exitCode()).isZero();
    assertThat(built.out()).startsWith("index age of people: ACTIVE\n");
    assertThat(built.err())
        .contains("age: reopen the table's regions\n")
        .containsPattern("ib-[0-9a-f]{16}: read regions, 1 of 1, 3 entries\n");
    assertThat(run("lookup", "people", "age", "30").out()).startsWith("30  row cleo  ");

    assertThat(run("suspend", "people", "age").out())
        .startsWith("index age of people: SUSPENDED, so entries are missing; run 'lighter index");
    assertThat(runAny("lookup", "people", "age", "30").exitCode()).isEqualTo(1);
    assertThat(run("list").out()).containsPattern("people +age +SUSPENDED +value f:age int");
    assertThat(runAny("rebuild", "people", "age").exitCode()).isZero();
    assertThat(run("lookup", "people", "age", "31").out()).startsWith("31  row ann  ");
    assertThat(run("drop", "people", "age").out()).isEqualTo("index age of people: dropped\n");
  }

  private static void put(String row, String country, int age) throws IOException {
    try (Table table = UTIL.getConnection().getTable(TABLE)) {
      table.put(
          new Put(Bytes.toBytes(row))
              .addColumn(F, Bytes.toBytes("country"), Bytes.toBytes(country))
              .addColumn(F, Bytes.toBytes("age"), Bytes.toBytes(age)));
    }
  }

  private static CliRun run(String... args) {
    CliRun run = runAny(args);
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    return run;
  }

  private static CliRun runAny(String... args) {
    List<String> all = new ArrayList<>(List.of("index"));
    all.addAll(List.of(args));
    return CliRun.of(
        Lighter.commandLine(() -> new Configuration(UTIL.getConfiguration())),
        all.toArray(String[]::new));
  }
}
