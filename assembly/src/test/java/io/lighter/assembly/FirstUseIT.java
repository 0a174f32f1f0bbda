// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.testing.cluster.ClassPaths;
import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.LocalClusterSettings;
import io.lighter.testing.cluster.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Follows the page about installing the tarball beside an HBase in use. A shell runs the page's
 * commands unchanged, and the transcript is left in {@value #TRANSCRIPT}. The tarball exists with
 * {@code -Pdist} only.
 */
@EnabledIfSystemProperty(named = "lighter.distribution.tarball", matches = ".+")
@Timeout(1_200)
class FirstUseIT {
  static final String TRANSCRIPT = "target/first-use.txt";

  private static final Path PAGE = Launcher.HOME.resolve("docs/guide/install.md");
  private static final Pattern CHAPTER =
      Pattern.compile("^## In a quarter of an hour$(.*?)^## ", Pattern.MULTILINE | Pattern.DOTALL);
  private static final Pattern COMMANDS =
      Pattern.compile("^```sh$\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
  private static final long QUARTER_OF_AN_HOUR = 15;

  private static final TableName TABLE = TableName.valueOf("usertable");
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final byte[] QUALIFIER = Bytes.toBytes("q");

  /** 24 MB, above the default thresholds of 16 MB for offloading and warm-ups. */
  private static final int ROWS = 3_000;

  private static final int VALUE_BYTES = 8 * 1024;

  @TempDir Path folder;

  @Test
  void commandsOfTheInstallPageOffloadAndWarmAMajorCompactionWithinAQuarterOfAnHour()
      throws Exception {
    Path hbase = FakeHBase.in(folder.resolve("hbase"));
    try (LocalCluster cluster = LocalCluster.start(plainHBase(hbase));
        HBaseCommands commands = HBaseCommands.in(hbase, cluster, folder.resolve("mail"))) {
      assertThat(commands).isNotNull();
      writeTable(cluster);

      String transcript = follow(commandsOfThePage(), hbase, cluster);

      assertThat(transcript)
          .containsPattern("compaction offloaded: cj-[0-9a-f]+ table=" + TABLE)
          .containsPattern("warm-up completed: cj-[0-9a-f]+ table=" + TABLE)
          .containsPattern("1 compaction server");
      assertThatNothingIsLost(cluster);
    }
  }

  private LocalClusterSettings plainHBase(Path hbase) {
    ClassPaths everything = ClassPaths.ofThisInstallation();
    return LocalClusterSettings.builder()
        .regionServers(2)
        .withoutLighter()
        .servicesApart()
        .hdfs(1, 1)
        .classPaths(new ClassPaths(hbase.resolve("lib") + "/*", "", everything.lighter()))
        .parent(folder)
        .startTimeout(Duration.ofMinutes(5))
        .build();
  }

  private static String commandsOfThePage() throws IOException {
    MatchResult chapter =
        CHAPTER.matcher(Files.readString(PAGE)).results().findFirst().orElseThrow();
    List<String> blocks =
        COMMANDS.matcher(chapter.group(1)).results().map(block -> block.group(1)).toList();
    assertThat(blocks).as("blocks of commands in %s", PAGE).hasSizeGreaterThan(3);
    return String.join("", blocks);
  }

  /** Runs the commands in the tarball's folder; returns their and the shell's output. */
  private String follow(String commands, Path hbase, LocalCluster cluster) throws Exception {
    Path home = Files.createDirectory(folder.resolve("user"));
    Path tarball = Path.of(System.getProperty("lighter.distribution.tarball"));
    Files.createSymbolicLink(home.resolve(tarball.getFileName()), tarball);
    // Background processes end with the shell, also when a command fails.
    Path script =
        Files.writeString(
            folder.resolve("commands.sh"),
            "trap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n" + commands);
    Path transcript = Path.of(TRANSCRIPT);
    ProcessBuilder shell = new ProcessBuilder("bash", "-euv", script.toString());
    shell.directory(home.toFile()).redirectErrorStream(true).redirectOutput(transcript.toFile());
    shell.environment().keySet().removeIf(name -> name.startsWith("LIGHTER_"));
    shell
        .environment()
        .putAll(
            Map.of(
                "HBASE_HOME", hbase.toString(),
                "HBASE_CONF_DIR", cluster.confFolder(Role.REGION_SERVER).toString(),
                "HBASE_LOG_DIR", cluster.logFolder().toString(),
                "JAVA_HOME", System.getProperty("java.home"),
                "TABLE", TABLE.getNameAsString()));
    Process process = shell.start();
    try {
      assertThat(process.waitFor(QUARTER_OF_AN_HOUR, TimeUnit.MINUTES))
          .as("through within %d minutes; %s", QUARTER_OF_AN_HOUR, transcript)
          .isTrue();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    String written = Files.readString(transcript);
    assertThat(process.exitValue()).as(written).isZero();
    return written;
  }

  private static void writeTable(LocalCluster cluster) throws IOException {
    try (Admin admin = cluster.connection().getAdmin();
        Table table = cluster.connection().getTable(TABLE)) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(TABLE)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .build());
      List<Put> puts = new ArrayList<>();
      for (int row = 0; row < ROWS; row++) {
        puts.add(new Put(key(row)).addColumn(FAMILY, QUALIFIER, value(row)));
        if (puts.size() == ROWS / 2) {
          table.put(puts);
          admin.flush(TABLE);
          puts.clear();
        }
      }
    }
  }

  private static void assertThatNothingIsLost(LocalCluster cluster) throws IOException {
    int row = 0;
    try (Table table = cluster.connection().getTable(TABLE);
        ResultScanner scanner = table.getScanner(new Scan())) {
      for (Result result : scanner) {
        assertThat(result.getRow()).isEqualTo(key(row));
        assertThat(Arrays.equals(result.getValue(FAMILY, QUALIFIER), value(row)))
            .as("value of row %d", row)
            .isTrue();
        row++;
      }
    }
    assertThat(row).isEqualTo(ROWS);
  }

  private static byte[] key(int row) {
    return Bytes.toBytes("row%06d".formatted(row));
  }

  private static byte[] value(int row) {
    byte[] value = new byte[VALUE_BYTES];
    new Random(row).nextBytes(value);
    return value;
  }
}
