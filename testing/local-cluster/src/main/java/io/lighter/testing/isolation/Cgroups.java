package io.lighter.testing.isolation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * One of the two interfaces of the kernel's control groups. Stateless beyond where it is mounted:
 * all state is in the kernel. Nothing here undoes what it did when it fails half-way; folders are
 * removed by name.
 */
interface Cgroups {
  /** The file that a process id is written to in order to move the process. */
  String PROCESSES = "cgroup.procs";

  /** The file of the CPU controller, in both versions, since Linux 5.15. */
  String IDLE = "cpu.idle";

  /** Such as {@code cgroup v1}. */
  String version();

  /** What this host offers through it; whether we may use it shows on first use. */
  Set<Controller> controllers();

  /** The folder of the group that this process was started in. */
  Path home(Controller controller);

  /** The folder in which folders of ours are made. */
  Path parent(Controller controller);

  /** The mount point. */
  Path mount(Controller controller);

  /** The CPUs that groups of ours may have, as the kernel lists them. */
  Optional<String> cpus() throws IOException;

  /** Makes our folder {@code root}, which will hold the groups; it may be there already. */
  void makeRoot(Controller controller, String root) throws IOException;

  /** Makes a group in it, without limits and without processes; it may be there already. */
  Path makeGroup(Controller controller, String root, String group) throws IOException;

  /** Sets the limits that {@code controller} is for. */
  void limit(Controller controller, Path group, GroupLimits limits) throws IOException;

  /** Drops the clean pages that a group has in the page cache. */
  void evictPageCache(Path group) throws IOException;

  /** Lets a group run only when no other wants the CPU; false if this kernel cannot. */
  static boolean makeYield(Path group) throws IOException {
    Path file = group.resolve(IDLE);
    boolean can = Files.exists(file);
    if (can) {
      Files.writeString(file, "1");
    }
    return can;
  }

  /** Whether {@link #makeYield} is in force. */
  static boolean yields(Path group) throws IOException {
    Path file = group.resolve(IDLE);
    return Files.exists(file) && Files.readString(file).trim().equals("1");
  }
}
