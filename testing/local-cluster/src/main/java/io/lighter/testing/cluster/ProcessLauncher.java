// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

import io.lighter.testing.isolation.Isolation;
import io.lighter.testing.isolation.IsolationProfile;
import io.lighter.testing.isolation.Member;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The folders of a cluster and the command line of each role. Thread-safe. */
final class ProcessLauncher {
  private static final String ZOOKEEPER_CLASS = "org.apache.zookeeper.server.ZooKeeperServerMain";
  private static final String MASTER_CLASS = "org.apache.hadoop.hbase.master.HMaster";
  private static final String REGION_SERVER_CLASS =
      "org.apache.hadoop.hbase.regionserver.HRegionServer";
  private static final String S3_SERVER_CLASS = "io.lighter.testing.s3.S3ServerProcess";
  private static final String MANAGER_CLASS = "io.lighter.manager.ManagerProcess";
  private static final String COMPACTION_SERVER_CLASS = "io.lighter.server.ServerProcess";
  private static final Pattern STACK_FRAME = Pattern.compile("\\s+(at |\\.\\.\\. \\d+ more).*");
  private static final int TAIL_LINES = 25;
  private static final int TAIL_BYTES = 64 * 1024;

  private final LocalClusterSettings settings;
  private final Path folder;
  private final Isolation isolation;
  private final FaultInjection faults;
  private final Machines machines;
  private final Optional<ObjectStore> objectStore;

  /** Volumes of data nodes for HBase's log. */
  private final Map<ProcessName, Path> logVolumes = new ConcurrentHashMap<>();

  ProcessLauncher(
      LocalClusterSettings settings, Path folder, Isolation isolation, FaultInjection faults)
      throws IOException {
    this.settings = settings;
    this.folder = folder;
    this.isolation = isolation;
    this.faults = faults;
    this.machines = Machines.of(settings);
    for (Path path : List.of(logs(), folder.resolve("tmp"), confFolder())) {
      Files.createDirectories(path);
    }
    this.objectStore =
        settings.objectStore()
            ? Optional.of(ObjectStore.onLoopback(settings.injection(), settings.injectionSeed()))
            : Optional.empty();
    Map<String, String> site = SiteProperties.of(settings, folder, objectStore);
    if (settings.servicesApart()) {
      ServiceAddresses addresses =
          settings.supportedFaults().hosts()
              ? ServiceAddresses.on(
                  FaultInjection.host(ProcessName.zooKeeper()),
                  FaultInjection.host(ProcessName.nameNode()))
              : ServiceAddresses.onLoopback();
      Files.write(
          zooKeeperConfiguration(),
          addresses.zooKeeperConfiguration(folder.resolve("zookeeper").toString()));
      site.putAll(addresses.site(settings.objectStore()));
      SiteFiles.writeXml(announcement(), site);
    } else {
      SiteFiles.writeFolder(confFolder(Role.BASE), siteFor(Role.BASE, site));
    }
  }

  /** Folder of the logs. */
  Path logs() {
    return folder.resolve("logs");
  }

  /** SLF4J log of a process. */
  Path logFile(ProcessName name) {
    return logs().resolve(name + ".log");
  }

  /** Log of a JVM's safepoints. */
  Path safepointLog(String pid) {
    return logs().resolve("safepoints-" + pid + ".log");
  }

  /** Configuration folder of clients. */
  Path confFolder() {
    return folder.resolve("conf");
  }

  /** Configuration folder of a role. */
  Path confFolder(Role role) {
    return folder.resolve("conf-" + role.label());
  }

  /** Whether the S3 server accepts connections; true if the cluster has none. */
  boolean objectStoreAnswers() {
    return objectStore.isEmpty() || objectStore.get().answers();
  }

  /** Whether the base process has published the addresses of ZooKeeper and the name node. */
  boolean addressesAreKnown() {
    return Files.exists(announcement());
  }

  /** Writes the configuration folders of clients and of all roles, once addresses are known. */
  void writeConfFolders() throws IOException {
    Map<String, String> site = site();
    SiteFiles.writeFolder(confFolder(), site);
    for (Role role : Role.values()) {
      if (role != Role.BASE) {
        SiteFiles.writeFolder(confFolder(role), siteFor(role, site));
      }
    }
  }

  /**
   * Writes the configuration folder of a role again.
   *
   * @param further properties beside those of the settings, which they override
   */
  void writeConfFolder(Role role, Map<String, String> further) throws IOException {
    Map<String, String> properties = siteFor(role, site());
    properties.putAll(further);
    SiteFiles.writeFolder(confFolder(role), properties);
  }

  /** The properties of all roles. */
  private Map<String, String> site() {
    Map<String, String> site = SiteFiles.read(announcement());
    // The master's settings must not reach the others.
    settings.roleSite().getOrDefault(Role.BASE, Map.of()).keySet().forEach(site::remove);
    site.putAll(settings.site());
    return site;
  }

  /** Folders of the data nodes that are separate processes, with volumes for the log. */
  List<Path> dataFolders() {
    return Stream.concat(
            IntStream.rangeClosed(1, settings.count(Role.DATA_NODE))
                .mapToObj(number -> faults.dataFolder(ProcessName.dataNode(number))),
            // A volume in the data's folder would be found twice.
            logVolumes.entrySet().stream()
                .filter(volume -> !volume.getValue().startsWith(faults.dataFolder(volume.getKey())))
                .map(Map.Entry::getValue))
        .toList();
  }

  /** Folder of the first data node's fast volume, if data nodes have volumes of storage types. */
  Path fastVolume() {
    return DataNodeVolumes.volume(
        faults.dataFolder(ProcessName.dataNode(1)), IsolationProfile.FAST_VOLUME);
  }

  ChildProcess start(ProcessName name) throws IOException {
    if (name.role() == Role.DATA_NODE) {
      Path data = faults.dataFolder(name);
      isolation.giveDisk(member(name), data);
      if (settings.typedVolumes()) {
        isolation.giveTypedDisks(
            member(name), type -> DataNodeVolumes.volume(data, type).toString());
      }
      if (settings.walVolumes()) {
        logVolumes.put(name, isolation.giveLogVolume(member(name), data));
      }
    }
    List<String> command = isolation.wrap(member(name), faults.wrap(name, command(name)));
    ChildProcess process = ChildProcess.start(command, folder, outputFile(name));
    try {
      faults.started(name, process.pid());
      return process;
    } catch (IOException e) {
      process.kill();
      throw e;
    }
  }

  /** Last lines of a process's log and standard output, without stack frames. */
  String tail(ProcessName name) throws IOException {
    StringBuilder tail = new StringBuilder();
    for (Path file : List.of(outputFile(name), logFile(name))) {
      if (Files.exists(file)) {
        tail.append("--- ").append(file).append(System.lineSeparator()).append(tail(file));
      }
    }
    return tail.toString();
  }

  /** A client of the cluster with the complete class path. */
  ClientProcess startClient(String name, String heap, String mainClass, List<String> arguments)
      throws IOException {
    List<String> command = java(name, heap);
    command.add("-cp");
    // Clients of HDFS and of the object store, as the base process is.
    command.add(ClassPaths.join(List.of(confFolder().toString(), settings.classPath(Role.BASE))));
    command.add(mainClass);
    command.addAll(arguments);
    Path output = logs().resolve(name + ".out");
    return new ClientProcess(
        name, ChildProcess.start(isolation.wrapClient(command), folder, output), output);
  }

  /** The last lines of a file, without stack frames. */
  static String tail(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int from = Math.max(0, bytes.length - TAIL_BYTES);
    List<String> lines =
        new String(bytes, from, bytes.length - from, StandardCharsets.UTF_8)
            .lines()
            .filter(line -> !STACK_FRAME.matcher(line).matches())
            .toList();
    List<String> last = lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size());
    return String.join(System.lineSeparator(), last) + System.lineSeparator();
  }

  private List<String> command(ProcessName name) {
    Role role = name.role();
    List<String> jvmOptions = settings.jvmOptions().getOrDefault(role, List.of());
    List<String> command = java(name.toString(), heap(role));
    command.addAll(faults.jvmOptions(name));
    command.addAll(machines.jvmOptions(name));
    if (settings.typedVolumes()) {
      command.add("-D" + LocalCluster.FAST_VOLUME + '=' + fastVolume());
    }
    command.addAll(isolation.jvmOptions(member(name), jvmOptions));
    command.addAll(jvmOptions);
    command.add("-cp");
    command.add(ClassPaths.join(List.of(confFolder(role).toString(), settings.classPath(role))));
    command.addAll(mainClass(name));
    return command;
  }

  private List<String> java(String name, String heap) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(JvmOptions.common());
    if (settings.safepointLogs()) {
      command.addAll(JvmOptions.safepointLog(safepointLog("%p")));
    }
    command.add("-Xmx" + heap);
    command.add("-Djava.io.tmpdir=" + folder.resolve("tmp"));
    command.add("-Dlighter.log.file=" + logs().resolve(name + ".log"));
    command.add("-Dlighter.process=" + name);
    return command;
  }

  private Member member(ProcessName name) {
    return new Member(name.role().label(), name.number(), heap(name.role()));
  }

  private String heap(Role role) {
    return settings.heap().getOrDefault(role, role.defaultHeap());
  }

  private List<String> mainClass(ProcessName name) {
    return switch (name.role()) {
      case S3_SERVER ->
          Stream.concat(Stream.of(S3_SERVER_CLASS), objectStore.orElseThrow().arguments().stream())
              .toList();
      case BASE ->
          List.of(
              BaseProcess.class.getName(),
              folder.toString(),
              Integer.toString(settings.dataNodes()),
              Boolean.toString(settings.dataNodesApart()),
              confFolder(Role.BASE).resolve(SiteFiles.HBASE_SITE).toString(),
              announcement().toString());
      case ZOOKEEPER -> List.of(ZOOKEEPER_CLASS, zooKeeperConfiguration().toString());
      case NAME_NODE ->
          List.of(NameNodeProcess.class.getName(), faults.dataFolder(name).toString());
      case MASTER -> List.of(MASTER_CLASS, "start");
      case DATA_NODE ->
          Stream.concat(
                  Stream.of(DataNodeProcess.class.getName(), faults.dataFolder(name).toString()),
                  settings.typedVolumes()
                      ? Stream.of(DataNodeProcess.TYPED)
                      : Stream.ofNullable(logVolumes.get(name)).map(Path::toString))
              .toList();
      case REGION_SERVER -> List.of(REGION_SERVER_CLASS, "start");
      case MANAGER -> List.of(MANAGER_CLASS);
      case COMPACTION_SERVER -> List.of(COMPACTION_SERVER_CLASS);
    };
  }

  private Map<String, String> siteFor(Role role, Map<String, String> site) {
    Map<String, String> properties = new TreeMap<>(site);
    properties.putAll(machines.site(role));
    properties.putAll(settings.roleSite().getOrDefault(role, Map.of()));
    return properties;
  }

  private Path zooKeeperConfiguration() {
    return folder.resolve("zoo.cfg");
  }

  private Path announcement() {
    return folder.resolve("addresses.xml");
  }

  private Path outputFile(ProcessName name) {
    return logs().resolve(name + ".out");
  }
}
