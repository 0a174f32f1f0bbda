// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.isolation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds this host's cgroup version for each controller; some hosts have both. */
final class CgroupMounts {
  private static final String TYPE_V1 = "cgroup";
  private static final String TYPE_V2 = "cgroup2";

  /** An entry of {@code mounts}. */
  private record Mount(Path folder, String type, List<String> options) {}

  private CgroupMounts() {}

  /**
   * The cgroup interface of each controller that the host has.
   *
   * @param procSelf {@code /proc/self}
   */
  static Map<Controller, Cgroups> find(Path procSelf) throws IOException {
    List<Mount> mounts =
        Files.readAllLines(procSelf.resolve("mounts")).stream().map(CgroupMounts::mount).toList();
    List<String> memberships = Files.readAllLines(procSelf.resolve("cgroup"));
    Map<Controller, CgroupsV1.Hierarchy> v1 = new EnumMap<>(Controller.class);
    for (Controller controller : Controller.values()) {
      String name = controller.nameV1();
      mounts.stream()
          .filter(m -> m.type().equals(TYPE_V1) && m.options().contains(name))
          .findFirst()
          .ifPresent(m -> v1.put(controller, hierarchy(m.folder(), membership(memberships, name))));
    }
    Map<Controller, Cgroups> found = new EnumMap<>(Controller.class);
    Optional<Mount> unified = mounts.stream().filter(m -> m.type().equals(TYPE_V2)).findFirst();
    if (unified.isPresent()) {
      Path mount = unified.get().folder();
      Set<Controller> offered = offered(mount);
      Cgroups v2 = new CgroupsV2(mount, home(mount, membership(memberships, "")), offered);
      offered.forEach(controller -> found.put(controller, v2));
    }
    Cgroups first = new CgroupsV1(v1);
    first.controllers().forEach(controller -> found.put(controller, first));
    return found;
  }

  private static Mount mount(String line) {
    String[] fields = line.split(" ", -1);
    return new Mount(
        Path.of(fields[1].replace("\\040", " ")),
        fields[2],
        Arrays.asList(fields[3].split(",", -1)));
  }

  private static CgroupsV1.Hierarchy hierarchy(Path mount, String membership) {
    return new CgroupsV1.Hierarchy(mount, home(mount, membership));
  }

  /**
   * Group of this process. In a container the path may be the host's; the mount point is then the
   * container's group.
   */
  private static Path home(Path mount, String membership) {
    Path home = mount.resolve(membership.substring(1)).normalize();
    return Files.isDirectory(home) ? home : mount;
  }

  /** Path of this process's group in a line such as {@code 4:memory:/a/b} or {@code 0::/}. */
  private static String membership(List<String> memberships, String controller) {
    return memberships.stream()
        .map(line -> line.split(":", 3))
        .filter(fields -> Arrays.asList(fields[1].split(",", -1)).contains(controller))
        .map(fields -> fields[2])
        .findFirst()
        .orElse("/");
  }

  private static Set<Controller> offered(Path mount) throws IOException {
    Path file = mount.resolve("cgroup.controllers");
    if (!Files.exists(file)) {
      return Set.of();
    }
    Set<String> names = CgroupsV2.words(Files.readString(file)).collect(Collectors.toSet());
    return Arrays.stream(Controller.values())
        .filter(controller -> names.contains(controller.nameV2()))
        .collect(Collectors.toCollection(() -> EnumSet.noneOf(Controller.class)));
  }
}
