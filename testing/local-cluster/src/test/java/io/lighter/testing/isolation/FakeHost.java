// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.isolation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** A file tree like {@code /proc} and {@code /sys/fs/cgroup} of a host. */
final class FakeHost {
  static final long PID = 4711;

  private final Path folder;
  private final List<String> mounts = new ArrayList<>(List.of("proc /proc proc rw 0 0"));
  private final List<String> memberships = new ArrayList<>();
  private final FakeTools tools = new FakeTools();
  private final Set<Long> alive = new HashSet<>(Set.of(PID));

  FakeHost(Path folder) throws IOException {
    this.folder = folder;
    Files.createDirectories(folder.resolve("proc"));
    Files.createDirectories(folder.resolve("block"));
  }

  /** Mounts a controller of v1, with this process in {@code home}, such as {@code /a}. */
  Path v1(String controller, String home) throws IOException {
    Path mount = folder.resolve("v1").resolve(controller);
    Path own = mount.resolve(home.substring(1));
    Files.createDirectories(own);
    mounts.add("cgroup %s cgroup rw,relatime,%s 0 0".formatted(mount, controller));
    memberships.add("%d:%s:%s".formatted(memberships.size() + 1, controller, home));
    if (controller.equals("cpuset")) {
      Files.writeString(own.resolve("cpuset.effective_cpus"), "0-1\n");
      Files.writeString(own.resolve("cpuset.effective_mems"), "0\n");
    }
    return mount;
  }

  /** Mounts v2. */
  Path v2(String controllers, String home) throws IOException {
    Path mount = folder.resolve("v2");
    Files.createDirectories(mount.resolve(home.substring(1)));
    mounts.add("cgroup2 %s cgroup2 rw,relatime 0 0".formatted(mount));
    memberships.add("0::" + home);
    Files.writeString(mount.resolve("cgroup.controllers"), controllers + "\n");
    Files.writeString(mount.resolve("cgroup.subtree_control"), "\n");
    Files.writeString(mount.resolve("cpuset.cpus.effective"), "0-1\n");
    return mount;
  }

  /** Mounts a controller of v1 in a folder where not even root can create folders. */
  void v1WithoutPermission(String controller) {
    mounts.add("cgroup /sys/kernel cgroup rw,%s 0 0".formatted(controller));
  }

  /** A disk for the file system of {@code data}. */
  void disk(Path data) throws IOException {
    long device = (Long) Files.getAttribute(data, "unix:dev");
    long major = (device >>> 8) & 0xfff;
    long minor = (device & 0xff) | ((device >>> 12) & 0xffffff00L);
    Files.createDirectories(folder.resolve("block").resolve(major + ":" + minor));
  }

  /** The system's commands. */
  FakeTools tools() {
    return tools;
  }

  /** A line of {@code mounts}, such as {@code /dev/loop1 /a ext4 rw 0 0}. */
  void mount(String line) {
    mounts.add(line);
  }

  /** Whether a loop device uses direct I/O. */
  void directIo(String device, boolean isUsed) throws IOException {
    Path loop = Files.createDirectories(folder.resolve("block").resolve(device).resolve("loop"));
    Files.writeString(loop.resolve("dio"), isUsed ? "1\n" : "0\n");
  }

  /** Gives a device the kernel's usual limits of written bytes in the page cache. */
  Path dirtyLimits(String device) throws IOException {
    Path bdi = Files.createDirectories(folder.resolve("block").resolve(device).resolve("bdi"));
    Files.writeString(bdi.resolve("strict_limit"), "0\n");
    Files.writeString(bdi.resolve("max_bytes"), "4819853312\n");
    return bdi;
  }

  /** Gives a loop device a file. */
  void loopFile(String device) throws IOException {
    Path loop = Files.createDirectories(folder.resolve("block").resolve(device).resolve("loop"));
    Files.writeString(loop.resolve("backing_file"), "/images/a.img\n");
  }

  void alive(long pid) {
    alive.add(pid);
  }

  IsolationHost host() throws IOException {
    Files.write(folder.resolve("proc/mounts"), mounts);
    Files.write(folder.resolve("proc/cgroup"), memberships);
    return new IsolationHost(
        folder.resolve("proc"),
        folder.resolve("block"),
        PID,
        alive::contains,
        FakeHost::remove,
        tools);
  }

  /** Removes a group's files, as the kernel does. */
  private static void remove(Path group) throws IOException {
    try (Stream<Path> tree = Files.walk(group)) {
      for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  /** Lighter's one folder in {@code parent}. */
  static Path ours(Path parent) throws IOException {
    try (Stream<Path> children = Files.list(parent)) {
      return children
          .filter(child -> child.getFileName().toString().startsWith("lighter-" + PID))
          .findFirst()
          .orElseThrow(() -> new AssertionError("no folder of ours in " + parent));
    }
  }
}
