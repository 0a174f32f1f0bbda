// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BuildTest {
  @TempDir private Path folder;

  @Test
  void checksumIsOfTheContentsOfLightersJars() throws IOException {
    Files.writeString(folder.resolve("lighter-cli-1.jar"), "a");
    Files.writeString(folder.resolve("hbase-server-1.jar"), "b");
    String first = checksum();

    Files.writeString(folder.resolve("hbase-server-1.jar"), "c");
    assertThat(checksum()).isEqualTo(first).matches("[0-9a-f]{8}");

    Files.writeString(folder.resolve("lighter-cli-1.jar"), "c");
    assertThat(checksum()).isNotEqualTo(first);
  }

  @Test
  void jarOfSeveralClassPathsCountsOnce() throws IOException {
    Path jar = Files.writeString(folder.resolve("lighter-cli-1.jar"), "a");

    assertThat(Build.checksum(List.of(jar.toString(), folder + "/*"))).isEqualTo(checksum());
  }

  @Test
  void classFoldersHaveNoChecksum() throws IOException {
    assertThat(Build.checksum(List.of("", folder.toString()))).isEqualTo("none");
  }

  private String checksum() throws IOException {
    return Build.checksum(List.of(folder + "/*"));
  }
}
