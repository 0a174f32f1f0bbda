// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PolicyFoldersTest {
  @TempDir java.nio.file.Path folder;

  private java.nio.file.Path file(String name) throws IOException {
    java.nio.file.Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, name);
  }

  private List<Path> delete(String family, Set<String> listed) throws IOException {
    FileSystem fs = FileSystem.getLocal(new Configuration(false)).getRawFileSystem();
    return PolicyFolders.deleteUnfinished(fs, new Path(new Path(folder.toUri()), family), listed);
  }

  @Test
  void onlyUnlistedFilesInFoldersOfPoliciesGo() throws IOException {
    java.nio.file.Path store = file("f/0123");
    java.nio.file.Path list = file("f/.filelist/f1.1");
    java.nio.file.Path unfinished = file("f/storage_policy_COLD/4567");
    java.nio.file.Path other = file("f/storage_policy_HOT/89ab");
    java.nio.file.Path listed = file("f/storage_policy_HOT/cdef");
    java.nio.file.Path folderBelow = file("f/storage_policy_HOT/sub/x");
    java.nio.file.Path plain = file("f/storage_policy_NAME");
    java.nio.file.Path otherFamily = file("g/storage_policy_COLD/4567");

    assertThat(delete("f", Set.of("cdef")))
        .extracting(Path::getName)
        .containsExactlyInAnyOrder("4567", "89ab");

    assertThat(unfinished).doesNotExist();
    assertThat(other).doesNotExist();
    assertThat(store).exists();
    assertThat(list).exists();
    assertThat(listed).exists();
    assertThat(folderBelow).exists();
    assertThat(plain).exists();
    assertThat(otherFamily).exists();
    assertThat(unfinished.getParent()).isDirectory();
  }

  @Test
  void missingFamilyHasNoFiles() throws IOException {
    assertThat(delete("none", Set.of())).isEmpty();
  }
}
