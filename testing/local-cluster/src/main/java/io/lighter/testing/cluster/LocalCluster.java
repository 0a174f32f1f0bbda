// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

import io.lighter.testing.isolation.Isolation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running cluster of real processes on this machine, in its own folder.
 *
 * <p>All processes end with {@link #close}, with a normal exit of this JVM (also by Ctrl-C), and
 * when this JVM is killed. {@link #close} also deletes the folder, unless {@link #keepFiles} was
 * called. A failed start keeps the folder. Thread-safe.
 */
public final class LocalCluster implements AutoCloseable {
  /**
   * System property of all processes of a cluster with volumes of storage types: folder of the
   * first data node's fast volume, for files beside HDFS's. Settings may refer to it.
   */
  public static final String FAST_VOLUME = "lighter.fast.volume";

  private static final Logger LOG = LoggerFactory.getLogger(LocalCluster.class);

  /** Roles that start after the services. */
  private static final List<Role> MEMBERS =
      List.of(Role.MASTER, Role.REGION_SERVER, Role.MANAGER, Role.COMPACTION_SERVER);

  private final LocalClusterSettings settings;
  private final Path folder;
  private final Isolation isolation;
  private final FaultInjection faults;
  private final ProcessLauncher launcher;
  private final ClusterProcesses processes;
  private final Thread shutdownHook = new Thread(this::close, "local-cluster-shutdown");
  private volatile boolean filesAreKept;
  private volatile boolean closing;

  /** Never held while waiting for a process to come up. */
  private final Object lock = new Object();

  // All fields below are guarded by lock.
  private Readiness readiness;
  private Connection connection;
  private boolean closed;

  private LocalCluster(LocalClusterSettings settings, Path folder) throws IOException {
    this.settings = settings;
    this.folder = folder;
    this.isolation = Isolation.open(settings.isolation(), folder, settings.regionServers());
    this.faults = new FaultInjection(settings.supportedFaults(), folder);
    this.launcher = new ProcessLauncher(settings, folder, isolation, faults);
    this.processes = new ClusterProcesses(launcher);
  }

  /**
   * Starts a cluster and returns when HBase accepts requests, all region servers are online, a
   * manager leads and all compaction servers are registered.
   *
   * @throws LocalClusterException if a process ends or a step takes longer than the settings'
   *     {@code startTimeout}; all processes have ended by then, and the logs are kept
   */
  public static LocalCluster start(LocalClusterSettings settings) throws IOException {
    Path folder =
        settings.parent().isPresent()
            ? Files.createTempDirectory(settings.parent().get(), "lighter-cluster-")
            : Files.createTempDirectory("lighter-cluster-");
    LocalCluster cluster = new LocalCluster(settings, folder);
    Runtime.getRuntime().addShutdownHook(cluster.shutdownHook);
    try {
      cluster.startAll();
      return cluster;
    } catch (IOException | RuntimeException e) {
      cluster.keepFiles();
      cluster.close();
      throw new LocalClusterException(
          "the local cluster did not start: %s%nLogs: %s"
              .formatted(e.getMessage(), cluster.logFolder()),
          e);
    }
  }

  /** The folder of this cluster. */
  public Path folder() {
    return folder;
  }

  /** The folder of the logs. */
  public Path logFolder() {
    return launcher.logs();
  }

  /**
   * The isolation in force between processes. This JVM is one of the clients; other clients start
   * with {@link Isolation#wrapClient}.
   */
  public Isolation isolation() {
    return isolation;
  }

  /**
   * Drops the store files of user tables from the page cache of data nodes with a bounded one, so
   * that the next reads go to the disk. Other files stay, such as HBase's log.
   *
   * @return number of dropped files; 0 if the page cache is unbounded
   * @throws IOException if HDFS does not answer, or the system refuses
   */
  public int evictStoreFiles() throws IOException {
    return settings.isolation().pageCache().isPresent()
        ? new StoreFilePages(configuration(), launcher.dataFolders()).drop()
        : 0;
  }

  /**
   * Drops files of the fast volume from the page cache, beside {@link #evictStoreFiles}. Does
   * nothing if the page cache is unbounded.
   *
   * @param files names of files beside HDFS's
   */
  public void evictFromFastVolume(List<String> files) throws IOException {
    if (settings.isolation().pageCache().isPresent()) {
      StoreFilePages.drop(
          files.stream().map(file -> launcher.fastVolume().resolve(file).toString()).toList());
    }
  }

  /** Fault injection within the settings' supported faults. */
  public FaultInjection faults() {
    return faults;
  }

  /** A {@code HBASE_CONF_DIR} for clients of this cluster. */
  public Path confFolder() {
    return launcher.confFolder();
  }

  /** The folder with the {@code hbase-site.xml} of a role's processes. */
  public Path confFolder(Role role) {
    return launcher.confFolder(role);
  }

  /** The log of a process, shared by all its incarnations. */
  public Path logFile(ProcessName name) {
    return launcher.logFile(name);
  }

  /**
   * The log of a JVM's safepoints, its format that of {@code -Xlog:safepoint} with times in UTC.
   * There is none unless the settings want it.
   *
   * @param pid id of one of the cluster's processes or clients, which may have ended
   */
  public Path safepointLog(long pid) {
    return launcher.safepointLog(Long.toString(pid));
  }

  /** A new client configuration, independent of other files on the class path. */
  public Configuration configuration() {
    Configuration conf = new Configuration(false);
    for (String defaults : List.of("core-default.xml", "hdfs-default.xml", "hbase-default.xml")) {
      conf.addResource(defaults);
    }
    Path site = launcher.confFolder().resolve(SiteFiles.HBASE_SITE);
    conf.addResource(new org.apache.hadoop.fs.Path(site.toUri()));
    return conf;
  }

  /** A shared connection, which {@link #close} closes. */
  public Connection connection() throws IOException {
    synchronized (lock) {
      requireOpen();
      if (connection == null) {
        connection = ConnectionFactory.createConnection(configuration());
      }
      return connection;
    }
  }

  /** URLs of the dashboards of running managers; a standby redirects to the leader. */
  public List<String> dashboards() throws IOException {
    return readiness().dashboards();
  }

  /** Names of all processes ever started, in start order. */
  public List<ProcessName> processNames() {
    return processes.names();
  }

  /** The process id of the last incarnation. */
  public long pid(ProcessName name) {
    return processes.get(name).pid();
  }

  /** Whether the process runs; a stopped one does. */
  public boolean isAlive(ProcessName name) {
    return processes.get(name).isAlive();
  }

  /** Whether a running process is stopped by SIGSTOP (Linux only). */
  public boolean isStopped(ProcessName name) throws IOException {
    String stat = Files.readString(Path.of("/proc/" + pid(name) + "/stat"));
    return stat.startsWith(" T", stat.lastIndexOf(')') + 1); // the name may contain anything
  }

  /**
   * Number of registered processes of a role. A live process that has lost its session is missing,
   * and one that has just ended may be included.
   *
   * @throws IOException if ZooKeeper fails
   */
  public int registered(Role role) throws IOException {
    return readiness().members(role).size();
  }

  /** Kills a process (SIGKILL) and returns when it is gone. */
  public void kill(ProcessName name) throws IOException {
    processes.kill(name);
  }

  /**
   * Sends a signal and returns at once.
   *
   * @param signal name without {@code SIG}, such as {@code STOP}, {@code CONT} or {@code KILL}
   */
  public void signal(ProcessName name, String signal) throws IOException {
    processes.get(name).signal(signal);
  }

  /**
   * Restarts a process under its name and returns when it is up: registered, or answering if others
   * register with it. A running one is ended first (SIGTERM, then SIGKILL).
   */
  public void restart(ProcessName name) throws IOException {
    restart(List.of(name));
  }

  /**
   * Gives the processes of a role further properties in {@code hbase-site.xml}, from their next
   * starts on. They replace those of the call before.
   *
   * @param role any role but {@code BASE}, whose processes cannot be restarted
   * @param further properties that override those of the settings; empty for none
   */
  public void setSite(Role role, Map<String, String> further) throws IOException {
    if (role == Role.BASE) {
      throw new IllegalArgumentException(role + " cannot be restarted: its ports would change");
    }
    launcher.writeConfFolder(role, further);
  }

  /**
   * Restarts several processes together, as {@link #restart(ProcessName)}; none is up without the
   * others.
   */
  public void restart(List<ProcessName> names) throws IOException {
    Map<ProcessName, Set<String>> before = new LinkedHashMap<>();
    for (ProcessName name : names) {
      if (name.role() == Role.BASE) {
        throw new IllegalArgumentException(name + " cannot be restarted: its ports would change");
      }
      if (name.role() == Role.S3_SERVER) {
        throw new IllegalArgumentException(
            name + " cannot be restarted: its objects would be lost");
      }
      processes.end(name);
      before.put(name, readiness().members(name.role()));
    }
    for (ProcessName name : names) {
      processes.launch(name);
    }
    for (ProcessName name : names) {
      awaitNewMember(name, before.get(name));
    }
  }

  /**
   * Starts ended processes under their names without waiting for them, because they may need others
   * that end meanwhile.
   */
  public void relaunch(List<ProcessName> ended) throws IOException {
    for (ProcessName name : ended) {
      processes.launch(name);
    }
  }

  /**
   * Ends a process by one SIGTERM, restarts it under its name, and returns when the new process is
   * registered.
   *
   * @param timeout time limit for the end; a compaction server finishes its jobs first
   * @return the exit code of the old process
   * @throws LocalClusterException if the old process has not ended in time; it keeps running
   */
  public int restartGracefully(ProcessName name, Duration timeout) throws IOException {
    int exitCode = stop(name, timeout);
    Set<String> before = readiness().members(name.role());
    processes.launch(name);
    awaitNewMember(name, before);
    return exitCode;
  }

  /**
   * Ends a process by one SIGTERM; {@link #restart} starts it again.
   *
   * @param timeout time limit for the end; a compaction server finishes its jobs first
   * @return the exit code
   * @throws LocalClusterException if the process has not ended in time; it keeps running
   */
  public int stop(ProcessName name, Duration timeout) throws IOException {
    return processes.stop(name, timeout);
  }

  /** Starts another compaction server and returns when it is registered. */
  public ProcessName addCompactionServer() throws IOException {
    return add(Role.COMPACTION_SERVER);
  }

  /** Starts another manager, a standby if one leads, and returns when it takes part. */
  public ProcessName addManager() throws IOException {
    return add(Role.MANAGER);
  }

  /**
   * Starts a client of this cluster in its own JVM with {@link #confFolder()} on the class path;
   * the caller closes the client.
   *
   * @param name base name of the log files
   * @param heap {@code -Xmx}
   */
  public ClientProcess startClient(
      String name, String heap, String mainClass, List<String> arguments) throws IOException {
    return processes.startClient(name, heap, mainClass, arguments);
  }

  /**
   * Connects to the S3 server of the cluster's object store; the caller closes the connection.
   *
   * @throws IOException if the S3 server does not answer
   * @throws IllegalArgumentException if the cluster has no object store
   */
  public ObjectStoreServer objectStore() throws IOException {
    return ObjectStoreServer.attach(pid(ProcessName.s3Server()));
  }

  /**
   * Uploads in parts of the object store that were neither completed nor aborted, such as those of
   * a killed process; no listing shows them.
   *
   * @throws IOException if the S3 server does not answer
   * @throws IllegalArgumentException if the cluster has no object store
   */
  public int unfinishedUploads() throws IOException {
    try (ObjectStoreServer store = objectStore()) {
      return store.unfinishedUploads();
    }
  }

  /** Whether the cluster's store files are in an object store. */
  public boolean hasObjectStore() {
    return settings.objectStore();
  }

  /** Whether {@link #close} has begun, including by Ctrl-C. */
  public boolean isClosed() {
    return closing;
  }

  /** Makes {@link #close} keep the folder with logs and data, except data on loop devices. */
  public void keepFiles() {
    filesAreKept = true;
  }

  /**
   * Ends all processes, those of HDFS last. Each gets SIGTERM, a second one after a second, and
   * SIGKILL after 10 more. Idempotent.
   */
  @Override
  public void close() {
    closing = true;
    synchronized (lock) {
      if (closed) {
        return;
      }
      closed = true;
      closeAll(Arrays.asList(connection, readiness));
      processes.close();
      isolation.close();
      closeAll(List.of(faults));
      deleteFolder();
    }
    if (Thread.currentThread() != shutdownHook) {
      removeShutdownHook();
    }
  }

  private void startAll() throws IOException {
    isolation.enterClients();
    if (settings.objectStore()) {
      say("S3 server");
      launchAll(Role.S3_SERVER);
      await("the S3 server", launcher::objectStoreAnswers);
    }
    say("ZooKeeper and HDFS");
    launchAll(Role.BASE);
    await("ZooKeeper and HDFS", launcher::addressesAreKnown);
    launcher.writeConfFolders();
    launchAll(Role.ZOOKEEPER);
    launchAll(Role.NAME_NODE);
    synchronized (lock) {
      requireOpen();
      readiness = Readiness.of(configuration(), settings.regionServers());
    }
    await("ZooKeeper and the name node", readiness()::servicesAnswer);
    launchAll(Role.DATA_NODE);
    await(
        settings.dataNodes() + " data nodes", () -> readiness().hasDataNodes(settings.dataNodes()));
    isolation.linkDataNodes(readiness().members(Role.DATA_NODE));
    for (Role role : MEMBERS) {
      launchAll(role);
    }
    for (Role role : MEMBERS) {
      awaitMembers(role);
    }
    say("HBase master");
    await("the HBase master to take requests", readiness()::masterIsReady);
    if (settings.managers() > 0 && settings.compactionServers() > 0) {
      say("assignment of work");
      await("a leading manager that assigns work", readiness()::workIsAssigned);
    }
  }

  private void launchAll(Role role) throws IOException {
    for (int number = 1; number <= settings.count(role); number++) {
      processes.launch(new ProcessName(role, number));
    }
  }

  private void awaitMembers(Role role) throws IOException {
    int count = settings.count(role);
    if (role != Role.MASTER && count > 0) {
      say(count + " " + role.label() + (count == 1 ? "" : "s"));
      await(count + " of " + role.label(), () -> readiness().members(role).size() >= count);
    }
  }

  private ProcessName add(Role role) throws IOException {
    Set<String> before = readiness().members(role);
    ProcessName name = processes.launchNext(role);
    awaitNewMember(name, before);
    return name;
  }

  private void awaitNewMember(ProcessName name, Set<String> before) throws IOException {
    Await.until(
        name + " to be up",
        settings.startTimeout(),
        () -> {
          processes.requireAlive(name);
          return readiness().isUp(name.role(), before);
        });
  }

  /** Waits for a step of the start, during which no process may end. */
  private void await(String what, Await.Condition condition) throws IOException {
    try {
      Await.until(
          what,
          settings.startTimeout(),
          () -> {
            for (ProcessName name : processNames()) {
              processes.requireAlive(name);
            }
            return condition.met();
          });
    } catch (LocalClusterException e) {
      throw e;
    } catch (IOException e) {
      throw new LocalClusterException("while waiting for " + what + ": " + e.getMessage(), e);
    }
  }

  private Readiness readiness() {
    synchronized (lock) {
      requireOpen();
      return readiness;
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the cluster in " + folder + " is closed");
    }
  }

  /** Closes all parts that are not null. */
  private void closeAll(List<? extends AutoCloseable> parts) {
    for (AutoCloseable part : parts) {
      try {
        if (part != null) {
          part.close();
        }
      } catch (Exception e) { // AutoCloseable declares nothing narrower
        LOG.warn("cannot close a part of the cluster folder={}", folder, e);
      }
    }
  }

  private void deleteFolder() {
    if (filesAreKept) {
      return;
    }
    try (Stream<Path> tree = Files.walk(folder)) {
      for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      LOG.warn("cannot delete all files folder={}", folder, e);
    }
  }

  private void removeShutdownHook() {
    try {
      Runtime.getRuntime().removeShutdownHook(shutdownHook);
    } catch (IllegalStateException e) {
      LOG.debug("shutdown hook not removed, JVM is ending", e);
    }
  }

  private void say(String step) {
    settings.progress().accept(step);
  }
}
