// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Abortable;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hbase.fs.HFileSystem;
import org.apache.hadoop.util.Progressable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobUploadsTest {
  private final AtomicBoolean givenUp = new AtomicBoolean();
  private final List<String> events = new ArrayList<>();

  /** Has files that appear when they are closed, and not at all once they were aborted. */
  private final RawLocalFileSystem store =
      new RawLocalFileSystem() {
        @Override
        public boolean hasPathCapability(Path path, String capability) throws IOException {
          return capability.equals(CommonPathCapabilities.ABORTABLE_STREAM)
              || super.hasPathCapability(path, capability);
        }

        @Override
        public FSDataOutputStream create(
            Path file,
            FsPermission permission,
            boolean overwrite,
            int bufferSize,
            short replication,
            long blockSize,
            Progressable progress)
            throws IOException {
          return new FSDataOutputStream(new UploadedFile(), null);
        }
      };

  private HFileSystem hbase;
  private Path file;

  private final class UploadedFile extends ByteArrayOutputStream implements Abortable {
    private boolean aborted;

    @Override
    public void close() {
      if (!aborted) {
        events.add("completed " + size());
      }
    }

    @Override
    public AbortableResult abort() {
      aborted = true;
      events.add("aborted");
      return null;
    }
  }

  @BeforeEach
  void open(@TempDir File folder) throws IOException {
    store.initialize(URI.create("file:///"), new Configuration(false));
    hbase = new HFileSystem(store);
    file = new Path(folder.getPath(), "f");
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  @Test
  void fileOfAJobThatWasGivenUpIsAborted() throws IOException {
    try (FSDataOutputStream out = JobUploads.of(hbase, givenUp::get).create(file)) {
      out.write(1);
      givenUp.set(true);
    }

    assertThat(events).containsExactly("aborted");
  }

  @Test
  void fileIsCompletedOtherwise() throws IOException {
    try (FSDataOutputStream out = JobUploads.of(hbase, givenUp::get).create(file)) {
      out.write(1);
      assertThat(out.getPos()).isEqualTo(1);
    }

    assertThat(events).containsExactly("completed 1");
  }

  @Test
  void closingLeavesTheServersFileSystemOpen() throws IOException {
    JobUploads.of(hbase, givenUp::get).close();

    try (FSDataOutputStream out = hbase.create(file)) {
      out.write(1);
    }
    assertThat(events).containsExactly("completed 1");
  }

  @Test
  void fileSystemThatCannotAbortIsUsedAsItIs() throws IOException {
    try (RawLocalFileSystem local = new RawLocalFileSystem()) {
      local.initialize(URI.create("file:///"), new Configuration(false));
      HFileSystem plain = new HFileSystem(local);

      assertThat(JobUploads.of(plain, givenUp::get)).isSameAs(plain);
    }
  }
}
