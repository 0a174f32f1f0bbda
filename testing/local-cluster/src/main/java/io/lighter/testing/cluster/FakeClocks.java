// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
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
 * Clocks of running processes that can be set by libfaketime: the time of day only, not the
 * monotonic clock. Changes take effect at once. Thread-safe.
 */
final class FakeClocks {
  private static final Logger LOG = LoggerFactory.getLogger(FakeClocks.class);
  private static final Path LIBRARIES = Path.of("/usr/lib");
  private static final String LIBRARY = "faketime/libfaketimeMT.so.1";

  private static final Map<String, String> SETTINGS =
      Map.of(
          // Caching would delay a jump, and a moment lasts only milliseconds.
          "FAKETIME_NO_CACHE", "1",
          "NO_FAKE_STAT", "1",
          // Otherwise waits by the monotonic clock, as all waits of a JVM are, end at once, and the
          // JVM spins.
          "FAKETIME_FORCE_MONOTONIC_FIX", "0",
          // The name that the library reads depends on its version.
          "DONT_FAKE_MONOTONIC", "1",
          "FAKETIME_DONT_FAKE_MONOTONIC", "1");

  private final Path folder;
  private final Path library;

  /** Creates correct clocks. */
  FakeClocks(Path folder) throws IOException {
    this.folder = Files.createDirectories(folder);
    this.library = library().orElseThrow(() -> new IOException("libfaketime is not installed"));
  }

  /** Path of the library; empty if it is not installed. */
  static Optional<Path> library() {
    try (DirectoryStream<Path> machines = Files.newDirectoryStream(LIBRARIES)) {
      for (Path machine : machines) {
        Path library = machine.resolve(LIBRARY);
        if (Files.exists(library)) {
          return Optional.of(library);
        }
      }
    } catch (IOException e) { // not Linux
      LOG.debug("cannot list folder={}", LIBRARIES, e);
    }
    return Optional.empty();
  }

  /** A command line that runs {@code command} with its own clock, under the same pid. */
  List<String> wrap(ProcessName name, List<String> command) throws IOException {
    set(name, Duration.ZERO);
    List<String> wrapped = new ArrayList<>(List.of("env", "LD_PRELOAD=" + library));
    wrapped.add("FAKETIME_TIMESTAMP_FILE=" + file(name));
    SETTINGS.forEach((key, value) -> wrapped.add(key + '=' + value));
    wrapped.addAll(command);
    return wrapped;
  }

  /** Sets a clock ahead; a negative duration sets it back, and zero corrects it. */
  void set(ProcessName name, Duration ahead) throws IOException {
    Path draft = folder.resolve(name + ".new");
    Files.writeString(draft, "%+d%n".formatted(ahead.toSeconds()));
    Files.move(draft, file(name), StandardCopyOption.ATOMIC_MOVE);
  }

  /** Whether a process has loaded the library and has a wrong time. */
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
