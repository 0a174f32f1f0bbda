package io.lighter.benchmarks.cluster;

import io.lighter.benchmarks.isolation.ShellCommand;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Folders that are file systems of their own, in memory, which can be full. Thread-safe. */
final class SmallDisks implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(SmallDisks.class);
  private static final String SIZE = "size=768m";
  private static final String BALLAST = "ballast";
  private static final int CHUNK_BYTES = 64 * 1024;

  private final Set<Path> mounted = new ConcurrentSkipListSet<>();

  /** Makes a folder one, unless it is. */
  void mount(Path folder) throws IOException {
    if (mounted.add(folder)) {
      Files.createDirectories(folder);
      run(List.of("mount", "-t", "tmpfs", "-o", SIZE, "lighter-disk", folder.toString()));
    }
  }

  /** Leaves no byte free. */
  void fill(Path folder) throws IOException {
    byte[] chunk = new byte[CHUNK_BYTES];
    long written = 0;
    try (OutputStream ballast = Files.newOutputStream(folder.resolve(BALLAST))) {
      while (written < Files.getFileStore(folder).getTotalSpace()) {
        ballast.write(chunk);
        written += CHUNK_BYTES;
      }
    } catch (IOException e) { // the purpose: no space left on device
      LOG.info("{} is full after {} bytes: {}", folder, written, e.getMessage());
    }
  }

  /** Gives back what {@link #fill} took. */
  void free(Path folder) throws IOException {
    Files.deleteIfExists(folder.resolve(BALLAST));
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
