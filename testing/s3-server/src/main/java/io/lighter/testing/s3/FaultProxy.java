// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.s3;

import java.io.Closeable;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Passes HTTP requests on to a server of the loopback interface, counts them, and injects latency,
 * a limit of bandwidth, refusals and lost answers. Each connection has a thread, and a connection
 * of its own to the server. Thread-safe.
 *
 * <p>Heads are passed on as they are: S3's signatures cover the header {@code Host}, which the
 * JDK's HTTP client sets itself.
 */
public final class FaultProxy implements Closeable {
  private static final Logger LOG = System.getLogger(FaultProxy.class.getName());

  /** Connections at a time; further ones wait for one of these to end. */
  private static final int MOST_CONNECTIONS = 2_000;

  private final InetSocketAddress server;
  private final ServerSocket listener;
  private final ExecutorService threads;
  private final RequestCounters counters = new RequestCounters();
  private final Semaphore room = new Semaphore(MOST_CONNECTIONS);
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  /** Guarded by itself. */
  private final SplittableRandom random;

  private volatile Injection injection;
  private volatile boolean closed;

  private FaultProxy(
      InetSocketAddress server, ServerSocket listener, Injection injection, long seed) {
    this.server = server;
    this.listener = listener;
    this.injection = injection;
    this.random = new SplittableRandom(seed);
    AtomicInteger number = new AtomicInteger();
    this.threads =
        Executors.newCachedThreadPool(
            task -> {
              Thread thread = new Thread(task, "fault-proxy-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Starts a proxy on the loopback interface.
   *
   * @param server the server that answers
   * @param port port to listen on; 0 for a free one
   * @param injection what is injected from the beginning
   * @param seed seed of the draws that decide which requests meet a fault
   */
  public static FaultProxy start(URI server, int port, Injection injection, long seed)
      throws IOException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    ServerSocket listener = new ServerSocket();
    listener.setReuseAddress(true);
    listener.bind(new InetSocketAddress(loopback, port), 0);
    FaultProxy proxy =
        new FaultProxy(
            new InetSocketAddress(server.getHost(), server.getPort()), listener, injection, seed);
    proxy.threads.execute(proxy::accept);
    return proxy;
  }

  /** The address of the proxy, for clients. */
  public URI endpoint() {
    return URI.create(
        "http://%s:%d"
            .formatted(listener.getInetAddress().getHostAddress(), listener.getLocalPort()));
  }

  /** Changes what is injected into requests from now on. */
  public void inject(Injection wanted) {
    injection = wanted;
  }

  /** What is injected now. */
  public Injection injection() {
    return injection;
  }

  /** Counts since the start, one element for each {@link RequestMethod}, in their order. */
  public List<RequestCount> requests() {
    return counters.counts();
  }

  private void accept() {
    while (!closed) {
      try {
        room.acquire();
        serve(listener.accept());
      } catch (IOException e) {
        room.release();
        if (!closed) {
          LOG.log(Level.WARNING, "no connection accepted", e);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private void serve(Socket client) {
    open.add(client);
    try {
      threads.execute(() -> run(client));
    } catch (RejectedExecutionException e) {
      LOG.log(Level.DEBUG, "a connection came while the proxy was closed", e);
      closeQuietly(client);
    }
    if (closed) {
      closeQuietly(client); // close() may have missed it
    }
  }

  private void run(Socket client) {
    try (client;
        Socket backend = new Socket()) {
      backend.connect(server);
      new FaultConnection(client, backend, this::injection, this::draw, counters).run();
    } catch (IOException e) {
      // The client may go at any time, and notices itself that its connection has ended.
      LOG.log(Level.DEBUG, "a connection ended early", e);
    } finally {
      open.remove(client);
      room.release();
    }
  }

  /** A number of at least 0 and less than 1. */
  private double draw() {
    synchronized (random) {
      return random.nextDouble();
    }
  }

  /** Ends all connections; their requests may stay without an answer. */
  @Override
  public void close() throws IOException {
    closed = true;
    listener.close();
    open.forEach(FaultProxy::closeQuietly);
    threads.shutdownNow();
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "a connection does not close", e);
    }
  }
}
