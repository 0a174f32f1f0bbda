// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreFilePagesTest {
  @TempDir private Path folder;

  @Test
  void blockAndChecksumFilesOfTheWantedBlocksAreFound() throws Exception {
    Path finalized = Files.createDirectories(folder.resolve("current/BP-1/finalized/subdir0"));
    Path block = Files.createFile(finalized.resolve("blk_1073741825"));
    Path checksums = Files.createFile(finalized.resolve("blk_1073741825_1001.meta"));
    Files.createFile(finalized.resolve("blk_1073741826"));
    Files.createFile(finalized.resolve("blk_1073741826_1002.meta"));
    Files.createFile(finalized.resolve("VERSION"));

    assertThat(StoreFilePages.files(folder, Set.of(1073741825L)))
        .containsExactlyInAnyOrder(block.toString(), checksums.toString());
    assertThat(StoreFilePages.files(folder.resolve("none"), Set.of(1L))).isEmpty();
  }

  @Test
  void droppingKeepsContentsAndMakesNoFiles() throws Exception {
    Path file = Files.writeString(folder.resolve("two words"), "content");
    Path deleted = folder.resolve("deleted");

    StoreFilePages.drop(List.of(deleted.toString(), file.toString()));

    assertThat(file).hasContent("content");
    assertThat(deleted).doesNotExist();
  }

  @Test
  void aRefusalIsAnErrorWithTheSystemsMessage() throws Exception {
    Path noFile = Files.createDirectory(folder.resolve("folder"));

    assertThatThrownBy(() -> StoreFilePages.drop(List.of(noFile.toString())))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(noFile.toString());
  }
}
