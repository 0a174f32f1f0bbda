// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.isolation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A whole disk by its device numbers; the kernel's throttle refuses partitions.
 *
 * @param major number of the driver
 * @param minor number of the disk
 */
record BlockDevice(int major, int minor) {
  /** The disk of {@code folder}; empty if its file system has none (tmpfs, overlay, network). */
  static Optional<BlockDevice> under(Path folder, Path sysDevBlock) throws IOException {
    return of((Long) Files.getAttribute(folder, "unix:dev"), sysDevBlock);
  }

  /**
   * The disk of a device number.
   *
   * @param device as {@code stat} returns it
   * @param sysDevBlock {@code /sys/dev/block}
   */
  static Optional<BlockDevice> of(long device, Path sysDevBlock) throws IOException {
    int major = (int) (((device >>> 8) & 0xfff) | ((device >>> 32) & 0xfffff000L));
    int minor = (int) ((device & 0xff) | ((device >>> 12) & 0xffffff00L));
    Path entry = sysDevBlock.resolve(major + ":" + minor);
    if (!Files.exists(entry)) {
      return Optional.empty();
    }
    Path found = entry.toRealPath();
    boolean isPartition = Files.exists(found.resolve("partition"));
    return Optional.of(
        isPartition
            ? parse(Files.readString(found.getParent().resolve("dev")).trim())
            : new BlockDevice(major, minor));
  }

  @Override
  public String toString() {
    return major + ":" + minor;
  }

  /** Parses {@code major:minor}. */
  static BlockDevice parse(String numbers) {
    int colon = numbers.indexOf(':');
    return new BlockDevice(
        Integer.parseInt(numbers.substring(0, colon)),
        Integer.parseInt(numbers.substring(colon + 1)));
  }
}
