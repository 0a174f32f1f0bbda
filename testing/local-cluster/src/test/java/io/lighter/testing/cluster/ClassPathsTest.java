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
