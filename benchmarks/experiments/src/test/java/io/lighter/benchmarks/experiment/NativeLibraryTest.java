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

class NativeLibraryTest {
  private static final String STARTED =
      "2026-01-02 03:04:05,678 INFO  [main] datanode.DataNode: started\n";
  private static final String WARNING =
      "2026-01-02 03:04:05,679 WARN  [main] util.NativeCodeLoader: Unable to load native-hadoop"
          + " library for your platform... using builtin-java classes where applicable\n";

  @TempDir private Path folder;

  @Test
  void warningOfOneDataNodeMeansThatItIsNotLoaded() throws Exception {
    Path with = log("data-node-1.log", STARTED);
    Path without = log("data-node-2.log", STARTED + WARNING);

    assertThat(NativeLibrary.isLoaded(List.of(with))).isTrue();
    assertThat(NativeLibrary.isLoaded(List.of(with, without))).isFalse();
  }

  private Path log(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }
}
