package io.lighter.regionserver;

import io.lighter.common.ServerNames;
import io.lighter.common.assignment.GroupServers;
import io.lighter.common.assignment.SlotTable;
import io.lighter.common.protocol.LighterProtos.OffloadSwitch;
import io.lighter.common.rpc.Protocol;
import io.lighter.common.zk.LighterZNodes;
import io.lighter.common.zk.OffloadSwitches;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.zookeeper.ZKListener;
import org.apache.hadoop.hbase.zookeeper.ZKUtil;
import org.apache.hadoop.hbase.zookeeper.ZKWatcher;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;
import org.apache.zookeeper.KeeperException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What ZooKeeper says of Lighter: the live compaction servers, those of them that drain, the
 * assignment tables of the groups in use, the switch. Read by the region server's own ZooKeeper
 * session.
 *
 * <p>Thread-safe. All reading happens on one thread of ours: HBase's event thread must not block
 * (see {@link ZKListener}), and a compaction thread only looks at the last {@link View}. A watch
 * that was lost is made up for by reading again every {@value #REREAD_SECONDS} s.
 */
final class ServerDirectory extends ZKListener implements ServerChoice.Servers, Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(ServerDirectory.class);
  private static final long REREAD_SECONDS = 30;
  private static final long READ_TIMEOUT_SECONDS = 5;

  /** What was read last; immutable. */
  private record View(
      Map<ServerName, RegisteredServer> servers,
      Set<ServerName> draining,
      Map<String, GroupServers> groups,
      OffloadSwitch offloadSwitch) {

    /** The live servers of a group: those that drain, or those that do not. */
    private Stream<RegisteredServer> of(String group, boolean drains) {
      return servers.entrySet().stream()
          .filter(server -> draining.contains(server.getKey()) == drains)
          .map(Map.Entry::getValue)
          .filter(server -> server.group().equals(group));
    }
  }

  private final LighterZNodes znodes;
  private final ScheduledExecutorService reader;

  /** Groups that some store of this region server names. Grows only; bounded by the tables. */
  private final Set<String> groups = ConcurrentHashMap.newKeySet();

  /** A reading is queued; many events become one reading. */
  private final AtomicBoolean readQueued = new AtomicBoolean();

  private final CountDownLatch firstRead = new CountDownLatch(1);

  /** Written by {@link #reader} only. */
  private volatile View view = new View(Map.of(), Set.of(), Map.of(), OffloadSwitches.ON);

  /**
   * By znode, those that are listed: a registration never changes, so each is read once, however
   * many servers come and go. Owned by {@link #reader}.
   */
  private Map<String, RegisteredServer> registered = Map.of();

  ServerDirectory(ZKWatcher watcher, LighterZNodes znodes) {
    super(watcher);
    this.znodes = znodes;
    this.reader =
        Executors.newSingleThreadScheduledExecutor(
            new ThreadFactoryBuilder().setNameFormat("lighter-directory").setDaemon(true).build());
  }

  /** Starts watching. Separate from the constructor, which must not leak {@code this}. */
  void start() {
    watcher.registerListener(this);
    // Nothing to wait for: it ends with close(), and read() lets no exception out.
    Future<?> unused =
        reader.scheduleWithFixedDelay(this::read, 0, REREAD_SECONDS, TimeUnit.SECONDS);
  }

  /** Makes the group's assignment table known before the first compaction asks. */
  void addGroup(String group) {
    if (groups.add(group)) {
      requestRead();
    }
  }

  /**
   * The live servers of a group that take our requests and do not drain, in the order in which to
   * try them; see {@link GroupServers#candidates}. No call leaves this process; only the first
   * reading after start-up is waited for, at most 5 s.
   */
  @Override
  public List<ServerName> candidates(String group, String encodedRegionName)
      throws InterruptedIOException {
    awaitFirstRead();
    return view.groups.getOrDefault(group, GroupServers.NONE).candidates(encodedRegionName);
  }

  @Override
  public boolean anyDrains(String group) {
    return view.of(group, true).findAny().isPresent();
  }

  @Override
  public boolean anySpeaksOtherwise(String group) {
    return view.of(group, false).anyMatch(server -> !server.takesOurRequests());
  }

  /**
   * The same servers, without those that do not take requests of {@code version}.
   *
   * @param version of the protocol, {@link Protocol#PLAIN_VERSION} or a later one
   */
  ServerChoice.Servers taking(int version) {
    return new ServerChoice.Servers() {
      @Override
      public List<ServerName> candidates(String group, String encodedRegionName)
          throws InterruptedIOException {
        List<ServerName> candidates = ServerDirectory.this.candidates(group, encodedRegionName);
        Map<ServerName, RegisteredServer> servers = view.servers;
        return candidates.stream()
            .filter(name -> servers.containsKey(name) && servers.get(name).takes(version))
            .toList();
      }

      @Override
      public boolean anyDrains(String group) {
        return ServerDirectory.this.anyDrains(group);
      }

      @Override
      public boolean anySpeaksOtherwise(String group) {
        return view.of(group, false).anyMatch(server -> !server.takes(version));
      }

      @Override
      public void readAgain() throws InterruptedIOException {
        ServerDirectory.this.readAgain();
      }
    };
  }

  @Override
  public void readAgain() throws InterruptedIOException {
    try {
      reader.submit(this::read).get(READ_TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException | RejectedExecutionException e) {
      LOG.debug("Going on with what was read before", e);
    } catch (ExecutionException e) {
      LOG.warn("Reading {} failed", znodes.root(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while ZooKeeper was read");
    }
  }

  /** Whether the operator lets compactions of {@code table} leave. */
  boolean isSwitchedOn(TableName table) {
    OffloadSwitch now = view.offloadSwitch;
    return now.getOn() && !now.getOffTableList().contains(table.getNameAsString());
  }

  /** Waits at most 5 s, after start-up only. */
  void awaitFirstRead() throws InterruptedIOException {
    try {
      if (!firstRead.await(READ_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("ZooKeeper has not been read yet; no compaction server is known");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while ZooKeeper was read");
    }
  }

  @Override
  public void nodeCreated(String path) {
    onEvent(path);
  }

  @Override
  public void nodeDeleted(String path) {
    onEvent(path);
  }

  @Override
  public void nodeDataChanged(String path) {
    onEvent(path);
  }

  @Override
  public void nodeChildrenChanged(String path) {
    onEvent(path);
  }

  private void onEvent(String path) {
    // A warm-up that is asked for changes nothing here, and writes as long as it lasts.
    if (path.startsWith(znodes.root()) && !path.startsWith(znodes.warmRequests())) {
      requestRead();
    }
  }

  private void requestRead() {
    if (readQueued.compareAndSet(false, true)) {
      try {
        reader.execute(this::read);
      } catch (RejectedExecutionException e) {
        LOG.debug("closed; an event is passed over", e);
      }
    }
  }

  /** On {@link #reader}. Cleared first: an event during the reading queues the next one. */
  private void read() {
    readQueued.set(false);
    try {
      Map<String, SlotTable> tables = new HashMap<>();
      for (String group : groups) {
        byte[] bytes = readAndWatch(znodes.assignment(group));
        if (bytes != null) {
          tables.put(group, parseTable(group, bytes));
        }
      }
      // Draining ones before live ones: a server that starts in place of one that drains is there
      // before that one drains, so that no reading shows the one draining and the other missing.
      Set<ServerName> draining = readDraining();
      Map<ServerName, RegisteredServer> servers = readServers();
      View next = new View(servers, draining, groupViews(servers, draining, tables), readSwitch());
      if (!next.servers.equals(view.servers) || !draining.equals(view.draining)) {
        LOG.info("compaction servers: {}, draining: {}", next.servers, draining);
      }
      view = next;
      firstRead.countDown();
    } catch (KeeperException | RuntimeException | Error e) { // or it was the last reading
      LOG.warn("could not read {}; going on with what was read before", znodes.root(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Set<ServerName> readDraining() throws KeeperException {
    return childrenAndWatch(znodes.draining()).stream()
        .map(ServerNames::parse)
        .flatMap(Optional::stream)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Every group that has servers; a group that nobody has named yet goes without its table. */
  private static Map<String, GroupServers> groupViews(
      Map<ServerName, RegisteredServer> servers,
      Set<ServerName> draining,
      Map<String, SlotTable> tables) {
    Map<String, List<ServerName>> takers = new HashMap<>();
    servers.forEach(
        (name, server) -> {
          List<ServerName> ofGroup =
              takers.computeIfAbsent(server.group(), group -> new ArrayList<>());
          if (server.takesOurRequests() && !draining.contains(name)) {
            ofGroup.add(name);
          }
        });
    Map<String, GroupServers> views = new HashMap<>();
    takers.forEach(
        (group, live) ->
            views.put(group, new GroupServers(tables.getOrDefault(group, SlotTable.EMPTY), live)));
    return Map.copyOf(views);
  }

  private List<String> childrenAndWatch(String path) throws KeeperException {
    List<String> names = null;
    if (ZKUtil.watchAndCheckExists(watcher, path)) {
      names = ZKUtil.listChildrenAndWatchForNewChildren(watcher, path);
    }
    return names == null ? List.of() : List.copyOf(names);
  }

  private Map<ServerName, RegisteredServer> readServers()
      throws KeeperException, InterruptedException {
    Map<String, RegisteredServer> listed = new HashMap<>();
    for (String name : childrenAndWatch(znodes.servers())) {
      RegisteredServer known = registered.get(name);
      byte[] bytes = known == null ? ZKUtil.getData(watcher, znodes.servers() + '/' + name) : null;
      Optional.ofNullable(known)
          .or(() -> Optional.ofNullable(bytes).flatMap(read -> RegisteredServer.parse(name, read)))
          .ifPresent(server -> listed.put(name, server));
    }
    registered = Map.copyOf(listed);
    Map<ServerName, RegisteredServer> servers = new HashMap<>();
    listed.values().forEach(server -> servers.put(server.name(), server));
    return Map.copyOf(servers);
  }

  private OffloadSwitch readSwitch() throws KeeperException {
    byte[] bytes = readAndWatch(znodes.offloadSwitch());
    try {
      return OffloadSwitches.parse(bytes);
    } catch (IOException e) {
      LOG.warn("{} is damaged; the switch stays as it was", znodes.offloadSwitch(), e);
      return view.offloadSwitch;
    }
  }

  private SlotTable parseTable(String group, byte[] bytes) {
    try {
      return SlotTable.parse(bytes);
    } catch (IOException e) {
      LOG.warn("{} is damaged; regions are spread without it", znodes.assignment(group), e);
      return SlotTable.EMPTY;
    }
  }

  /** Null when the znode does not exist; then its creation is watched. */
  private byte[] readAndWatch(String path) throws KeeperException {
    return ZKUtil.watchAndCheckExists(watcher, path) ? ZKUtil.getDataAndWatch(watcher, path) : null;
  }

  @Override
  public void close() {
    watcher.unregisterListener(this);
    reader.shutdownNow();
  }
}
