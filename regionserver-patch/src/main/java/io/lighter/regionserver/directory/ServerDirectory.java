// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
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
 * Lighter's state in ZooKeeper: the live and the draining compaction servers, the assignment tables
 * of the groups in use, and the switch. Read in the region server's own ZooKeeper session.
 *
 * <p>Each change costs the reads of the changed znodes (see {@link DirectoryZNodes}), not of all.
 * Changes of the live servers and of the tables are read after a random part of {@value
 * #SPREAD_MILLIS} ms. This delay spreads the reads of a cluster's region servers, and joins a
 * change of the servers with the change of a table that follows. Until then a compaction may be
 * sent to a server that is gone, and falls back to the next one. A drain and the switch are read at
 * once.
 *
 * <p>Thread-safe. One thread of this class does all reading, since HBase's event thread must not
 * block (see {@link ZKListener}). A compaction thread only uses the last {@link View}. A reading
 * every {@value #REREAD_SECONDS} s makes up for lost watches.
 */
public final class ServerDirectory extends ZKListener implements ServerChoice.Servers, Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(ServerDirectory.class);
  private static final long REREAD_SECONDS = 30;
  private static final long SPREAD_MILLIS = 2_000;
  private static final long READ_TIMEOUT_SECONDS = 5;

  /** The result of the last reading; immutable. */
  private record View(
      Map<ServerName, RegisteredServer> servers,
      Set<ServerName> draining,
      Map<String, GroupServers> groups,
      OffloadSwitch offloadSwitch) {

    /** The live servers of a group that drain, or that do not. */
    private Stream<RegisteredServer> of(String group, boolean drains) {
      return servers.entrySet().stream()
          .filter(server -> draining.contains(server.getKey()) == drains)
          .map(Map.Entry::getValue)
          .filter(server -> server.group().equals(group));
    }
  }

  private final LighterZNodes znodes;
  private final ScheduledExecutorService reader;

  /** Used by {@link #reader} only, except for the urgency of a path. */
  private final DirectoryZNodes parts;

  /** Groups that stores of this region server name. Only grows; bounded by the tables. */
  private final Set<String> groups = ConcurrentHashMap.newKeySet();

  /** Paths that have changed since the last reading; bounded by the watched paths. */
  private final Set<String> changed = ConcurrentHashMap.newKeySet();

  /** Whether an immediate reading is queued; many events cause one reading. */
  private final AtomicBoolean readQueued = new AtomicBoolean();

  /** Whether a delayed reading is queued, which does nothing if another one ran earlier. */
  private final AtomicBoolean readDelayed = new AtomicBoolean();

  private final CountDownLatch firstRead = new CountDownLatch(1);

  /** Written by {@link #reader} only. */
  private volatile View view = new View(Map.of(), Set.of(), Map.of(), OffloadSwitches.ON);

  /**
   * Creates a directory that {@link #start} fills.
   *
   * @param watcher the region server's session, which the caller closes
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
    // The future is not needed: close() ends the task, and readAll() throws nothing.
    Future<?> unused =
        reader.scheduleWithFixedDelay(this::readAll, 0, REREAD_SECONDS, TimeUnit.SECONDS);
  }

  /** Has the group's assignment table read before the first compaction uses the group. */
  public void addGroup(String group) {
    if (groups.add(group)) {
      changed.add(znodes.assignment(group));
      requestRead();
    }
  }

  /**
   * The live servers of a group that take requests of this region server and do not drain, in the
   * order in which to try them; see {@link GroupServers#candidates}. The method makes no calls, and
   * waits only for the first reading after start-up, for 5 s at most.
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
   * @param version protocol version, {@link Protocol#PLAIN_VERSION} or a later one
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
      LOG.debug("reading ZooKeeper is late, using the last reading", e);
    } catch (ExecutionException e) {
      LOG.warn("reading ZooKeeper failed: path={}", znodes.root(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while ZooKeeper was read");
    }
  }

  /** Whether the operator allows offloaded compactions of {@code table}. */
  public boolean isSwitchedOn(TableName table) {
    OffloadSwitch now = view.offloadSwitch;
    return now.getOn() && !now.getOffTableList().contains(table.getNameAsString());
  }

  /** Waits for the first reading after start-up, also if it fails, for 5 s at most. */
  public void awaitFirstRead() throws InterruptedIOException {
    try {
      if (!firstRead.await(READ_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("ZooKeeper not read yet, no compaction server is known");
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
      case NONE -> {} // such as the progress of a requested warm-up
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
        LOG.debug("event ignored: reason=closed", e);
      }
    }
  }

  private void requestDelayedRead() {
    if (readDelayed.compareAndSet(false, true)) {
      try {
        // The future is not needed: readChanges() throws nothing.
        Future<?> unused =
            reader.schedule(
                () -> {
                  readDelayed.set(false); // as above
                  readChanges();
                },
                ThreadLocalRandom.current().nextLong(SPREAD_MILLIS),
                TimeUnit.MILLISECONDS);
      } catch (RejectedExecutionException e) {
        LOG.debug("event ignored: reason=closed", e);
      }
    }
  }

  /** Reads all paths. On {@link #reader}. */
  private void readAll() {
    changed.addAll(parts.paths(groups));
    readChanges();
  }

  /**
   * Reads the changed paths. On {@link #reader}. A path that cannot be read counts as changed
   * again, for the next reading.
   */
  private void readChanges() {
    Set<String> taken = Set.copyOf(changed);
    if (taken.isEmpty()) {
      return;
    }
    changed.removeAll(taken); // first: a later event causes the next reading
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
    } catch (KeeperException | RuntimeException | Error e) { // an exception would end the readings
      LOG.warn("cannot read ZooKeeper, using the last reading: path={}", znodes.root(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      if (!isRead) {
        changed.addAll(taken);
      }
      firstRead.countDown(); // after a failure, too: no compaction has to wait for the next reading
    }
  }

  /** Views of every group with servers; a group that no store has named has no table. */
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
