package io.lighter.testing.cluster;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Clocks of processes that can be set while they run, by libfaketime: the time of day only, the
 * monotonic clock goes on. A process notices at once. Thread-safe.
 */
final class FakeClocks {
  private static final Logger LOG = LoggerFactory.getLogger(FakeClocks.class);
  private static final Path LIBRARIES = Path.of("/usr/lib");
  private static final String LIBRARY = "faketime/libfaketimeMT.so.1";

  private static final Map<String, String> SETTINGS =
      Map.of(
          // A jump at a moment that lasts for some milliseconds.
          "FAKETIME_NO_CACHE", "1",
          "NO_FAKE_STAT", "1",
          // Else waits by the monotonic clock, which all of a JVM's are, end at once, and it spins.
          "FAKETIME_FORCE_MONOTONIC_FIX", "0",
          // The name that the library reads depends on its version.
          "DONT_FAKE_MONOTONIC", "1",
          "FAKETIME_DONT_FAKE_MONOTONIC", "1");

  private final Path folder;
  private final Path library;

  /** Clocks that are right so far. */
  FakeClocks(Path folder) throws IOException {
    this.folder = Files.createDirectories(folder);
    this.library = library().orElseThrow(() -> new IOException("libfaketime is not installed"));
  }

  /** Where it is; empty if it is not installed. */
  static Optional<Path> library() {
    try (DirectoryStream<Path> machines = Files.newDirectoryStream(LIBRARIES)) {
      for (Path machine : machines) {
        Path library = machine.resolve(LIBRARY);
        if (Files.exists(library)) {
          return Optional.of(library);
        }
      }
    } catch (IOException e) { // another system than Linux
      LOG.debug("Cannot look into {}", LIBRARIES, e);
    }
    return Optional.empty();
  }

  /** A command line that runs {@code command} with a clock of its own, under the same pid. */
  List<String> wrap(ProcessName name, List<String> command) throws IOException {
    set(name, Duration.ZERO);
    List<String> wrapped = new ArrayList<>(List.of("env", "LD_PRELOAD=" + library));
    wrapped.add("FAKETIME_TIMESTAMP_FILE=" + file(name));
    SETTINGS.forEach((key, value) -> wrapped.add(key + '=' + value));
    wrapped.addAll(command);
    return wrapped;
  }

  /** Sets a clock; {@code ahead} may be negative, and zero makes it right. */
  void set(ProcessName name, Duration ahead) throws IOException {
    Path draft = folder.resolve(name + ".new");
    Files.writeString(draft, "%+d%n".formatted(ahead.toSeconds()));
    Files.move(draft, file(name), StandardCopyOption.ATOMIC_MOVE);
  }

  /** Whether a process has the library, and a time that is not right. */
  boolean isOther(ProcessName name, long pid) throws IOException {
    boolean isLoaded =
        Files.readString(Path.of("/proc/" + pid + "/maps"))
            .contains(library.toRealPath().toString());
    return isLoaded && Long.parseLong(Files.readString(file(name)).trim()) != 0;
  }

  private Path file(ProcessName name) {
    return folder.resolve(name.toString());
  }
}
