// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.Test;
import site.ycsb.DBException;

class SharedConnectionTest {
  private static final int THREADS = 8;

  private final SharedConnection shared = new SharedConnection();
  private final AtomicInteger opened = new AtomicInteger();
  private final AtomicInteger closed = new AtomicInteger();

  @Test
  void firstOpensLastClosesAndTheNextOpensAnew() throws Exception {
    Connection first = shared.acquire(this::open);
    assertThat(shared.acquire(this::open)).isSameAs(first);

    shared.release();
    assertThat(closed).hasValue(0);
    shared.release();
    assertThat(closed).hasValue(1);

    assertThat(shared.acquire(this::open)).isNotSameAs(first);
    assertThat(opened).hasValue(2);
  }

  @Test
  void concurrentThreadsShareTheOpeningConnection() throws Exception {
    CountDownLatch all = new CountDownLatch(THREADS);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<Connection>> got = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        got.add(
            threads.submit(
                () -> {
                  all.countDown();
                  return shared.acquire(
                      () -> {
                        assertThat(all.await(30, TimeUnit.SECONDS)).isTrue();
                        return open();
                      });
                }));
      }
      Set<Connection> connections = new HashSet<>();
      for (Future<Connection> connection : got) {
        connections.add(connection.get(30, TimeUnit.SECONDS));
      }
      assertThat(connections).hasSize(1);
      assertThat(opened).hasValue(1);
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void failureToOpenIsThrownAndTheNextCallRetries() throws Exception {
    Callable<Connection> broken =
        () -> {
          throw new DBException("no table");
        };

    assertThatThrownBy(() -> shared.acquire(broken))
        .isInstanceOf(DBException.class)
        .hasMessage("no table");

    shared.acquire(this::open);
    shared.release();
    assertThat(closed).hasValue(1);
  }

  /** A connection that supports only close and equals. */
  private Connection open() {
    int number = opened.incrementAndGet();
    return (Connection)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, args) ->
                switch (method.getName()) {
                  case "close" -> {
                    closed.incrementAndGet();
                    yield null;
                  }
                  case "hashCode" -> number;
                  case "equals" -> proxy == args[0];
                  case "toString" -> "connection " + number;
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }
}
