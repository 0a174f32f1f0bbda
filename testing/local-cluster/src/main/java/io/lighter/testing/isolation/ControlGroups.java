// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.isolation;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lighter's groups in all controllers of this host. A controller is disabled after its first
 * failure, with the reason, because groups with different limits in force would be worse than none.
 *
 * <p>Not thread-safe; {@link Isolation} guards it.
 */
final class ControlGroups {
  /** A wrapper that moves itself into the groups and then becomes the process. */
  private static final String MOVE_THEN_EXEC =
      """
      while [ "$1" != -- ]; do
        echo $$ > "$1" || exit 125
        shift
      done
      shift
      exec "$@"
      """;

  private static final Logger LOG = LoggerFactory.getLogger(ControlGroups.class);
  private static final Pattern FOLDER = Pattern.compile("lighter-(\\d+)-[0-9a-f]+");
  private static final int DEPTH = 4;
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final long POLL_MS = 20;
  private static final long NO_LIMIT = 0;

  private final IsolationHost host;
  private final String root;
  private final Map<Controller, Cgroups> usable = new EnumMap<>(Controller.class);
  private final Map<Controller, String> failures = new EnumMap<>(Controller.class);
  private final Map<String, Map<Controller, Path>> groups = new LinkedHashMap<>();

  /** Version by device with a limit of the kernel's own writes. */
  private final Map<BlockDevice, Cgroups> writebackLimits = new LinkedHashMap<>();

  /** Original group of this JVM, by the controllers in which it moved. */
  private final Map<Controller, Path> cameFrom = new EnumMap<>(Controller.class);

  ControlGroups(IsolationHost host) {
    this.host = host;
    String random = Integer.toHexString(ThreadLocalRandom.current().nextInt());
    this.root = "lighter-" + host.pid() + "-" + random;
    try {
      usable.putAll(CgroupMounts.find(host.procSelf()));
    } catch (IOException e) {
      LOG.debug("cannot read control groups", e);
    }
    for (Controller controller : Controller.values()) {
      if (!usable.containsKey(controller)) {
        failures.put(controller, "this host has no such controller");
      }
    }
  }

  /** Description such as {@code cgroup v1 (cpuset, memory)}. */
  String describe() {
    Map<String, List<String>> byVersion = new LinkedHashMap<>();
    usable.forEach(
        (controller, cgroups) ->
            byVersion
                .computeIfAbsent(cgroups.version(), v -> new ArrayList<>())
                .add(controller.label()));
    List<String> parts = new ArrayList<>();
    byVersion.forEach((version, labels) -> parts.add(version + ": " + String.join(", ", labels)));
    return parts.isEmpty() ? "no control groups" : String.join("; ", parts);
  }

  /** Reasons for disabled controllers. */
  Map<Controller, String> failures() {
    return Map.copyOf(failures);
  }

  /** CPUs to distribute; empty without a CPU-set controller. */
  Optional<String> cpus() {
    Cgroups cgroups = usable.get(Controller.CPU_SET);
    try {
      return cgroups == null ? Optional.empty() : cgroups.cpus();
    } catch (IOException e) {
      fail(Controller.CPU_SET, e);
      return Optional.empty();
    }
  }

  /** Creates the group if needed and sets its limits; returns the controllers that worked. */
  Set<Controller> make(String group, GroupLimits limits) {
    Map<Controller, Path> folders =
        groups.computeIfAbsent(group, g -> new EnumMap<>(Controller.class));
    for (Map.Entry<Controller, Cgroups> entry : Map.copyOf(usable).entrySet()) {
      Controller controller = entry.getKey();
      Cgroups cgroups = entry.getValue();
      try {
        cgroups.makeRoot(controller, root);
        Path folder = cgroups.makeGroup(controller, root, group);
        folders.put(controller, folder);
        if (limits.concern(controller)) {
          cgroups.limit(controller, folder, limits);
        }
        tryOut(folder);
      } catch (IOException e) {
        fail(controller, e);
      }
    }
    Set<Controller> inForce = EnumSet.noneOf(Controller.class);
    usable.keySet().stream().filter(limits::concern).forEach(inForce::add);
    return inForce;
  }

  /** Whether the kernel lets the group run on idle CPUs only. */
  boolean yields(String group) {
    Optional<Path> folder = folder(Controller.CPU_SHARES, group);
    try {
      return folder.isPresent() && Cgroups.yields(folder.get());
    } catch (IOException e) {
      LOG.debug("cannot read cpu.idle group={}", group, e);
      return false;
    }
  }

  /** A command line that runs {@code command} in the group, under the wrapper's pid. */
  List<String> wrap(String group, List<String> command) {
    List<Path> files = processFiles(group);
    return files.isEmpty() ? List.copyOf(command) : wrap(files, command);
  }

  /** Moves this JVM with all of its threads. */
  void enter(String group) {
    groups
        .getOrDefault(group, Map.of())
        .forEach(
            (controller, folder) -> {
              Cgroups cgroups = usable.get(controller);
              if (cgroups != null) {
                cameFrom.putIfAbsent(controller, cgroups.home(controller));
                moveSelf(controller, folder);
              }
            });
  }

  /**
   * Limits the kernel's own writes to a device of Lighter until {@link #freeWriteback()}. Does
   * nothing without a disk controller; {@link #failures} has the reason for that.
   */
  void limitWriteback(BlockDevice device, long bytesPerSecond) throws IOException {
    Cgroups cgroups = usable.get(Controller.DISK);
    if (cgroups != null) {
      cgroups.limitWriteback(device, bytesPerSecond);
      writebackLimits.put(device, cgroups);
    }
  }

  /** Ends all limits of {@link #limitWriteback}. */
  void freeWriteback() {
    writebackLimits.forEach((device, cgroups) -> freeWriteback(device, cgroups));
    writebackLimits.clear();
  }

  /** The devices with a limit of {@link #limitWriteback}, by any process. */
  List<BlockDevice> writebackLimits() {
    Cgroups cgroups = usable.get(Controller.DISK);
    try {
      return cgroups == null ? List.of() : cgroups.writebackLimits();
    } catch (IOException e) {
      LOG.debug("cannot list limits of the kernel's writes", e);
      return List.of();
    }
  }

  /** Ends the limit that a killed process left for a device. */
  void freeWriteback(BlockDevice device) {
    Cgroups cgroups = usable.get(Controller.DISK);
    if (cgroups != null) {
      freeWriteback(device, cgroups);
    }
  }

  /** The kernel's folder of a group; empty if there is none. */
  Optional<Path> folder(Controller controller, String group) {
    return Optional.ofNullable(groups.getOrDefault(group, Map.of()).get(controller));
  }

  /** Moves this JVM back and removes all groups, whose processes must have ended. */
  void remove() {
    cameFrom.forEach(this::moveSelf);
    cameFrom.clear();
    long deadline = System.nanoTime() + TIMEOUT.toNanos();
    for (Map<Controller, Path> folders : groups.values()) {
      folders.values().stream().distinct().forEach(folder -> remove(folder, deadline));
    }
    groups.values().stream()
        .flatMap(folders -> folders.values().stream())
        .map(Path::getParent)
        .distinct()
        .forEach(folder -> remove(folder, deadline));
    groups.clear();
  }

  /** Removes folders of processes that no longer exist. */
  void removeThoseOfTheDead() {
    usable.entrySet().stream()
        .map(entry -> entry.getValue().mount(entry.getKey()))
        .distinct()
        .forEach(this::removeThoseOfTheDead);
  }

  private static void freeWriteback(BlockDevice device, Cgroups cgroups) {
    try {
      cgroups.limitWriteback(device, NO_LIMIT);
    } catch (IOException e) {
      LOG.warn("cannot end the limit of the kernel's writes device={}", device, e);
    }
  }

  private void removeThoseOfTheDead(Path mount) {
    List<Path> left;
    try (Stream<Path> tree = Files.find(mount, DEPTH, (path, attributes) -> isOfTheDead(path))) {
      left = tree.toList();
    } catch (IOException | UncheckedIOException e) { // a group was removed meanwhile
      LOG.debug("cannot list old groups mount={}", mount, e);
      return;
    }
    for (Path folder : left) {
      try (Stream<Path> children = Files.list(folder)) {
        for (Path child : children.filter(Files::isDirectory).toList()) {
          host.remover().remove(child);
        }
        host.remover().remove(folder);
        LOG.info("removed groups of an ended process folder={}", folder);
      } catch (IOException e) { // foreign, or still in use
        LOG.debug("cannot remove old groups folder={}", folder, e);
      }
    }
  }

  private boolean isOfTheDead(Path path) {
    Matcher matcher = FOLDER.matcher(path.getFileName().toString());
    return matcher.matches() && !host.isAlive().test(Long.parseLong(matcher.group(1)));
  }

  /** Files for process ids: several in cgroup v1, one in v2. */
  private List<Path> processFiles(String group) {
    return groups.getOrDefault(group, Map.of()).entrySet().stream()
        .filter(entry -> usable.containsKey(entry.getKey()))
        .map(entry -> entry.getValue().resolve(Cgroups.PROCESSES))
        .distinct()
        .toList();
  }

  private static List<String> wrap(List<Path> processFiles, List<String> command) {
    List<String> wrapped =
        new ArrayList<>(List.of("/bin/sh", "-c", MOVE_THEN_EXEC, "lighter-isolated"));
    processFiles.forEach(file -> wrapped.add(file.toString()));
    wrapped.add("--");
    wrapped.addAll(command);
    return wrapped;
  }

  /** Moves an idle process as a trial, so that no real one fails to start. */
  private static void tryOut(Path group) throws IOException {
    Path processes = group.resolve(Cgroups.PROCESSES);
    Process process =
        new ProcessBuilder(wrap(List.of(processes), List.of("true")))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      if (!process.waitFor(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
        throw new IOException("moving a process into a group takes too long");
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while moving a process into a group");
    }
    if (process.exitValue() != 0) {
      throw new IOException("no process can be moved into a group");
    }
  }

  private void moveSelf(Controller controller, Path folder) {
    try {
      Files.writeString(folder.resolve(Cgroups.PROCESSES), Long.toString(host.pid()));
    } catch (IOException e) {
      LOG.warn(
          "cannot move this process group={} controller=\"{}\"", folder, controller.label(), e);
    }
  }

  private void remove(Path folder, long deadline) {
    while (Files.isDirectory(folder)) {
      try {
        host.remover().remove(folder);
      } catch (IOException e) {
        // Busy until the kernel has reaped the last process.
        if (System.nanoTime() - deadline > 0 || !pause()) {
          LOG.warn("cannot remove group, the next start retries folder={}", folder, e);
          return;
        }
      }
    }
  }

  private static boolean pause() {
    try {
      Thread.sleep(POLL_MS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void fail(Controller controller, IOException e) {
    LOG.debug("controller disabled controller={}", controller, e);
    usable.remove(controller);
    failures.put(controller, reason(e));
  }

  private static String reason(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "no permission to make control groups (root has it)";
    }
    if (e instanceof NoSuchFileException) {
      return "the kernel has no " + Path.of(e.getMessage()).getFileName();
    }
    if (e instanceof FileSystemException failure && failure.getReason() != null) {
      return failure.getReason() + ": " + Path.of(failure.getFile()).getFileName();
    }
    return e.getMessage();
  }
}
