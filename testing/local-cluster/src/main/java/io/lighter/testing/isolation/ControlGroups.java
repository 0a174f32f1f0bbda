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
 * Our groups in all controllers of this host. A controller that fails once is not used any more,
 * and the reason is kept: groups that differ in what holds for them would be worse than none.
 *
 * <p>Not thread-safe; {@link Isolation} guards it.
 */
final class ControlGroups {
  /** What a process of this wrapper does before anything else: it moves itself, then becomes it. */
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
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final long POLL_MS = 20;

  private final IsolationHost host;
  private final String root;
  private final Map<Controller, Cgroups> usable = new EnumMap<>(Controller.class);
  private final Map<Controller, String> failures = new EnumMap<>(Controller.class);
  private final Map<String, Map<Controller, Path>> groups = new LinkedHashMap<>();

  /** Where this JVM was before it moved, by controllers in which it did. */
  private final Map<Controller, Path> cameFrom = new EnumMap<>(Controller.class);

  ControlGroups(IsolationHost host) {
    this.host = host;
    String random = Integer.toHexString(ThreadLocalRandom.current().nextInt());
    this.root = "lighter-" + host.pid() + "-" + random;
    try {
      usable.putAll(CgroupMounts.find(host.procSelf()));
    } catch (IOException e) {
      LOG.debug("Cannot read which control groups there are", e);
    }
    for (Controller controller : Controller.values()) {
      if (!usable.containsKey(controller)) {
        failures.put(controller, "this host has no such controller");
      }
    }
  }

  /** Such as {@code cgroup v1 (cpuset, memory)}. */
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

  /** Why a controller is not in use. */
  Map<Controller, String> failures() {
    return Map.copyOf(failures);
  }

  /** The CPUs that may be shared out; empty without a CPU-set controller. */
  Optional<String> cpus() {
    Cgroups cgroups = usable.get(Controller.CPU_SET);
    try {
      return cgroups == null ? Optional.empty() : cgroups.cpus();
    } catch (IOException e) {
      fail(Controller.CPU_SET, e);
      return Optional.empty();
    }
  }

  /** Makes the group if need be and sets its limits; returns for which controllers that worked. */
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

  /** Whether the kernel lets the group run only when no other wants the CPU. */
  boolean yields(String group) {
    Optional<Path> folder = folder(Controller.CPU_SHARES, group);
    try {
      return folder.isPresent() && Cgroups.yields(folder.get());
    } catch (IOException e) {
      LOG.debug("Cannot read whether {} yields the CPU", group, e);
      return false;
    }
  }

  /** A command line that runs {@code command} in the group, under the pid of the wrapper. */
  List<String> wrap(String group, List<String> command) {
    List<Path> files = processFiles(group);
    return files.isEmpty() ? List.copyOf(command) : wrap(files, command);
  }

  /** Moves the process of this JVM, with all of its threads. */
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

  /** Drops the clean pages that the group has in the page cache; false if that cannot be done. */
  boolean evictPageCache(String group) throws IOException {
    Cgroups cgroups = usable.get(Controller.MEMORY);
    Optional<Path> folder = folder(Controller.MEMORY, group);
    if (cgroups == null || folder.isEmpty()) {
      return false;
    }
    cgroups.evictPageCache(folder.get());
    return true;
  }

  /** Where the kernel shows a group; empty if there is none. */
  Optional<Path> folder(Controller controller, String group) {
    return Optional.ofNullable(groups.getOrDefault(group, Map.of()).get(controller));
  }

  /** Moves this JVM back to where it came from and removes all groups; their processes are gone. */
  void remove() {
    cameFrom.forEach(this::moveSelf);
    cameFrom.clear();
    long deadline = System.nanoTime() + PATIENCE.toNanos();
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

  /** Removes the folders that a process left behind which is not there any more. */
  void removeThoseOfTheDead() {
    usable.entrySet().stream()
        .map(entry -> entry.getValue().mount(entry.getKey()))
        .distinct()
        .forEach(this::removeThoseOfTheDead);
  }

  private void removeThoseOfTheDead(Path mount) {
    List<Path> left;
    try (Stream<Path> tree = Files.find(mount, DEPTH, (path, attributes) -> isOfTheDead(path))) {
      left = tree.toList();
    } catch (IOException | UncheckedIOException e) { // a group went while it was looked at
      LOG.debug("Cannot look for old groups below {}", mount, e);
      return;
    }
    for (Path folder : left) {
      try (Stream<Path> children = Files.list(folder)) {
        for (Path child : children.filter(Files::isDirectory).toList()) {
          host.remover().remove(child);
        }
        host.remover().remove(folder);
        LOG.info("Removed the control groups {} of a process that is gone", folder);
      } catch (IOException e) { // not ours, or still in use
        LOG.debug("Cannot remove the old groups {}", folder, e);
      }
    }
  }

  private boolean isOfTheDead(Path path) {
    Matcher matcher = FOLDER.matcher(path.getFileName().toString());
    return matcher.matches() && !host.isAlive().test(Long.parseLong(matcher.group(1)));
  }

  /** Cgroup v1 may have several files, v2 has one for all controllers. */
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

  /** Moves a process that does nothing, so that no real one fails to start. */
  private static void tryOut(Path group) throws IOException {
    Path processes = group.resolve(Cgroups.PROCESSES);
    Process process =
        new ProcessBuilder(wrap(List.of(processes), List.of("true")))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      if (!process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
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
      LOG.warn("Cannot move this process to the group {} ({})", folder, controller.label(), e);
    }
  }

  private void remove(Path folder, long deadline) {
    while (Files.isDirectory(folder)) {
      try {
        host.remover().remove(folder);
      } catch (IOException e) {
        // Busy until the kernel has buried the last process.
        if (System.nanoTime() - deadline > 0 || !pause()) {
          LOG.warn("Cannot remove the control group {}; the next start tries again", folder, e);
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
    LOG.debug("Controller {} is not used", controller, e);
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
