// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.isolation;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Folders with a loop device of their own: a sparse file with an ext4 file system. The kernel's
 * throttle takes each loop device for a disk.
 *
 * <p>The file is deleted as soon as the device holds it, and the device ends with its mount, so
 * that a mount is all that a killed JVM leaves. Mounts of a mount namespace end with the namespace.
 *
 * <p>Not thread-safe; {@link Isolation} guards it.
 */
final class LoopDisks implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LoopDisks.class);

  /** Size of a sparse file, of which only written parts take space. */
  private static final long BYTES = 32L << 30;

  /** Few inodes, whose tables stay unwritten; the mount has {@code noinit_itable} for that. */
  private static final String MAKE_FILE_SYSTEM =
      "mkfs.ext4 -q -F -m 0 -i 65536 -J size=64 -E lazy_itable_init=1,nodiscard";

  /** Read-ahead of 1 MiB in sectors of 512 bytes. */
  private static final String READ_AHEAD_SECTORS = "2048";

  /**
   * Written bytes of a device that the page cache may hold. Linux holds up to a fifth of the memory
   * by default ({@code vm.dirty_ratio}). A slow device takes minutes to write as much, and a
   * process whose page cache is limited is killed if all of its pages wait for that.
   */
  private static final long MOST_DIRTY_BYTES = 16L << 20;

  /** The kernel's number of the driver of loop devices. */
  private static final int LOOP_MAJOR = 7;

  private static final Pattern DEVICE_OF_LIGHTER =
      Pattern.compile(
          "(/dev/\\S+)\\s+(\\d+:\\d+)\\s+"
              + "(\\S.*/lighter-(\\d+)-[0-9a-f]+-[\\w-]+\\.disk)( .*)?");

  private final IsolationHost host;
  private final String owner;

  /** Devices by mount point, in the order of their creation. */
  private final Map<Path, BlockDevice> mounted = new LinkedHashMap<>();

  private boolean cachedTwice;

  LoopDisks(IsolationHost host) {
    this.host = host;
    String random = Integer.toHexString(ThreadLocalRandom.current().nextInt());
    this.owner = "lighter-" + host.pid() + "-" + random;
  }

  /**
   * The reason why this host has no loop devices for this process; empty if a trial succeeds.
   *
   * @param parent folder for the trial
   */
  static Optional<String> refusal(IsolationHost host, Path parent) {
    try {
      Path folder = Files.createTempDirectory(parent, "lighter-disk-");
      try (LoopDisks trial = new LoopDisks(host)) {
        trial.mount(folder, "trial");
      } finally {
        Files.deleteIfExists(folder);
      }
      return Optional.empty();
    } catch (IOException e) {
      LOG.debug("no loop devices", e);
      return Optional.of(e.getMessage());
    }
  }

  /**
   * Mounts a new, empty disk at a folder, which is created if needed.
   *
   * @param name name of the disk: letters, digits and dashes
   * @return the disk's device
   * @throws IOException with the host's reason; nothing is left then
   */
  BlockDevice mount(Path folder, String name) throws IOException {
    Files.createDirectories(folder);
    Path image = folder.resolveSibling(owner + '-' + name + ".disk");
    try {
      try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
        file.setLength(BYTES);
      }
      run(MAKE_FILE_SYSTEM, image.toString());
      String device = run("losetup --find --show --direct-io=on", image.toString());
      return mountDevice(device, folder);
    } finally {
      Files.deleteIfExists(image);
    }
  }

  /** Whether the host refused direct I/O, so that it also caches the files behind the devices. */
  boolean isCachedTwice() {
    return cachedTwice;
  }

  /** Unmounts all disks, whose files must be closed. Their data are lost. */
  @Override
  public void close() {
    for (Path folder : mounted.keySet()) {
      try {
        run("umount", folder.toString());
      } catch (IOException e) {
        LOG.warn("disk is in use, it ends with its last open file folder={}", folder, e);
        tryTo("umount --lazy", folder.toString());
      }
    }
    mounted.clear();
  }

  /**
   * Removes the disks of processes that no longer exist, unless a file on them is open.
   *
   * @return their devices
   */
  List<BlockDevice> removeThoseOfTheDead() {
    List<BlockDevice> found = new ArrayList<>();
    try {
      String devices = run("losetup --list --noheadings --output NAME,MAJ:MIN,BACK-FILE");
      for (String line : devices.lines().toList()) {
        Matcher matcher = DEVICE_OF_LIGHTER.matcher(line.trim());
        if (matcher.matches() && !host.isAlive().test(Long.parseLong(matcher.group(4)))) {
          found.add(BlockDevice.parse(matcher.group(2)));
          remove(matcher.group(1), Path.of(matcher.group(3)));
        }
      }
    } catch (IOException e) { // without losetup there are no such disks
      LOG.debug("cannot list old disks", e);
    }
    return found;
  }

  /**
   * Whether the device is a loop device without a file. A process that was killed in a mount
   * namespace of its own leaves such a device, since the kernel unmounts its disks.
   */
  boolean isUnused(BlockDevice device) {
    Path entry = host.sysDevBlock().resolve(device.toString());
    return device.major() == LOOP_MAJOR
        && Files.exists(entry)
        && !Files.exists(entry.resolve("loop/backing_file"));
  }

  private BlockDevice mountDevice(String device, Path folder) throws IOException {
    try {
      BlockDevice numbers =
          BlockDevice.parse(run("losetup --list --noheadings --output MAJ:MIN", device));
      cachedTwice |= !usesDirectIo(numbers);
      run("blockdev --setra " + READ_AHEAD_SECTORS, device);
      limitDirtyBytes(numbers);
      run("mount -t ext4 -o noatime,noinit_itable " + device, folder.toString());
      mounted.put(folder, numbers);
      Files.deleteIfExists(folder.resolve("lost+found"));
      return numbers;
    } finally {
      tryTo("losetup --detach", device); // of a mounted device, the kernel does it at the unmount
    }
  }

  /** Kernels before 6.2 have no such limit. */
  private void limitDirtyBytes(BlockDevice device) throws IOException {
    Path settings = host.sysDevBlock().resolve(device + "/bdi");
    Path most = settings.resolve("max_bytes");
    if (Files.exists(most)) {
      Files.writeString(settings.resolve("strict_limit"), "1");
      Files.writeString(most, Long.toString(MOST_DIRTY_BYTES));
    }
  }

  private boolean usesDirectIo(BlockDevice device) throws IOException {
    Path file = host.sysDevBlock().resolve(device + "/loop/dio");
    return Files.exists(file) && Files.readString(file).trim().equals("1");
  }

  private void remove(String device, Path image) throws IOException {
    for (String line : Files.readAllLines(host.procSelf().resolve("mounts"))) {
      String[] fields = line.split(" ", 3);
      if (fields[0].equals(device)) {
        tryTo("umount", fields[1].replace("\\040", " "));
      }
    }
    tryTo("losetup --detach", device);
    if (Files.deleteIfExists(image)) {
      LOG.info("deleted the file of an ended process's disk file={}", image);
    }
  }

  private void tryTo(String command, String argument) {
    try {
      run(command, argument);
    } catch (IOException e) { // done already, or still in use: the next start tries again
      LOG.debug("cannot remove a disk command=\"{}\" argument={}", command, argument, e);
    }
  }

  /** Runs words separated by blanks, followed by arguments that may contain blanks. */
  private String run(String words, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(words.split(" ")));
    command.addAll(List.of(arguments));
    return host.tools().run(command);
  }
}
