// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.testing.fixtures.MiniClusterSite;
import io.lighter.ycsb.YcsbProcess.Report;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.Vector;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.ByteIterator;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;

/** Runs the shipped workloads with YCSB itself against HBase. */
class HBaseDatabaseIT {
  private static final int ROWS = 400;
  private static final int OPERATIONS = 400;
  private static final byte[] FAMILY = Bytes.toBytes("f");

  private static final HBaseTestingUtility HBASE = new HBaseTestingUtility();
  private static YcsbProcess ycsb;

  @BeforeAll
  static void startClusterAndLoadOneTable(@TempDir Path folder) throws Exception {
    MiniClusterSite.applyTo(HBASE.getConfiguration());
    HBASE.startMiniCluster(1);
    ycsb = new YcsbProcess(folder, HBASE.getConfiguration());
    load("usertable");
  }

  @AfterAll
  static void stopCluster() throws Exception {
    HBASE.shutdownMiniCluster();
  }

  @ParameterizedTest
  @ValueSource(strings = {"workloada", "workloadb", "workloadc", "workloadf"})
  void workloadWithoutInsertsReadsWhatWasWritten(String workload) throws Exception {
    Report report = run(workload, "usertable");

    long updates = report.operations("UPDATE");
    boolean readModifyWrite = workload.equals("workloadf");
    assertThat(report.operations("READ") + (readModifyWrite ? 0 : updates)).isEqualTo(OPERATIONS);
    assertThat(report.operations("READ-MODIFY-WRITE")).isEqualTo(readModifyWrite ? updates : 0);
    assertAllReadsVerified(report);
    assertThat(HBASE.countRows(TableName.valueOf("usertable"))).isEqualTo(ROWS);
  }

  @Test
  void workloadOfLatestReadsFindsItsOwnInserts() throws Exception {
    load("newest");

    Report report = run("workloadd", "newest");

    assertThat(report.operations("INSERT")).isPositive();
    assertThat(report.operations("READ") + report.operations("INSERT")).isEqualTo(OPERATIONS);
    assertAllReadsVerified(report);
    assertThat(HBASE.countRows(TableName.valueOf("newest")))
        .isEqualTo(ROWS + (int) report.returned("INSERT", "OK"));
  }

  @Test
  void workloadOfScansFindsRowsAndInsertsMore() throws Exception {
    load("scanned");

    Report report = run("workloade", "scanned");

    assertThat(report.operations("SCAN") + report.operations("INSERT")).isEqualTo(OPERATIONS);
    assertThat(report.returned("SCAN", "OK")).isEqualTo(report.operations("SCAN")).isPositive();
    assertThat(report.failures()).isEmpty();
    assertThat(HBASE.countRows(TableName.valueOf("scanned")))
        .isEqualTo(ROWS + (int) report.returned("INSERT", "OK"));
  }

  @Test
  void cleanupSendsAllBufferedWrites() throws Exception {
    HBASE.createTable(TableName.valueOf("buffered"), FAMILY);
    String[] buffering = properties("buffered", "clientbuffering=true", "writebuffersize=65536");

    Report loaded = ycsb.run("-load", "workloada", buffering);
    Report updated = ycsb.run("-t", "paper-write", buffering);
    Report read = run("workloadc", "buffered");

    assertThat(loaded.returned("INSERT", "BATCHED_OK")).isEqualTo(ROWS);
    assertThat(updated.returned("UPDATE", "BATCHED_OK")).isEqualTo(OPERATIONS);
    assertThat(updated.failures()).isEmpty();
    assertThat(HBASE.countRows(TableName.valueOf("buffered"))).isEqualTo(ROWS);
    assertAllReadsVerified(read);
  }

  @Test
  void paperReadsAreGetsAndScansOfTheLoadedRows() throws Exception {
    Report report = run("paper-read", "usertable", "hbase.usepagefilter=false");

    assertThat(report.operations("READ") + report.operations("SCAN")).isEqualTo(OPERATIONS);
    assertThat(report.operations("READ")).isGreaterThan(report.operations("SCAN"));
    assertThat(report.operations("SCAN")).isPositive();
    assertAllReadsVerified(report);
  }

  @Test
  void failedStartNamesTheTable() throws Exception {
    Report report = ycsb.run("-t", "workloadc", properties("nowhere"));

    assertThat(report.counts()).isEmpty();
    assertThat(report.err()).contains("table = 'nowhere': no such table");
  }

  @Test
  void deleteRemovesOnlyTheFields() throws Exception {
    TableName name = TableName.valueOf("deleted");
    byte[] other = Bytes.toBytes("g");
    byte[] row = Bytes.toBytes("k");
    try (Table table = HBASE.createTable(name, new byte[][] {FAMILY, other});
        DatabaseOnCluster database = new DatabaseOnCluster("deleted")) {
      table.put(new Put(row).addColumn(other, Bytes.toBytes("q"), row));

      assertThat(database.get().insert("deleted", "k", values("a", "1", "b", "2")))
          .isEqualTo(Status.OK);
      assertThat(database.get().delete("deleted", "k")).isEqualTo(Status.OK);

      assertThat(database.get().read("deleted", "k", null, new HashMap<>()))
          .isEqualTo(Status.NOT_FOUND);
      Result left = table.get(new Get(row));
      assertThat(left.size()).isEqualTo(1);
      assertThat(left.containsColumn(other, Bytes.toBytes("q"))).isTrue();
    }
  }

  @Test
  void scanReturnsTheNextRowsInOrderWithTheWantedFields() throws Exception {
    HBASE.createTable(TableName.valueOf("ordered"), FAMILY);
    try (DatabaseOnCluster database = new DatabaseOnCluster("ordered")) {
      for (String key : List.of("a", "b", "c", "d")) {
        database.get().insert("ordered", key, values("x", "x" + key, "y", "y" + key));
      }

      assertThat(database.scanned("b", 2, Set.of("y")))
          .containsExactly(Map.of("y", "yb"), Map.of("y", "yc"));
    }
  }

  @Test
  void scanConditionDropsTheOtherValues() throws Exception {
    HBASE.createTable(TableName.valueOf("filtered"), FAMILY);
    String one = "%02x".formatted((int) '1');
    try (DatabaseOnCluster database =
        new DatabaseOnCluster(
            "filtered",
            "hbase.usescanvaluefiltering=true",
            "hbase.scanfilteroperator=equal",
            "hbase.scanfiltervalue=" + one)) {
      database.get().insert("filtered", "a", values("x", "0", "y", "1"));
      database.get().insert("filtered", "b", values("x", "0", "y", "0"));
      database.get().insert("filtered", "c", values("x", "1", "y", "0"));

      assertThat(database.scanned("a", 2, null))
          .containsExactly(Map.of("y", "1"), Map.of("x", "1"));
    }
  }

  @Test
  void operationOnAMissingFamilyReturnsAnError() throws Exception {
    TableName name = TableName.valueOf("dropped");
    HBASE.createTable(name, FAMILY);
    try (DatabaseOnCluster database = new DatabaseOnCluster("dropped")) {
      HBASE.deleteTable(name);

      assertThat(database.get().read("dropped", "k", null, new HashMap<>()))
          .isEqualTo(Status.ERROR);
      assertThat(database.get().update("dropped", "k", values("a", "1"))).isEqualTo(Status.ERROR);
      assertThat(scan(database, "dropped")).isEqualTo(Status.ERROR);
    }
  }

  @SuppressWarnings("JdkObsolete") // YCSB's signature has a vector
  private static Status scan(DatabaseOnCluster database, String table) {
    return database.get().scan(table, "k", 10, null, new Vector<>());
  }

  @Test
  void checkNamesWhatTheTableLacks() throws Exception {
    assertThatThrownBy(() -> Connector.check(conf(), databaseProperties("nowhere")))
        .isInstanceOf(PropertiesException.class)
        .hasMessageContaining("table = 'nowhere': no such table")
        .hasMessageContaining("create 'nowhere', 'f'");
    assertThatThrownBy(
            () -> Connector.check(conf(), databaseProperties("usertable", "columnfamily=g")))
        .isInstanceOf(PropertiesException.class)
        .hasMessageContaining("columnfamily = 'g': table 'usertable' has no such family")
        .hasMessageContaining("one of f");
    Connector.check(conf(), databaseProperties("usertable"));
  }

  @Test
  void loginWithoutKerberosIsRefused(@TempDir Path folder) throws Exception {
    Path keytab = Files.createFile(folder.resolve("k"));

    assertThatThrownBy(
            () ->
                Connector.check(
                    conf(), databaseProperties("usertable", "principal=a", "keytab=" + keytab)))
        .isInstanceOf(DBException.class)
        .hasMessageContaining("principal = 'a': hbase.security.authentication is 'simple'");
  }

  private static void load(String table) throws Exception {
    HBASE.createTable(TableName.valueOf(table), FAMILY);
    Report report = ycsb.run("-load", "workloada", properties(table));
    assertThat(report.returned("INSERT", "OK")).isEqualTo(ROWS);
    assertThat(report.failures()).isEmpty();
    assertThat(HBASE.countRows(TableName.valueOf(table))).isEqualTo(ROWS);
  }

  private static Report run(String workload, String table, String... more) throws Exception {
    return ycsb.run("-t", workload, properties(table, more));
  }

  private static String[] properties(String table, String... more) {
    List<String> properties = new ArrayList<>();
    properties.addAll(
        List.of(
            "table=" + table,
            "columnfamily=f",
            "recordcount=" + ROWS,
            "operationcount=" + OPERATIONS,
            "threadcount=4",
            "dataintegrity=true"));
    properties.addAll(List.of(more));
    return properties.toArray(String[]::new);
  }

  private static void assertAllReadsVerified(Report report) {
    assertThat(report.returned("VERIFY", "OK")).isEqualTo(report.operations("READ")).isPositive();
    assertThat(report.failures()).isEmpty();
  }

  private static Configuration conf() {
    return HBaseConfiguration.create(HBASE.getConfiguration());
  }

  private static Properties databaseProperties(String table, String... more) {
    Properties properties = new Properties();
    properties.setProperty("table", table);
    properties.setProperty("columnfamily", "f");
    for (String property : more) {
      int equals = property.indexOf('=');
      properties.setProperty(property.substring(0, equals), property.substring(equals + 1));
    }
    return properties;
  }

  private static Map<String, ByteIterator> values(String... fieldsAndValues) {
    Map<String, ByteIterator> values = new HashMap<>();
    for (int i = 0; i < fieldsAndValues.length; i += 2) {
      values.put(fieldsAndValues[i], new StringByteIterator(fieldsAndValues[i + 1]));
    }
    return values;
  }

  /** A database as one YCSB thread uses it. */
  private static final class DatabaseOnCluster implements AutoCloseable {
    private final HBaseDatabase database = new HBaseDatabase(HBaseDatabaseIT::conf);
    private final String table;

    DatabaseOnCluster(String table, String... more) throws DBException {
      this.table = table;
      database.setProperties(databaseProperties(table, more));
      database.init();
    }

    HBaseDatabase get() {
      return database;
    }

    @SuppressWarnings("JdkObsolete") // YCSB's signature has a vector
    List<Map<String, String>> scanned(String startKey, int count, Set<String> fields) {
      Vector<HashMap<String, ByteIterator>> rows = new Vector<>();
      assertThat(database.scan(table, startKey, count, fields, rows)).isEqualTo(Status.OK);
      return rows.stream().map(StringByteIterator::getStringMap).toList();
    }

    @Override
    public void close() throws DBException {
      database.cleanup();
    }
  }
}
