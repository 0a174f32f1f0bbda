// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.hbase.fs.HFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutputPlaceTest {
  private static final Path FOLDER = new Path("/hbase");

  @ParameterizedTest
  @ValueSource(strings = {"fs.capability.lease.recoverable", CommonPathCapabilities.FS_TRUNCATE})
  void fileSystemThatChangesInPlaceHasJobFoldersWithAnyTracker(String capability)
      throws IOException {
    assertThat(place(true, capability)).contains(OutputPlace.JOB_FOLDER);
    assertThat(place(false, capability)).contains(OutputPlace.JOB_FOLDER);
  }

  /** S3A, for example, can upload in parts. */
  @Test
  void otherFileSystemNeedsAList() throws IOException {
    assertThat(place(true, CommonPathCapabilities.FS_MULTIPART_UPLOADER))
        .contains(OutputPlace.FAMILY_FOLDER);
    assertThat(place(false, CommonPathCapabilities.FS_MULTIPART_UPLOADER)).isEmpty();
  }

  @Test
  void localFileSystemHasJobFoldersBehindHBasesWrapper() throws IOException {
    try (LocalFileSystem local = new LocalFileSystem()) {
      local.initialize(URI.create("file:///"), new Configuration(false));

      assertThat(OutputPlace.of(new HFileSystem(local), FOLDER, false))
          .contains(OutputPlace.JOB_FOLDER);
    }
  }

  private static Optional<OutputPlace> place(boolean listed, String... capabilities)
      throws IOException {
    RawLocalFileSystem local = new RawLocalFileSystem();
    local.initialize(URI.create("file:///"), new Configuration(false));
    try (FilterFileSystem fs =
        new FilterFileSystem(local) {
          @Override
          public boolean hasPathCapability(Path path, String capability) {
            return Set.of(capabilities).contains(capability);
          }
        }) {
      return OutputPlace.of(fs, FOLDER, listed);
    }
  }
}
