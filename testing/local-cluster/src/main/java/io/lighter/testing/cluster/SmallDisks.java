// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

import io.lighter.testing.isolation.ShellCommand;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Folders as in-memory file systems that can be filled. A full file system shrinks to its content,
 * which needs no memory. Otherwise it is large, because HDFS reserves a block for each file in
 * writing. Thread-safe.
 */
final class SmallDisks implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(SmallDisks.class);
  private static final String LARGE = "size=64g";

  /** Allowance for writes while the size is set, because the size must not be below the content. */
  private static final long SLACK_BYTES = 256 * 1024;

  private final Set<Path> mounted = new ConcurrentSkipListSet<>();

  /** Mounts a file system at the folder, unless one is mounted. */
  void mount(Path folder) throws IOException {
    if (mounted.add(folder)) {
      Files.createDirectories(folder);
      run(List.of("mount", "-t", "tmpfs", "-o", LARGE, "lighter-disk", folder.toString()));
    }
  }

  /** Shrinks the file system to its content and a small slack; deletions make room again. */
  void fill(Path folder) throws IOException {
    FileStore disk = Files.getFileStore(folder);
    long used = disk.getTotalSpace() - disk.getUnallocatedSpace();
    LOG.info("disk filled folder={} bytes={}", folder, used);
    resize(folder, "size=" + (used + Math.min(SLACK_BYTES, disk.getUsableSpace())));
  }

  /** Whether the folder is full after {@link #fill}. */
  boolean isFull(Path folder) throws IOException {
    return Files.getFileStore(folder).getUsableSpace() <= SLACK_BYTES;
  }

  /** Restores the space after {@link #fill}. */
  void free(Path folder) throws IOException {
    resize(folder, LARGE);
  }

  private static void resize(Path folder, String size) throws IOException {
    run(List.of("mount", "-o", "remount," + size, folder.toString()));
  }

  @Override
  public void close() throws IOException {
    for (Path folder : mounted) {
      run(List.of("umount", "--lazy", folder.toString()));
    }
  }

  private static void run(List<String> command) throws IOException {
    Optional<String> failure = ShellCommand.failure(command);
    if (failure.isPresent()) {
      throw new IOException(String.join(" ", command) + ": " + failure.get());
    }
  }
}
