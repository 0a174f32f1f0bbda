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
 * Folders that are file systems of their own, in memory, which can be full: then they are as large
 * as what is in them, which needs no memory. Otherwise they are large, since HDFS sets a block
 * aside for each file that is written. Thread-safe.
 */
final class SmallDisks implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(SmallDisks.class);
  private static final String LARGE = "size=64g";

  /** For what is written while the size is set, which must not be below what is there. */
  private static final long SLACK_BYTES = 256 * 1024;

  private final Set<Path> mounted = new ConcurrentSkipListSet<>();

  /** Makes a folder one, unless it is. */
  void mount(Path folder) throws IOException {
    if (mounted.add(folder)) {
      Files.createDirectories(folder);
      run(List.of("mount", "-t", "tmpfs", "-o", LARGE, "lighter-disk", folder.toString()));
    }
  }

  /** Leaves hardly a byte free, and none more than there were: what is deleted makes room again. */
  void fill(Path folder) throws IOException {
    FileStore disk = Files.getFileStore(folder);
    long used = disk.getTotalSpace() - disk.getUnallocatedSpace();
    LOG.info("{} is full, with {} bytes", folder, used);
    resize(folder, "size=" + (used + Math.min(SLACK_BYTES, disk.getUsableSpace())));
  }

  /** Whether {@link #fill} has left nothing worth the name. */
  boolean isFull(Path folder) throws IOException {
    return Files.getFileStore(folder).getUsableSpace() <= SLACK_BYTES;
  }

  /** Gives back what {@link #fill} took. */
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
