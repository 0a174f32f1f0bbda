// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.chaos;

import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.ProcessName;
import io.lighter.testing.cluster.Role;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Follows the logs of a role's processes from now on, closely. Confined to one thread. */
final class LogTail implements Closeable {
  private static final long POLL_MS = 2;

  private final List<Tail> tails = new ArrayList<>();

  /** Follows these logs. */
  LogTail(Map<ProcessName, Path> logs) throws IOException {
    for (Map.Entry<ProcessName, Path> log : logs.entrySet()) {
      FileChannel channel = FileChannel.open(log.getValue(), StandardOpenOption.READ);
      tails.add(new Tail(log.getKey(), channel, channel.size()));
    }
  }

  /** Follows the logs of a role's running processes. */
  static LogTail of(LocalCluster cluster, Role role) throws IOException {
    Map<ProcessName, Path> logs = new LinkedHashMap<>();
    for (ProcessName name : cluster.processNames()) {
      if (name.role() == role && cluster.isAlive(name)) {
        logs.put(name, cluster.logFile(name));
      }
    }
    return new LogTail(logs);
  }

  /** A line and its writer. */
  record Line(ProcessName writer, String text) {}

  /**
   * Waits for a line that contains all parts.
   *
   * @throws IOException if none appears in time
   */
  Line await(Duration timeout, String... parts) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (true) {
      for (Tail tail : tails) {
        Optional<String> line = tail.next(parts);
        if (line.isPresent()) {
          return new Line(tail.name, line.get());
        }
      }
      if (System.nanoTime() > deadline) {
        throw new IOException(
            "no log has a line with %s after %d s".formatted(List.of(parts), timeout.toSeconds()));
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MS); // between two reads of the files
    }
  }

  /** Whether the log has a line with all parts after the awaited line. */
  boolean has(ProcessName writer, List<String> parts) throws IOException {
    for (Tail tail : tails) {
      if (tail.name.equals(writer)) {
        return tail.next(parts.toArray(String[]::new)).isPresent();
      }
    }
    throw new IllegalArgumentException("the log of " + writer + " is not followed");
  }

  @Override
  public void close() throws IOException {
    for (Tail tail : tails) {
      tail.channel.close();
    }
  }

  /** The tail of one log. */
  private static final class Tail {
    private final ProcessName name;
    private final FileChannel channel;
    private long position;

    /** Start of an incomplete line. */
    private String rest = "";

    Tail(ProcessName name, FileChannel channel, long position) {
      this.name = name;
      this.channel = channel;
      this.position = position;
    }

    /** The next new line with all parts; skips lines before it. */
    Optional<String> next(String... parts) throws IOException {
      read();
      int start = 0;
      for (int end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n', start)) {
        String line = rest.substring(start, end);
        start = end + 1;
        if (List.of(parts).stream().allMatch(line::contains)) {
          rest = rest.substring(start);
          return Optional.of(line);
        }
      }
      rest = rest.substring(start);
      return Optional.empty();
    }

    private void read() throws IOException {
      int added = (int) (channel.size() - position);
      if (added > 0) {
        ByteBuffer bytes = ByteBuffer.allocate(added);
        while (bytes.hasRemaining() && channel.read(bytes, position + bytes.position()) >= 0) {
          // until all of it is read
        }
        position += bytes.position();
        rest += new String(bytes.array(), 0, bytes.position(), StandardCharsets.ISO_8859_1);
      }
    }
  }
}
