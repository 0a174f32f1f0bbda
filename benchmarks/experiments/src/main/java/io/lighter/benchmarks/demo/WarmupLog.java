// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.TableName;

/**
 * Tracks the warm-ups of one table in region servers' logs. Each call of {@link #read} reads only
 * new lines, so frequent calls are cheap. Confined to one thread.
 */
final class WarmupLog {
  private static final Pattern EVENT =
      Pattern.compile(
          "^(\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d,\\d{3}) .*"
              + "\\bwarm-up (started|completed|ended): (\\S+)(.*)$");
  private static final Pattern REASON = Pattern.compile(" reason=(.*)$");
  private static final DateTimeFormatter TIMESTAMP =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss,SSS");
  private static final int BUFFER_BYTES = 64 * 1024;

  private final Pattern ofTable;
  private final ZoneId zone;
  private final Map<Path, Long> positions = new LinkedHashMap<>();

  private final Set<String> running = new HashSet<>();
  private final Map<String, Integer> endedEarly = new TreeMap<>();
  private int completed;
  private Instant lastEnd;

  /**
   * Creates a reader without reading.
   *
   * @param zone time zone of the logs
   */
  WarmupLog(List<Path> files, TableName table, ZoneId zone) {
    this.zone = zone;
    this.ofTable = Pattern.compile(" table=" + Pattern.quote(table.toString()) + "(?![\\w.:-])");
    files.forEach(file -> positions.put(file, 0L));
  }

  /**
   * The warm-ups so far.
   *
   * @param running number of warm-ups in progress
   * @param completed number of completed warm-ups
   * @param endedEarly number of stopped and failed warm-ups by reason
   * @param lastEnd last end of any warm-up
   */
  record State(
      int running, int completed, Map<String, Integer> endedEarly, Optional<Instant> lastEnd) {
    State {
      endedEarly = Map.copyOf(endedEarly);
    }

    /** The warm-ups after an {@code earlier} state without a running one. */
    State since(State earlier) {
      Map<String, Integer> later = new TreeMap<>(endedEarly);
      earlier.endedEarly.forEach((reason, count) -> later.merge(reason, -count, Integer::sum));
      later.values().removeIf(count -> count == 0);
      return new State(running, completed - earlier.completed, later, lastEnd);
    }

    /** Number of ended warm-ups. */
    int ended() {
      return completed + endedEarly.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Number of started warm-ups. */
    int started() {
      return running + ended();
    }
  }

  /** Reads to the end of the logs. */
  State read() throws IOException {
    for (Map.Entry<Path, Long> file : positions.entrySet()) {
      file.setValue(readFrom(file.getKey(), file.getValue()));
    }
    return new State(running.size(), completed, endedEarly, Optional.ofNullable(lastEnd));
  }

  /** Reads a file; returns the start of the first incomplete line. */
  private long readFrom(Path file, long position) throws IOException {
    if (Files.notExists(file)) {
      return position;
    }
    long next = position;
    try (SeekableByteChannel channel = Files.newByteChannel(file).position(position)) {
      ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
      while (channel.read(buffer) > 0) {
        String text = new String(buffer.array(), 0, buffer.position(), StandardCharsets.UTF_8);
        int end = text.lastIndexOf('\n') + 1;
        text.substring(0, end).lines().forEach(this::readLine);
        int consumed = text.substring(0, end).getBytes(StandardCharsets.UTF_8).length;
        if (consumed == 0 && !buffer.hasRemaining()) {
          consumed = BUFFER_BYTES; // a line this long is not Lighter's
        }
        next += consumed;
        buffer.flip().position(consumed);
        buffer.compact();
      }
    }
    return next;
  }

  private void readLine(String line) {
    Matcher event = EVENT.matcher(line);
    if (!event.matches()) {
      return;
    }
    String id = event.group(3);
    String details = event.group(4);
    if (event.group(2).equals("started")) {
      if (ofTable.matcher(details).find()) {
        running.add(id);
      }
    } else if (running.remove(id)) {
      Instant time = LocalDateTime.parse(event.group(1), TIMESTAMP).atZone(zone).toInstant();
      lastEnd = lastEnd == null || time.isAfter(lastEnd) ? time : lastEnd;
      if (event.group(2).equals("completed")) {
        completed++;
      } else {
        Matcher reason = REASON.matcher(details);
        endedEarly.merge(reason.find() ? reason.group(1) : "unknown", 1, Integer::sum);
      }
    }
  }
}
