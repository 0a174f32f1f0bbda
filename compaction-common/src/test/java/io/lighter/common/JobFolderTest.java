// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.hbase.regionserver.HRegionFileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobFolderTest {
  private static final CompactionJobId JOB = new CompactionJobId("cj-0123456789abcdef0123");
  private static final String OUTPUT = "0123456789abcdef0123456789abcdef";

  private final RawLocalFileSystem fs = new RawLocalFileSystem();
  private Path region;
  private JobFolder folder;

  @TempDir private File root;

  @BeforeEach
  void openFileSystem() throws IOException {
    fs.initialize(URI.create("file:///"), new Configuration(false));
    region = new Path(root.getPath(), "t/region");
    folder = new JobFolder(new Path(region, ".tmp"), JOB);
  }

  @AfterEach
  void close() throws IOException {
    fs.close();
  }

  @Test
  void outputLiesInTheJobsOwnFolder() {
    assertThat(folder.path()).isEqualTo(new Path(region, ".tmp/cj-0123456789abcdef0123"));
    assertThat(folder.output("f", "abc")).isEqualTo(new Path(folder.path(), "f/abc"));
  }

  @Test
  void nameOfAStoreFileIsAccepted() {
    assertThatNoException().isThrownBy(() -> JobFolder.requireOutputName(OUTPUT));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "abc", "../0123456789abcdef0123456789abcdef", OUTPUT + "0"})
  void nameThatMayLeadOutOfTheFolderIsRefused(String name) {
    assertThatIOException()
        .isThrownBy(() -> JobFolder.requireOutputName(name))
        .withMessageContaining("'" + name + "'")
        .withMessageContaining("32 hexadecimal digits");
  }

  @Test
  void outputTakenOverRemainsAfterFolderIsDeleted() throws IOException {
    Path target = new Path(region, ".tmp/f/" + OUTPUT);
    fs.create(folder.output("f", OUTPUT)).close();
    fs.mkdirs(target.getParent());

    assertThat(folder.takeOver(fs, "f", OUTPUT, target)).isTrue();
    assertThat(folder.delete(fs)).isTrue();
    assertThat(folder.delete(fs)).isFalse();

    assertThat(fs.exists(folder.path())).isFalse();
    assertThat(fs.exists(target)).isTrue();
  }

  @Test
  void emptyFoldersOfADeletedRegionAreDeleted() throws IOException {
    fs.create(folder.output("f", OUTPUT)).close();

    folder.delete(fs);
    folder.deleteEmptyRegion(fs);

    assertThat(root).isEmptyDirectory();
  }

  @Test
  void foldersOfAnExistingRegionAreNotDeleted() throws IOException {
    fs.create(folder.output("f", OUTPUT)).close();
    fs.create(new Path(region, HRegionFileSystem.REGION_INFO_FILE)).close();

    folder.delete(fs);
    folder.deleteEmptyRegion(fs);

    assertThat(fs.exists(folder.path())).isFalse();
    assertThat(fs.exists(folder.regionTempDir())).isTrue();
  }
}
