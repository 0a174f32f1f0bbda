// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassPathsTest {
  @TempDir private Path home;

  @Test
  void testClassPathIsSplitIntoPlainHBaseAndPlugin() {
    ClassPaths paths =
        ClassPaths.ofClassPath(
            String.join(
                File.pathSeparator,
                "/w/benchmarks/target/classes",
                "/w/compaction-server/target/classes",
                "/w/compaction-common/target/classes",
                "/w/regionserver-patch/target/lighter-regionserver-patch-1.jar",
                "/w/store-engines/target/classes",
                "/w/secondary-index/target/classes",
                "/m/hbase-server-2.6.4.jar",
                "/m/hbase-server-2.6.4-tests.jar",
                "/m/hadoop-minicluster-3.4.2.jar",
                "/m/picocli-4.jar",
                "/m/reload4j-1.2.jar"));

    assertThat(paths.hbase()).isEqualTo(joined("/m/hbase-server-2.6.4.jar", "/m/reload4j-1.2.jar"));
    assertThat(paths.plugin())
        .isEqualTo(
            joined(
                "/w/compaction-common/target/classes",
                "/w/regionserver-patch/target/lighter-regionserver-patch-1.jar",
                "/w/store-engines/target/classes",
                "/w/secondary-index/target/classes"));
    assertThat(paths.lighter()).contains("tests.jar", "picocli", "/w/benchmarks/target/classes");
  }

  @Test
  void objectStoreIsNoPartOfPlainHBaseAndItsServerRunsAlone() {
    ClassPaths paths =
        ClassPaths.ofClassPath(
            String.join(
                File.pathSeparator,
                "/w/testing/s3-server/target/lighter-s3-server-1.jar",
                "/m/hbase-server-2.6.4.jar",
                "/m/org/apache/hadoop/hadoop-aws/3.4.2/hadoop-aws-3.4.2.jar",
                "/m/software/amazon/awssdk/utils/2.29.52/utils-2.29.52.jar",
                "/m/org/reactivestreams/reactive-streams/1.0.4/reactive-streams-1.0.4.jar"));
    String store =
        joined(
            "/m/org/apache/hadoop/hadoop-aws/3.4.2/hadoop-aws-3.4.2.jar",
            "/m/software/amazon/awssdk/utils/2.29.52/utils-2.29.52.jar",
            "/m/org/reactivestreams/reactive-streams/1.0.4/reactive-streams-1.0.4.jar");

    assertThat(paths.of(Role.REGION_SERVER, false)).isEqualTo("/m/hbase-server-2.6.4.jar");
    assertThat(paths.of(Role.REGION_SERVER, true))
        .isEqualTo(joined("/m/hbase-server-2.6.4.jar", store));
    assertThat(paths.of(Role.COMPACTION_SERVER, true)).endsWith(store);
    assertThat(paths.of(Role.S3_SERVER, true))
        .isEqualTo(
            joined(
                "/w/testing/s3-server/target/lighter-s3-server-1.jar",
                "/w/testing/s3-server/target/s3proxy/*"));
  }

  @Test
  void distributionWithoutAnObjectStoreIsRefusedOnlyWhereItIsWanted() throws IOException {
    for (String folder : List.of("lib/hbase", "lib/plugin", "lib/local-cluster")) {
      Files.createDirectories(home.resolve(folder));
    }
    LocalClusterSettings.Builder cluster =
        LocalClusterSettings.builder().classPaths(ClassPaths.ofHome(home));

    assertThat(cluster.build().objectStore()).isFalse();
    assertThatThrownBy(() -> cluster.objectStore().build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("lib/object-store");

    Files.createDirectories(home.resolve("lib/object-store"));
    Files.createDirectories(home.resolve("lib/s3-server/s3proxy"));
    ClassPaths complete = ClassPaths.ofHome(home);
    assertThat(complete.of(Role.MASTER, true)).endsWith(home + "/lib/object-store/*");
    assertThat(complete.s3Server())
        .isEqualTo(joined(home + "/lib/s3-server/*", home + "/lib/s3-server/s3proxy/*"));
    assertThat(cluster.classPaths(complete).build().count(Role.S3_SERVER)).isEqualTo(1);
  }

  @Test
  void aDistributionGivesRegionServersHBaseAndThePluginOnly() throws IOException {
    for (String folder :
        List.of("lib/hbase", "lib/plugin", "lib/laboratory", "lib/local-cluster")) {
      Files.createDirectories(home.resolve(folder));
    }

    ClassPaths paths = ClassPaths.ofHome(home);

    assertThat(paths.hbase()).isEqualTo(home + "/lib/hbase/*");
    assertThat(paths.plugin()).isEqualTo(home + "/lib/plugin/*");
    assertThat(paths.lighter())
        .isEqualTo(
            joined(
                home + "/lib/*",
                home + "/lib/laboratory/*",
                home + "/lib/hbase/*",
                home + "/lib/local-cluster/*"));
  }

  @Test
  void folderWithoutADistributionIsNamed() {
    assertThatThrownBy(() -> ClassPaths.ofHome(home))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(home.resolve("lib").resolve("hbase").toString());
  }

  private static String joined(String... entries) {
    return String.join(File.pathSeparator, entries);
  }
}
