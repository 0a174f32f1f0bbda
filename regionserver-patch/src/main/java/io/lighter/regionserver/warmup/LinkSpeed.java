// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The speed of the network links, as Linux reports it. */
final class LinkSpeed {
  private static final Logger LOG = LoggerFactory.getLogger(LinkSpeed.class);
  private static final long BYTES_PER_MEGABIT = 1_000_000 / 8;

  private LinkSpeed() {}

  /** Bytes per second of the slowest known link of this machine; empty if none is known. */
  static OptionalLong known() {
    return slowest(Path.of("/sys/class/net"));
  }

  /**
   * Bytes per second of the slowest link that is up. Which link the warm-ups use is not known.
   * Virtual devices do not count: they report a speed that means nothing, or none.
   *
   * @param devices folder with a folder for each network device; may be missing
   */
  static OptionalLong slowest(Path devices) {
    OptionalLong slowest = OptionalLong.empty();
    if (!Files.isDirectory(devices)) {
      return slowest;
    }
    try (DirectoryStream<Path> all = Files.newDirectoryStream(devices)) {
      for (Path device : all) {
        long speed = Files.exists(device.resolve("device")) ? speed(device) : -1;
        if (speed > 0 && (slowest.isEmpty() || speed < slowest.getAsLong())) {
          slowest = OptionalLong.of(speed);
        }
      }
    } catch (IOException e) {
      LOG.debug("network devices not listed", e);
    }
    return slowest;
  }

  /** Bytes per second; not positive if unknown. */
  private static long speed(Path device) {
    try {
      return Files.readString(device.resolve("operstate")).trim().equals("up")
          ? Long.parseLong(Files.readString(device.resolve("speed")).trim()) * BYTES_PER_MEGABIT
          : -1;
    } catch (IOException | NumberFormatException e) { // Linux refuses where it has no speed
      LOG.debug("speed of {} not known", device, e);
      return -1;
    }
  }
}
