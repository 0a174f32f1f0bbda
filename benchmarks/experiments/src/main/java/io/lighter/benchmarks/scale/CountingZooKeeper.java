// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.scale;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.server.Request;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;

/**
 * A ZooKeeper server in this JVM that counts operations by session. Pings, and the setting of
 * watches after a lost connection, are left out. Thread-safe.
 */
public final class CountingZooKeeper implements Closeable {
  private static final int TICK_MS = 2_000;
  private static final int NO_LIMIT_OF_CONNECTIONS = 0;

  private final ServerCnxnFactory connections;
  private final Server server;

  private CountingZooKeeper(ServerCnxnFactory connections, Server server) {
    this.connections = connections;
    this.server = server;
  }

  /**
   * Starts on a free port of the loopback interface.
   *
   * @param folder folder for its files, which is created if it does not exist
   */
  public static CountingZooKeeper start(Path folder) throws IOException {
    Server server = new Server(folder);
    ServerCnxnFactory connections =
        ServerCnxnFactory.createFactory(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), NO_LIMIT_OF_CONNECTIONS);
    try {
      connections.startup(server);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("interrupted").initCause(e);
    }
    return new CountingZooKeeper(connections, server);
  }

  /** The address to which clients connect. */
  public int port() {
    return connections.getLocalPort();
  }

  /** Operations of all sessions since the start, including sessions that have ended. */
  public OperationCounts all() {
    return sum(server.bySession.values());
  }

  /**
   * Operations of one session since the start.
   *
   * @param session see {@code ZooKeeper.getSessionId()}
   */
  public OperationCounts of(long session) {
    Counter counter = server.bySession.get(session);
    return counter == null ? OperationCounts.NONE : counter.now();
  }

  private static OperationCounts sum(Collection<Counter> counters) {
    return counters.stream().map(Counter::now).reduce(OperationCounts.NONE, OperationCounts::plus);
  }

  @Override
  public void close() {
    connections.shutdown();
    server.shutdown(true);
  }

  private static final class Counter {
    private final LongAdder reads = new LongAdder();
    private final LongAdder writes = new LongAdder();

    OperationCounts now() {
      return new OperationCounts(reads.sum(), writes.sum());
    }
  }

  /** Sees each request before it is queued. */
  private static final class Server extends ZooKeeperServer {
    private final Map<Long, Counter> bySession = new ConcurrentHashMap<>();

    Server(Path folder) throws IOException {
      super(folder.toFile(), folder.toFile(), TICK_MS);
    }

    @Override
    public void enqueueRequest(Request request) {
      switch (request.type) {
        case OpCode.exists,
            OpCode.getData,
            OpCode.getChildren,
            OpCode.getChildren2,
            OpCode.getACL,
            OpCode.multiRead ->
            counter(request).reads.increment();
        case OpCode.create,
            OpCode.create2,
            OpCode.createContainer,
            OpCode.createTTL,
            OpCode.delete,
            OpCode.setData,
            OpCode.setACL,
            OpCode.multi ->
            counter(request).writes.increment();
        default -> {} // pings, sessions, watches
      }
      super.enqueueRequest(request);
    }

    private Counter counter(Request request) {
      return bySession.computeIfAbsent(request.sessionId, session -> new Counter());
    }
  }
}
