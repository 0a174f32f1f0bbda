package io.lighter.regionserver.directory;

import io.lighter.common.assignment.GroupServers;
import io.lighter.common.assignment.SlotTable;
import io.lighter.common.protocol.LighterProtos.OffloadSwitch;
import io.lighter.common.rpc.Protocol;
import io.lighter.common.zk.LighterZNodes;
import io.lighter.common.zk.OffloadSwitches;
import java.io.Closeable;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.zookeeper.ZKListener;
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
 * <p>Each change costs the reads of what changed (see {@link DirectoryZNodes}), not of all. Changes
 * of the live servers and of the tables are read after a random part of {@value #SPREAD_MILLIS} ms,
 * so that the region servers of a cluster do not ask ZooKeeper at the same moment, and that a
 * change of the servers and the change of a table that follows it are read together. Until then a
 * compaction may be sent to a server that is gone, and goes to the next one. A drain and the switch
 * are read at once.
 *
 * <p>Thread-safe. All reading happens on one thread of ours: HBase's event thread must not block
 * (see {@link ZKListener}), and a compaction thread only looks at the last {@link View}. A watch
 * that was lost is made up for by reading again every {@value #REREAD_SECONDS} s.
 */
public final class ServerDirectory extends ZKListener implements ServerChoice.Servers, Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(ServerDirectory.class);
  private static final long REREAD_SECONDS = 30;
  private static final long SPREAD_MILLIS = 2_000;
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

  /** Used by {@link #reader} only, but for what it says of a path. */
  private final DirectoryZNodes parts;

  /** Groups that some store of this region server names. Grows only; bounded by the tables. */
  private final Set<String> groups = ConcurrentHashMap.newKeySet();

  /** Paths that have changed since they were read; bounded by those that are watched. */
  private final Set<String> changed = ConcurrentHashMap.newKeySet();

  /** A reading is queued that does not wait; many events become one reading. */
  private final AtomicBoolean readQueued = new AtomicBoolean();

  /** A reading is queued that waits; it finds nothing to do if another one was earlier. */
  private final AtomicBoolean readDelayed = new AtomicBoolean();

  private final CountDownLatch firstRead = new CountDownLatch(1);

  /** Written by {@link #reader} only. */
  private volatile View view = new View(Map.of(), Set.of(), Map.of(), OffloadSwitches.ON);

  /**
   * Reads nothing before {@link #start}.
   *
   * @param watcher the region server's session; stays the caller's
   */
  public ServerDirectory(ZKWatcher watcher, LighterZNodes znodes) {
    super(watcher);
    this.znodes = znodes;
    this.parts = new DirectoryZNodes(watcher, znodes);
    this.reader =
        Executors.newSingleThreadScheduledExecutor(
            new ThreadFactoryBuilder().setNameFormat("lighter-directory").setDaemon(true).build());
  }

  /** Starts watching. Separate from the constructor, which must not leak {@code this}. */
  public void start() {
    watcher.registerListener(this);
    // Nothing to wait for: it ends with close(), and readAll() lets no exception out.
    Future<?> unused =
        reader.scheduleWithFixedDelay(this::readAll, 0, REREAD_SECONDS, TimeUnit.SECONDS);
  }

  /** Makes the group's assignment table known before the first compaction asks. */
  public void addGroup(String group) {
    if (groups.add(group)) {
      changed.add(znodes.assignment(group));
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
  public ServerChoice.Servers taking(int version) {
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
      reader.submit(this::readAll).get(READ_TIMEOUT_SECONDS, TimeUnit.SECONDS);
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
  public boolean isSwitchedOn(TableName table) {
    OffloadSwitch now = view.offloadSwitch;
    return now.getOn() && !now.getOffTableList().contains(table.getNameAsString());
  }

  /** Waits at most 5 s, after start-up only. */
  public void awaitFirstRead() throws InterruptedIOException {
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
    switch (parts.urgency(path)) {
      case NONE -> {} // such as a warm-up that is asked for, which writes as long as it lasts
      case NOW -> {
        changed.add(path);
        requestRead();
      }
      case SOON -> {
        changed.add(path);
        requestDelayedRead();
      }
    }
  }

  private void requestRead() {
    if (readQueued.compareAndSet(false, true)) {
      try {
        reader.execute(
            () -> {
              readQueued.set(false); // cleared first: an event during the reading queues the next
              readChanges();
            });
      } catch (RejectedExecutionException e) {
        LOG.debug("closed; an event is passed over", e);
      }
    }
  }

  private void requestDelayedRead() {
    if (readDelayed.compareAndSet(false, true)) {
      try {
        // Nothing to wait for: readChanges() lets no exception out.
        Future<?> unused =
            reader.schedule(
                () -> {
                  readDelayed.set(false); // as above
                  readChanges();
                },
                ThreadLocalRandom.current().nextLong(SPREAD_MILLIS),
                TimeUnit.MILLISECONDS);
      } catch (RejectedExecutionException e) {
        LOG.debug("closed; an event is passed over", e);
      }
    }
  }

  /** On {@link #reader}. */
  private void readAll() {
    changed.addAll(parts.paths(groups));
    readChanges();
  }

  /**
   * On {@link #reader}. What is taken here and cannot be read counts as changed again, for the next
   * reading.
   */
  private void readChanges() {
    Set<String> taken = Set.copyOf(changed);
    if (taken.isEmpty()) {
      return;
    }
    changed.removeAll(taken); // first: an event during the reading asks for the next one
    boolean isRead = false;
    try {
      parts.read(taken);
      Map<ServerName, RegisteredServer> servers = parts.servers();
      Set<ServerName> draining = parts.draining();
      View next =
          new View(
              servers, draining, groupViews(servers, draining, parts.tables()), parts.offload());
      if (!next.servers.equals(view.servers) || !draining.equals(view.draining)) {
        LOG.info("compaction servers: {}, draining: {}", next.servers, draining);
      }
      view = next;
      isRead = true;
      firstRead.countDown();
    } catch (KeeperException | RuntimeException | Error e) { // or it was the last reading
      LOG.warn("could not read {}; going on with what was read before", znodes.root(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      if (!isRead) {
        changed.addAll(taken);
      }
    }
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

  @Override
  public void close() {
    watcher.unregisterListener(this);
    reader.shutdownNow();
  }
}
