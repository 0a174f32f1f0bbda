// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.stall;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A control group's use of its disk since the group's start. Immutable.
 *
 * @param readBytes bytes read
 * @param writtenBytes bytes written
 * @param reads read requests
 */
record DiskUse(long readBytes, long writtenBytes, long reads) {
  private static final String BYTES_V1 = "blkio.throttle.io_service_bytes";
  private static final String REQUESTS_V1 = "blkio.throttle.io_serviced";
  private static final String ALL_V2 = "io.stat";

  /**
   * Reads a group of cgroup v1 or v2.
   *
   * @param device such as {@code 7:0}; all devices if empty
   * @return empty if the kernel does not account for the group
   */
  static Optional<DiskUse> read(Path group, Optional<String> device) throws IOException {
    Path v2 = group.resolve(ALL_V2);
    if (Files.isReadable(v2)) {
      return Optional.of(parseV2(Files.readAllLines(v2), device));
    }
    Path bytes = group.resolve(BYTES_V1);
    Path requests = group.resolve(REQUESTS_V1);
    return Files.isReadable(bytes) && Files.isReadable(requests)
        ? Optional.of(parseV1(Files.readAllLines(bytes), Files.readAllLines(requests), device))
        : Optional.empty();
  }

  /** Parses lines such as {@code 7:0 Read 4096}. */
  static DiskUse parseV1(List<String> bytes, List<String> requests, Optional<String> device) {
    return new DiskUse(
        sumV1(bytes, "Read", device),
        sumV1(bytes, "Write", device),
        sumV1(requests, "Read", device));
  }

  /** Parses lines such as {@code 7:0 rbytes=4096 wbytes=0 rios=1 wios=0 dbytes=0 dios=0}. */
  static DiskUse parseV2(List<String> lines, Optional<String> device) {
    return new DiskUse(
        sumV2(lines, "rbytes=", device),
        sumV2(lines, "wbytes=", device),
        sumV2(lines, "rios=", device));
  }

  /** The use since an earlier time. */
  DiskUse minus(DiskUse earlier) {
    return new DiskUse(
        readBytes - earlier.readBytes, writtenBytes - earlier.writtenBytes, reads - earlier.reads);
  }

  private static long sumV1(List<String> lines, String kind, Optional<String> device) {
    return lines.stream()
        .map(line -> line.split(" ", -1))
        .filter(fields -> fields.length == 3 && fields[1].equals(kind))
        .filter(fields -> device.isEmpty() || device.get().equals(fields[0]))
        .mapToLong(fields -> Long.parseLong(fields[2]))
        .sum();
  }

  private static long sumV2(List<String> lines, String key, Optional<String> device) {
    long sum = 0;
    for (String line : lines) {
      if (device.isEmpty() || line.startsWith(device.get() + " ")) {
        for (String field : line.split(" ", -1)) {
          sum += field.startsWith(key) ? Long.parseLong(field.substring(key.length())) : 0;
        }
      }
    }
    return sum;
  }
}
