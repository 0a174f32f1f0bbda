// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The class paths of the cluster's processes, in the syntax of {@code java -cp}.
 *
 * @param hbase class path of a plain HBase installation; region servers and a separate master run
 *     on this and {@code plugin}
 * @param plugin Lighter's jar for region servers, or the class folders of its content
 * @param lighter complete class path, for the base process, managers and compaction servers
 * @param objectStore S3A, beside each of the above in a cluster with an object store; empty if this
 *     installation has none
 * @param s3Server class path of the S3 server; empty if this installation has none
 */
public record ClassPaths(
    String hbase, String plugin, String lighter, String objectStore, String s3Server) {
  /** System property: the folder of the exploded distribution. */
  public static final String HOME_PROPERTY = "lighter.home";

  private static final String SUREFIRE_CLASS_PATH = "surefire.test.class.path";
  private static final Pattern PLUGIN_MODULE =
      Pattern.compile(
          ".*(/%1$s/target/classes/?|/lighter-%1$s-[^/]*\\.jar)"
              .formatted(
                  "(compaction-common|chunk-codec|warmup|store-engines|secondary-index"
                      + "|regionserver-patch)"));
  private static final Pattern S3_SERVER_MODULE =
      Pattern.compile(".*(/s3-server/target/classes/?|/lighter-s3-server-[^/]*\\.jar)");

  /** Whole paths, since the names of the SDK's jars are words such as {@code utils}. */
  private static final Pattern OBJECT_STORE =
      Pattern.compile(".*/(hadoop-aws-[^/]*|software/amazon/.*|org/reactivestreams/.*)\\.jar");

  private static final String S3PROXY = "s3proxy";
  private static final Pattern NOT_IN_HBASE =
      Pattern.compile(
          "lighter-.*|.*-tests\\.jar|hadoop-(minicluster|yarn-server)-.*|curator-recipes-.*"
              + "|picocli-.*|HdrHistogram-.*|(junit|opentest4j|assertj|apiguardian|byte-buddy).*"
              + "|core-0\\.17.*|htrace-core4-.*|jackson-core-asl-.*|xchart-.*|VectorGraphics2D-.*"
              + "|chart\\.js-.*|selenium-.*|auto-service-.*|jspecify-.*|commons-exec-.*"
              + "|opentelemetry-(sdk|exporter).*|surefire.*");

  /** Class paths without an object store. */
  public ClassPaths(String hbase, String plugin, String lighter) {
    this(hbase, plugin, lighter, "", "");
  }

  /**
   * The class paths of this installation: those below {@value #HOME_PROPERTY} when it is set, else
   * this JVM's own class path, split into HBase's own part and the rest.
   *
   * @throws IllegalStateException naming the folder and its missing content
   */
  public static ClassPaths ofThisInstallation() {
    String home = System.getProperty(HOME_PROPERTY);
    if (home != null) {
      return ofHome(Path.of(home));
    }
    return ofClassPath(
        System.getProperty(SUREFIRE_CLASS_PATH, System.getProperty("java.class.path")));
  }

  /** The class paths of an exploded distribution; {@code assembly} defines its layout. */
  public static ClassPaths ofHome(Path home) {
    Path lib = home.resolve("lib");
    String hbase = wildcard(lib.resolve("hbase"));
    String plugin = wildcard(lib.resolve("plugin"));
    String cluster = wildcard(lib.resolve("local-cluster"));
    Path laboratory = lib.resolve("laboratory");
    // An older distribution has all of its own jars in one folder.
    String own =
        Files.isDirectory(laboratory)
            ? join(List.of(wildcard(lib), wildcard(laboratory)))
            : wildcard(lib);
    Path server = lib.resolve("s3-server");
    return new ClassPaths(
        hbase,
        plugin,
        join(List.of(own, hbase, cluster)),
        wildcardIfThere(lib.resolve("object-store")),
        join(List.of(wildcardIfThere(server), wildcardIfThere(server.resolve(S3PROXY)))));
  }

  /** The class paths within {@code classPath}, that of a test or an IDE. */
  static ClassPaths ofClassPath(String classPath) {
    List<String> entries =
        Arrays.stream(classPath.split(File.pathSeparator)).filter(e -> !e.isBlank()).toList();
    Predicate<String> plugin = entry -> PLUGIN_MODULE.matcher(entry).matches();
    return new ClassPaths(
        join(entries.stream().filter(ClassPaths::isOfHBase).toList()),
        join(entries.stream().filter(plugin).toList()),
        join(entries),
        join(entries.stream().filter(entry -> OBJECT_STORE.matcher(entry).matches()).toList()),
        join(
            entries.stream()
                .filter(entry -> S3_SERVER_MODULE.matcher(entry).matches())
                .flatMap(entry -> Stream.of(entry, Path.of(entry).resolveSibling(S3PROXY) + "/*"))
                .toList()));
  }

  /**
   * Class path of a role's processes.
   *
   * @param withObjectStore whether the cluster's store files are in an object store
   */
  String of(Role role, boolean withObjectStore) {
    String path =
        switch (role) {
          case S3_SERVER -> s3Server;
          case MASTER, REGION_SERVER -> join(List.of(hbase, plugin));
          case BASE, ZOOKEEPER, NAME_NODE, DATA_NODE, MANAGER, COMPACTION_SERVER -> lighter;
        };
    return withObjectStore && role != Role.S3_SERVER ? join(List.of(path, objectStore)) : path;
  }

  /** Whether this installation has what a cluster with an object store needs. */
  boolean haveObjectStore() {
    return !objectStore.isEmpty() && !s3Server.isEmpty();
  }

  /** Joins the non-empty parts. */
  static String join(List<String> parts) {
    return parts.stream()
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static boolean isOfHBase(String entry) {
    String name = Path.of(entry).getFileName().toString();
    return name.endsWith(".jar")
        && !NOT_IN_HBASE.matcher(name).matches()
        && !OBJECT_STORE.matcher(entry).matches();
  }

  /** An older distribution has no such folder. */
  private static String wildcardIfThere(Path folder) {
    return Files.isDirectory(folder) ? wildcard(folder) : "";
  }

  private static String wildcard(Path folder) {
    if (!Files.isDirectory(folder)) {
      throw new IllegalStateException(
          "%s = '%s' is not a distribution of Lighter: it has no folder %s"
              .formatted(HOME_PROPERTY, System.getProperty(HOME_PROPERTY), folder));
    }
    return folder.toAbsolutePath() + "/*";
  }
}
