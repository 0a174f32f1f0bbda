// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.assembly;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.regionserver.RegionServerStoppedException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Checks the dependencies between modules, see docs/internals/design.md. Reads the class folders of
 * all modules, independent of this test's class path.
 */
class ArchitectureTest {
  private static final Path ROOT =
      Path.of(System.getProperty("lighter.root.dir", "..")).toAbsolutePath().normalize();
  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");

  /** Modules in the region servers' jar. */
  private static final Set<String> REGION_SERVERS =
      Set.of(
          "compaction-common",
          "store-engines",
          "secondary-index",
          "chunk-codec",
          "warmup",
          "regionserver-patch");

  /** Installed modules. */
  private static final Set<String> PRODUCT =
      Set.of(
          "compaction-common",
          "store-engines",
          "secondary-index",
          "chunk-codec",
          "server-common",
          "warmup",
          "regionserver-patch",
          "compaction-server",
          "compaction-manager",
          "cli");

  /** Libraries of every HBase installation; used ones are named by package. */
  private static final String[] SHIPPED_BY_HBASE = {
    "java..",
    "com.google.protobuf..", // 2.5, for coprocessor services
    "javax.management..",
    "javax.net..",
    "javax.security..",
    "org.apache.hadoop..",
    "org.apache.hbase.thirdparty..",
    "org.apache.yetus.audience..",
    "org.apache.zookeeper..",
    "org.slf4j..",
    "org.xerial.snappy.."
  };

  private static Map<String, Path> folders;
  private static JavaClasses ours;

  @BeforeAll
  static void readClasses() throws IOException {
    folders = new TreeMap<>();
    for (String module : modules()) {
      Path classes = ROOT.resolve(module).resolve("target/classes");
      if (Files.isDirectory(classes)) { // assembly has none
        folders.put(module, classes);
      }
    }
    ours = new ClassFileImporter().importPaths(folders.values());
    assertThat(folders.keySet()).containsAll(PRODUCT);
    assertThat(ours.size()).isGreaterThan(1000);
  }

  /**
   * HBase's packages are excluded: a class that extends a package-private one is in HBase's
   * package, and depends on Lighter's packages in both directions.
   */
  @Test
  void packagesHaveNoCycles() {
    slices().matching("io.lighter.(**)").should().beFreeOfCycles().check(ours);
  }

  @Test
  void productDoesNotDependOnTestsOrBenchmarks() {
    noClasses()
        .that(areIn(PRODUCT))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.lighter.testing..",
            "io.lighter.benchmarks..",
            "io.lighter.tpcc..",
            "io.lighter.ycsb..",
            "org.openjdk.jmh..",
            "org.knowm.xchart..")
        .check(ours);
  }

  @Test
  void warmupAndChunkCodecDoNotDependOnRpcOrOptions() {
    noClasses()
        .that(areIn(Set.of("warmup", "chunk-codec")))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.lighter.common..",
            "io.lighter.service..",
            "io.lighter.regionserver..",
            "org.apache.hadoop.hbase.ipc..",
            "org.apache.hbase.thirdparty.com.google.protobuf..")
        .check(ours);
    noClasses()
        .that(areIn(Set.of("warmup", "chunk-codec")))
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("org.apache.hadoop.hbase.client..")
                // Only data of a region, without calls.
                .and(not(type(RegionInfo.class))))
        .check(ours);
    noClasses()
        .that(areIn(Set.of("chunk-codec")))
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.lighter.warmup..")
        .check(ours);
  }

  @Test
  void compactionServerDoesNotDependOnTheWarmUp() {
    noClasses()
        .that(areIn(Set.of("compaction-server", "server-common")))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.lighter.warmup..", "io.lighter.regionserver..", "io.lighter.manager..")
        .check(ours);
  }

  @Test
  void storeEnginesDoNotDependOnOffloading() {
    noClasses()
        .that(areIn(Set.of("store-engines")))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.lighter.regionserver..", "io.lighter.warmup..", "org.apache.hadoop.hbase.ipc..")
        .check(ours);
    // What they decide, they decide without HBase.
    noClasses()
        .that()
        .resideInAnyPackage("io.lighter.engine..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.apache.hadoop.fs..",
            "org.apache.hadoop.hbase.io..",
            "org.apache.hadoop.hbase.regionserver..")
        .check(ours);
  }

  @Test
  void regionServersNeedNoLibraryThatHBaseDoesNotShip() {
    classes()
        .that(areIn(REGION_SERVERS))
        .should()
        .onlyDependOnClassesThat(
            describe(
                "are in the same jar or shipped by HBase",
                used -> {
                  JavaClass element = used.getBaseComponentType(); // of an array
                  return element.isPrimitive()
                      || areIn(REGION_SERVERS).test(element)
                      || resideInAnyPackage(SHIPPED_BY_HBASE).test(element);
                }))
        .check(ours);
  }

  /** An application has the plug-in's jar and HBase's client, but no region server. */
  @Test
  void clientOfTransactionsNeedsHBasesClientOnly() {
    noClasses()
        .that()
        .resideInAPackage("io.lighter.client..")
        .should()
        .dependOnClassesThat(
            resideInAnyPackage(
                    "io.lighter.regionserver..",
                    "io.lighter.common.rpc..",
                    "io.lighter.common.zk..",
                    "org.apache.hadoop.hbase.coprocessor..",
                    "org.apache.hadoop.hbase.regionserver..")
                .and(not(type(RegionServerStoppedException.class)))) // in hbase-client
        .check(ours);
  }

  /** Lookups and commands, too, and what both sides share. */
  @Test
  void clientOfIndexesNeedsHBasesClientOnly() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "io.lighter.index.spec..", "io.lighter.index.client..", "io.lighter.index.admin..")
        .should()
        .dependOnClassesThat(
            resideInAnyPackage(
                    "io.lighter.index.build..",
                    "io.lighter.index.region..",
                    "io.lighter.index.rpc..",
                    "io.lighter.common.rpc..",
                    "org.apache.hadoop.hbase.coprocessor..",
                    "org.apache.hadoop.hbase.ipc..",
                    "org.apache.hadoop.hbase.regionserver..")
                .and(not(type(BloomType.class))) // in hbase-client
                .and(not(type(NoSuchColumnFamilyException.class)))) // in hbase-client
        .check(ours);
  }

  @Test
  void indexesDoNotDependOnOffloading() {
    noClasses()
        .that(areIn(Set.of("secondary-index")))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.lighter.regionserver..", "io.lighter.warmup..", "io.lighter.engine..")
        .check(ours);
  }

  /** Live sets are written and used by compaction servers only. */
  @Test
  void collectionOfIndexEntriesIsNoPartOfRegionServersOrClients() {
    noClasses()
        .that()
        .resideInAnyPackage("io.lighter.index..", "io.lighter.regionserver..")
        .and()
        .resideOutsideOfPackage("io.lighter.index.gc..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.lighter.index.gc..")
        .check(ours);
  }

  @Test
  void onlyLightersProcessesUseCurator() {
    noClasses()
        .that(areIn(REGION_SERVERS).or(areIn(Set.of("tpcc", "ycsb-binding"))))
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.apache.curator..")
        .check(ours);
  }

  /** Tests share packages with their subjects. Several modules have classes in HBase's packages. */
  @Test
  void packageBelongsToOneModule() throws IOException {
    Map<String, Set<String>> modulesOfPackages = new TreeMap<>();
    for (String module : modules()) {
      for (String classes : List.of("target/classes", "target/test-classes")) {
        for (String name : packages(ROOT.resolve(module).resolve(classes))) {
          modulesOfPackages.computeIfAbsent(name, n -> new TreeSet<>()).add(module);
        }
      }
    }

    assertThat(modulesOfPackages).hasSizeGreaterThan(50);
    modulesOfPackages.values().removeIf(all -> all.size() == 1);
    assertThat(modulesOfPackages).isEmpty();
  }

  /** Package folders such as {@code io/lighter/common}. */
  private static Set<String> packages(Path classes) throws IOException {
    Path root = classes.resolve("io/lighter");
    if (!Files.isDirectory(root)) {
      return Set.of();
    }
    Set<String> packages = new TreeSet<>();
    try (Stream<Path> files = Files.walk(root)) {
      files
          .filter(file -> file.toString().endsWith(".class"))
          .forEach(file -> packages.add(classes.relativize(file.getParent()).toString()));
    }
    return packages;
  }

  private static List<String> modules() throws IOException {
    return MODULE
        .matcher(Files.readString(ROOT.resolve("pom.xml")))
        .results()
        .map((MatchResult module) -> module.group(1))
        .toList();
  }

  private static DescribedPredicate<JavaClass> areIn(Collection<String> modules) {
    return describe(
        "are in " + new TreeSet<>(modules),
        javaClass ->
            javaClass.getSource().isPresent()
                && modules.stream()
                    .anyMatch(
                        module ->
                            javaClass
                                .getSource()
                                .get()
                                .getUri()
                                .toString()
                                .startsWith(folders.get(module).toUri().toString())));
  }
}
