// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.assembly.Launcher.Launched;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the exploded distribution that {@code mvn package} creates. */
class DistributionIT {
  private static final Path HOME = Launcher.HOME;
  private static final String VERSION = System.getProperty("lighter.version");
  private static final Path PLUGIN =
      HOME.resolve("lib/plugin/lighter-regionserver-patch-" + VERSION + ".jar");

  /** Jars on the test class path that only tests need. */
  private static final List<String> TEST_ONLY =
      List.of(
          "junit-jupiter",
          "junit-platform",
          "assertj",
          "opentest4j",
          "apiguardian",
          "byte-",
          "snakeyaml",
          "archunit",
          "hadoop-minikdc",
          "kerb-",
          "kerby-",
          "token-provider",
          "lighter-assembly", // of this module, and empty
          "lighter-fixtures");

  @Test
  void pluginJarHoldsOnlyLightersClasses() throws IOException {
    Set<String> entries = entries(PLUGIN);

    assertThat(entries).contains("io/lighter/common/CompactionJobId.class");
    assertThat(entries)
        .contains("org/apache/hadoop/hbase/regionserver/OffloadingStoreEngine.class");
    assertThat(entries.stream().filter(entry -> !entry.startsWith("META-INF/")))
        .allMatch(
            entry ->
                entry.startsWith("io/lighter/common/")
                    || entry.startsWith("io/lighter/chunk/")
                    || entry.startsWith("io/lighter/client/")
                    || entry.startsWith("io/lighter/engine/")
                    || entry.startsWith("io/lighter/index/")
                    || entry.startsWith("io/lighter/regionserver/")
                    || entry.startsWith("io/lighter/warmup/")
                    || entry.matches(
                        "org/apache/hadoop/hbase/io/hfile/"
                            + "(AccessPriority|BlockForm|BloomIndex|BloomMetadata|FilterView"
                            + "|HFileBlocks|RootIndex|package-info)"
                            + "(\\$.*)?\\.class")
                    || entry.startsWith("org/apache/hadoop/hbase/regionserver/"));
    assertThat(entries.stream().filter(entry -> entry.startsWith("META-INF/")))
        .allMatch(
            entry ->
                entry.equals("META-INF/MANIFEST.MF")
                    || entry.startsWith("META-INF/LICENSE")
                    || entry.startsWith("META-INF/NOTICE")
                    || entry.startsWith("META-INF/services/"));
  }

  @Test
  void pluginJarReplacesNoClassOfHBase() throws IOException {
    Set<String> ours = entries(PLUGIN);
    for (Path jar : jars("lib/hbase")) {
      Set<String> both = entries(jar);
      both.retainAll(ours);
      both.removeIf(entry -> entry.startsWith("META-INF/"));
      assertThat(both).as("in the plug-in and in %s", jar).isEmpty();
    }
  }

  @Test
  void hbaseFolderIsPlainHBase() throws IOException {
    assertThat(names("lib/hbase"))
        .anyMatch(name -> name.startsWith("hbase-server-"))
        .anyMatch(name -> name.startsWith("hadoop-hdfs-client-"))
        .anyMatch(name -> name.startsWith("zookeeper-"))
        .anyMatch(name -> name.startsWith("slf4j-reload4j-"))
        .noneMatch(name -> name.contains("lighter"))
        .noneMatch(name -> name.endsWith("-tests.jar"))
        .noneMatch(name -> name.startsWith("picocli") || name.startsWith("junit"));
  }

  /** Each in a folder of its own, so that no other process has the libraries on its class path. */
  @Test
  void objectStoreAndItsServerAreApart() throws IOException {
    assertThat(names("lib/object-store"))
        .anyMatch(name -> name.startsWith("hadoop-aws-"))
        .anyMatch(name -> name.startsWith("s3-transfer-manager-"))
        .noneMatch(name -> name.startsWith("bundle-") || name.startsWith("slf4j-"))
        .doesNotContainAnyElementsOf(
            names("lib", "lib/laboratory", "lib/hbase", "lib/local-cluster"));
    assertThat(names("lib/s3-server")).containsExactly("lighter-s3-server-" + VERSION + ".jar");
    assertThat(names("lib/s3-server/s3proxy"))
        .anyMatch(name -> name.startsWith("s3proxy-"))
        .noneMatch(name -> name.startsWith("azure-") || name.startsWith("logback-"));
    assertThat(HOME.resolve("lib/s3-server/THIRD-PARTY.txt"))
        .content()
        .contains("(Apache-2.0) S3Proxy");
  }

  @Test
  void pluginJarHasItsVersion() throws IOException {
    try (JarFile jar = new JarFile(PLUGIN.toFile())) {
      assertThat(jar.getManifest().getMainAttributes().getValue("Implementation-Version"))
          .isEqualTo(VERSION);
    }
  }

  /** Curator is part of some HBase installations only. */
  @Test
  void libHoldsNoJarOfHBaseExceptCurator() throws IOException {
    assertThat(names("lib", "lib/laboratory"))
        .filteredOn(name -> !name.startsWith("curator-"))
        .doesNotContainAnyElementsOf(names("lib/hbase"));
  }

  @Test
  void libHoldsNoLoggingBackEnd() throws IOException {
    assertThat(names("lib", "lib/laboratory"))
        .noneMatch(name -> name.contains("log4j") || name.contains("slf4j"));
  }

  @Test
  void everyBuildDependencyIsInAFolder() throws IOException {
    Set<String> distributed =
        new TreeSet<>(
            names(
                "lib",
                "lib/laboratory",
                "lib/hbase",
                "lib/local-cluster",
                "lib/object-store",
                "lib/s3-server"));

    assertThat(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .filteredOn(entry -> entry.endsWith(".jar"))
        .extracting(entry -> Path.of(entry).getFileName().toString())
        .filteredOn(name -> TEST_ONLY.stream().noneMatch(name::startsWith))
        .isSubsetOf(distributed);
  }

  @Test
  void holdsLauncherConfigurationAndLicense() {
    assertThat(HOME.resolve("bin/lighter")).isExecutable();
    assertThat(HOME.resolve("conf/hbase-site.example.xml")).isRegularFile();
    assertThat(HOME.resolve("conf/hbase-site.lighter.example.xml")).isRegularFile();
    assertThat(HOME.resolve("conf/lighter.env")).isRegularFile();
    assertThat(HOME.resolve("conf/log4j.properties")).isRegularFile();
    assertThat(HOME.resolve("conf/log4j2.properties")).isRegularFile();
    assertThat(HOME.resolve("systemd/lighter-manager.service")).isRegularFile();
    assertThat(HOME.resolve("systemd/lighter-compaction-server.service")).isRegularFile();
    assertThat(HOME.resolve("monitoring/alerts.yml")).isRegularFile();
    assertThat(HOME.resolve("docs/guide/install.md")).isRegularFile();
    assertThat(HOME.resolve("LICENSE")).isRegularFile();
    assertThat(HOME.resolve("NOTICE")).isRegularFile();
    assertThat(HOME.resolve("THIRD-PARTY.txt")).content().contains("(Apache-2.0) Apache HBase");
    assertThat(HOME.resolve("workloads/paper-write")).isRegularFile();
    assertThat(HOME.resolve("lib/jvm.args")).content().contains("--add-opens");
  }

  @Test
  void launcherRunsTheCommandLine(@TempDir Path folder) throws Exception {
    Launched run = launch(folder, "--version");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("Lighter " + VERSION, "HBase 2.6.");
  }

  @Test
  void launcherReturnsExitCodesAndKeepsStandardOutputClean(@TempDir Path folder) throws Exception {
    Launched run = launch(folder, "switch", "maybe");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
  }

  @Test
  void launcherReadsTheSiteOfHBaseConfDir(@TempDir Path folder) throws Exception {
    Files.writeString(
        folder.resolve("hbase-site.xml"),
        "<configuration><property><name>lighter.server.port</name><value>7</value></property>"
            + "</configuration>");

    Launched run = launch(folder, "config");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).containsPattern("lighter\\.server\\.port += 7 +# from hbase-site\\.xml");
  }

  @Test
  void launcherHasYcsbAndFindsItsWorkloads(@TempDir Path folder) throws Exception {
    Launched run =
        launch(
            folder,
            "ycsb",
            "run",
            "-P",
            "workloads/workloada",
            "-p",
            "operationcount=10",
            "-db",
            "site.ycsb.BasicDB",
            "-p",
            "exporter=site.ycsb.measurements.exporter.JSONArrayMeasurementsExporter");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("\"measurement\" : \"Throughput(ops/sec)\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"demo", "check", "chaos", "soak", "bench"})
  void commandsWithAClusterOfTheirOwnHaveItsJars(String command, @TempDir Path folder)
      throws Exception {
    ProcessBuilder builder = Launcher.builder(folder, command, "--help");
    builder.environment().put("LIGHTER_OPTS", "-XshowSettings:properties"); // on standard error

    Launched run = Launcher.run(builder, folder);

    assertThat(run.exitCode()).isZero();
    assertThat(run.err())
        .contains(HOME.resolve("lib/local-cluster/hadoop-minicluster-").toString())
        .contains(HOME.resolve("lib/object-store/hadoop-aws-").toString())
        .doesNotContain("lib/s3-server");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "manager start",
        "server start",
        "status",
        "queue list",
        "balance",
        "plan",
        "switch",
        "warm",
        "config",
        "install-check",
        "engine status",
        "tiers plan",
        "tiers show",
        "advise"
      })
  void commandsOfTheProductRunWithoutTheLaboratory(String command, @TempDir Path folder)
      throws Exception {
    String[] words = (command + " --help").split(" ", -1);
    ProcessBuilder builder = Launcher.builder(folder, words);
    builder.environment().put("LIGHTER_OPTS", "-XshowSettings:properties"); // on standard error

    Launched run = Launcher.run(builder, folder);

    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).contains(HOME.resolve("lib/lighter-cli-").toString());
    assertThat(run.err()).doesNotContain("lib/laboratory", "lib/local-cluster", "lib/object-store");
    assertThat(run.err()).doesNotContain("jmh-core", "xchart", "hadoop-minicluster");
  }

  @Test
  void testsAndBenchmarksAreInSeparateFolders() throws IOException {
    assertThat(names("lib"))
        .filteredOn(name -> name.startsWith("lighter-"))
        .extracting(name -> name.replace("-" + VERSION + ".jar", ""))
        .containsExactlyInAnyOrder(
            "lighter-chunk-codec",
            "lighter-cli",
            "lighter-compaction-common",
            "lighter-compaction-manager",
            "lighter-compaction-server",
            "lighter-regionserver-patch",
            "lighter-secondary-index",
            "lighter-server-common",
            "lighter-store-engines",
            "lighter-warmup");
    assertThat(names("lib/laboratory"))
        .anyMatch(name -> name.startsWith("jmh-core-"))
        .anyMatch(name -> name.startsWith("xchart-"))
        .anyMatch(name -> name.startsWith("lighter-experiments-"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"manager", "server"})
  void processThatLacksHeapEnds(String process, @TempDir Path folder) throws Exception {
    ProcessBuilder builder = Launcher.builder(folder, process, "start", "--help");
    builder.environment().put("LIGHTER_OPTS", "-XX:+PrintCommandLineFlags");

    Launched run = Launcher.run(builder, folder);

    assertThat(run.out()).contains("-XX:+ExitOnOutOfMemoryError");
  }

  @Test
  void launcherNamesAMissingJava(@TempDir Path folder) throws Exception {
    ProcessBuilder builder = Launcher.builder(folder, "--version");
    builder.environment().put("JAVA_HOME", folder.toString());

    Launched run = Launcher.run(builder, folder);

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err().lines()).singleElement().asString().contains("JAVA_HOME");
  }

  private static Launched launch(Path confDir, String... args) throws Exception {
    return Launcher.run(Launcher.builder(confDir, args), confDir);
  }

  private static Set<String> entries(Path jar) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      return file.stream()
          .filter(entry -> !entry.isDirectory())
          .map(ZipEntry::getName)
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private static List<Path> jars(String folder) throws IOException {
    try (Stream<Path> files = Files.list(HOME.resolve(folder))) {
      return files.filter(file -> file.toString().endsWith(".jar")).toList();
    }
  }

  private static List<String> names(String... folders) {
    List<String> names = new ArrayList<>();
    try {
      for (String folder : folders) {
        jars(folder).forEach(jar -> names.add(jar.getFileName().toString()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return names;
  }
}
