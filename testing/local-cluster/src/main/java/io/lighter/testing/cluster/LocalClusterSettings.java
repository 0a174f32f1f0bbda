// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

import io.lighter.testing.isolation.IsolationProfile;
import io.lighter.testing.s3.Injection;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.HConstants;

/**
 * The settings of a local cluster. Immutable.
 *
 * @param regionServers number, at least 1
 * @param managers number; 0 for stock HBase
 * @param compactionServers number; 0 for stock HBase
 * @param dataNodes number of HDFS data nodes, at least 1
 * @param replication replication of HDFS files, 1 to {@code dataNodes}
 * @param dataNodesApart whether each data node is a separate process
 * @param walVolumes whether each data node has a second volume, for HBase's log
 * @param typedVolumes whether each data node has a volume of each storage type, see {@link Volumes}
 * @param servicesApart whether ZooKeeper, name node and master are separate processes, too, which
 *     can be killed and restarted
 * @param objectStore whether HBase's files except its logs are in an object store, see {@link
 *     Builder#objectStore}
 * @param injection latency and faults of the object store from its start on
 * @param injectionSeed seed of the draws that decide which requests meet a fault
 * @param supportedFaults available faults; hosts only with separate services
 * @param isolation isolation between processes, as far as the host permits
 * @param site properties of {@code hbase-site.xml} for all processes and clients
 * @param withoutSite keys of the cluster's own defaults that are left out
 * @param roleSite properties for the processes of one role, which override {@code site}
 * @param heap {@code -Xmx} by role; {@link Role#defaultHeap()} where absent
 * @param jvmOptions further JVM options by role
 * @param safepointLogs whether each JVM, clients included, logs its safepoints
 * @param classPaths class paths
 * @param roleClassPaths class paths of one role, which override {@code classPaths}
 * @param parent folder to create the cluster's folder in; the system's temporary folder if empty
 * @param startTimeout longest wait for each step of the start
 * @param progress receives a short text about each step, in the starting thread
 */
public record LocalClusterSettings(
    int regionServers,
    int managers,
    int compactionServers,
    int dataNodes,
    int replication,
    boolean dataNodesApart,
    boolean walVolumes,
    boolean typedVolumes,
    boolean servicesApart,
    boolean objectStore,
    Injection injection,
    long injectionSeed,
    SupportedFaults supportedFaults,
    IsolationProfile isolation,
    Map<String, String> site,
    Set<String> withoutSite,
    Map<Role, Map<String, String>> roleSite,
    Map<Role, String> heap,
    Map<Role, List<String>> jvmOptions,
    boolean safepointLogs,
    ClassPaths classPaths,
    Map<Role, ClassPaths> roleClassPaths,
    Optional<Path> parent,
    Duration startTimeout,
    Consumer<String> progress) {

  /** Checks the numbers. */
  public LocalClusterSettings {
    requireAtLeast("region servers", regionServers, 1);
    requireAtLeast("managers", managers, 0);
    requireAtLeast("compaction servers", compactionServers, 0);
    requireAtLeast("data nodes", dataNodes, 1);
    requireAtLeast("replication", replication, 1);
    if (replication > dataNodes) {
      throw new IllegalArgumentException(
          "replication %d needs as many data nodes, not %d".formatted(replication, dataNodes));
    }
    if (walVolumes && !dataNodesApart) {
      throw new IllegalArgumentException("volumes for the log, but data nodes together");
    }
    if (walVolumes && supportedFaults.disks()) {
      throw new IllegalArgumentException("volumes for the log, but disks that can be filled");
    }
    if (typedVolumes && (walVolumes || supportedFaults.disks() || !dataNodesApart)) {
      throw new IllegalArgumentException(
          "volumes of each type need data nodes apart, without other volumes and disks");
    }
    if (supportedFaults.hosts() && !servicesApart) {
      throw new IllegalArgumentException("hosts apart, but services together");
    }
    if (!objectStore && !injection.equals(Injection.NONE)) {
      throw new IllegalArgumentException("faults of an object store, but none");
    }
    if (objectStore && supportedFaults.hosts()) {
      throw new IllegalArgumentException("an object store on the loopback, but hosts apart");
    }
    if (objectStore && isolation.pageCache().isPresent()) {
      throw new IllegalArgumentException("an object store, but a page cache of data nodes");
    }
    if (objectStore && !classPaths.haveObjectStore()) {
      throw new IllegalArgumentException(
          "an object store, but this installation has no folders lib/object-store and"
              + " lib/s3-server");
    }
    site = Map.copyOf(site);
    withoutSite = Set.copyOf(withoutSite);
    roleSite = Map.copyOf(roleSite);
    heap = Map.copyOf(heap);
    jvmOptions = Map.copyOf(jvmOptions);
    roleClassPaths = Map.copyOf(roleClassPaths);
  }

  /** A builder with two region servers, one manager, two compaction servers, three data nodes. */
  public static Builder builder() {
    return new Builder();
  }

  /** Initial number of processes of {@code role}. */
  int count(Role role) {
    return switch (role) {
      case S3_SERVER -> objectStore ? 1 : 0;
      case BASE -> servicesApart ? 0 : 1;
      case ZOOKEEPER, NAME_NODE, MASTER -> servicesApart ? 1 : 0;
      case DATA_NODE -> dataNodesApart ? dataNodes : 0;
      case REGION_SERVER -> regionServers;
      case MANAGER -> managers;
      case COMPACTION_SERVER -> compactionServers;
    };
  }

  /** Class path of the processes of {@code role}. */
  String classPath(Role role) {
    return roleClassPaths.getOrDefault(role, classPaths).of(role, objectStore);
  }

  private static void requireAtLeast(String what, int value, int least) {
    if (value < least) {
      throw new IllegalArgumentException(what + ": at least " + least + ", not " + value);
    }
  }

  /** Builder of settings; not thread-safe. */
  public static final class Builder {
    /** All replicas on volumes of type SSD; on disks only where a data node has no such room. */
    private static final String WAL_POLICY = "ALL_SSD";

    private final Map<String, String> site = new LinkedHashMap<>();
    private final Set<String> withoutSite = new HashSet<>();
    private final Map<Role, Map<String, String>> roleSite = new EnumMap<>(Role.class);
    private final Map<Role, String> heap = new EnumMap<>(Role.class);
    private final Map<Role, List<String>> jvmOptions = new EnumMap<>(Role.class);
    private final Map<Role, ClassPaths> roleClassPaths = new EnumMap<>(Role.class);
    private boolean safepointLogs;
    private int regionServers = 2;
    private int managers = 1;
    private int compactionServers = 2;
    private int dataNodes = 3;
    private int replication = 2;
    private boolean dataNodesApart;
    private boolean walVolumes;
    private boolean typedVolumes;
    private boolean servicesApart;
    private boolean objectStore;
    private Injection injection = Injection.NONE;
    private long injectionSeed = 1;
    private SupportedFaults supportedFaults = SupportedFaults.NONE;
    private IsolationProfile isolation = IsolationProfile.NONE;
    private Optional<ClassPaths> classPaths = Optional.empty();
    private Optional<Path> parent = Optional.empty();
    private Duration startTimeout = Duration.ofMinutes(5);
    private Consumer<String> progress = step -> {};

    private Builder() {}

    /** Sets the number of region servers. */
    public Builder regionServers(int count) {
      regionServers = count;
      return this;
    }

    /** Sets the number of managers. */
    public Builder managers(int count) {
      managers = count;
      return this;
    }

    /** Sets the number of compaction servers. */
    public Builder compactionServers(int count) {
      compactionServers = count;
      return this;
    }

    /** Removes managers and compaction servers, which leaves HBase alone. */
    public Builder withoutLighter() {
      return managers(0).compactionServers(0);
    }

    /** Sets the number of HDFS data nodes and the replication of files. */
    public Builder hdfs(int nodes, int copies) {
      dataNodes = nodes;
      replication = copies;
      return this;
    }

    /** Makes each data node a separate process instead of a part of the base process. */
    public Builder dataNodesApart() {
      dataNodesApart = true;
      return this;
    }

    /**
     * Gives each data node a second volume, on which region servers keep their logs: a disk with
     * the limits of the first one if the profile has disks of data nodes, otherwise a folder.
     * Everything else is on the first volume, because HDFS's default policy uses disks only.
     */
    public Builder walVolumes() {
      walVolumes = true;
      return site(Role.REGION_SERVER, HConstants.WAL_STORAGE_POLICY, WAL_POLICY).dataNodesApart();
    }

    /**
     * Gives each data node a volume of the types SSD, DISK and ARCHIVE, all of which are folders.
     * {@link Volumes} fills them. Without a storage policy, files are on DISK.
     */
    public Builder typedVolumes() {
      typedVolumes = true;
      return dataNodesApart();
    }

    /** Makes ZooKeeper, name node, data nodes and master separate processes. */
    public Builder servicesApart() {
      servicesApart = true;
      return dataNodesApart();
    }

    /**
     * Puts HBase's files, except for its logs, into an object store: an S3 server on the loopback
     * interface, which HBase reaches through S3A. Stores list their files in files of their own
     * (tracker {@code FILE}). The objects are in the server's memory, and end with the cluster.
     */
    public Builder objectStore() {
      objectStore = true;
      return this;
    }

    /**
     * Makes the object store slower or worse than it could be; {@link ObjectStoreServer#inject}
     * changes that later.
     *
     * @param wanted latency and faults from the store's start on
     * @param seed seed of the draws that decide which requests meet a fault
     */
    public Builder injection(Injection wanted, long seed) {
      injection = wanted;
      injectionSeed = seed;
      return this;
    }

    /** Sets the available faults beyond signals; none by default. */
    public Builder supportedFaults(SupportedFaults wanted) {
      supportedFaults = wanted;
      return this;
    }

    /**
     * Sets the isolation between processes; none by default. A profile that limits disk or page
     * cache also makes data nodes separate processes.
     */
    public Builder isolation(IsolationProfile profile) {
      isolation = profile;
      return this;
    }

    /** Adds a property of {@code hbase-site.xml} for all processes and clients. */
    public Builder site(String key, String value) {
      site.put(key, value);
      return this;
    }

    /**
     * Removes a property that the cluster sets by default, such as an option that an older build
     * does not know.
     */
    public Builder withoutSite(String key) {
      withoutSite.add(key);
      return this;
    }

    /** Adds a property for the processes of one role. */
    public Builder site(Role role, String key, String value) {
      roleSite.computeIfAbsent(role, r -> new LinkedHashMap<>()).put(key, value);
      return this;
    }

    /** Sets {@code -Xmx} of a role, such as {@code 2g}. */
    public Builder heap(Role role, String size) {
      heap.put(role, size);
      return this;
    }

    /** Sets further JVM options of a role. */
    public Builder jvmOptions(Role role, List<String> options) {
      jvmOptions.put(role, List.copyOf(options));
      return this;
    }

    /** Makes each JVM log its safepoints; see {@link LocalCluster#safepointLog}. */
    public Builder safepointLogs() {
      safepointLogs = true;
      return this;
    }

    /** Sets the class paths; default: {@link ClassPaths#ofThisInstallation()}. */
    public Builder classPaths(ClassPaths paths) {
      classPaths = Optional.of(paths);
      return this;
    }

    /** Sets the class paths of a role, such as those of another build. */
    public Builder classPaths(Role role, ClassPaths paths) {
      roleClassPaths.put(role, paths);
      return this;
    }

    /** Sets the folder in which the cluster's folder is created. */
    public Builder parent(Path folder) {
      parent = Optional.of(folder);
      return this;
    }

    /** Sets the longest wait for each step of the start. */
    public Builder startTimeout(Duration timeout) {
      startTimeout = timeout;
      return this;
    }

    /** Sets the listener for the steps of the start. */
    public Builder progress(Consumer<String> listener) {
      progress = listener;
      return this;
    }

    /**
     * The settings.
     *
     * @throws IllegalArgumentException if a number is out of range
     */
    public LocalClusterSettings build() {
      return new LocalClusterSettings(
          regionServers,
          managers,
          compactionServers,
          dataNodes,
          replication,
          dataNodesApart || isolation.wantsDataNodesApart(),
          walVolumes,
          typedVolumes,
          servicesApart,
          objectStore,
          injection,
          injectionSeed,
          supportedFaults,
          isolation,
          site,
          withoutSite,
          roleSite,
          heap,
          jvmOptions,
          safepointLogs,
          classPaths.orElseGet(ClassPaths::ofThisInstallation),
          roleClassPaths,
          parent,
          startTimeout,
          progress);
    }
  }
}
