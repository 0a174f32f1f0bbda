// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.pressure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.wal.WAL;
import org.junit.jupiter.api.Test;

class PressureMonitorTest {
  private static final int ENOUGH_TICKS = 250;
  private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final AtomicLong clock = new AtomicLong();
  private final List<WAL> logs = new ArrayList<>();
  private final PressureMonitor monitor = monitor(() -> logs);

  /** A log that counts its listeners. */
  private static final class Log {
    private final WAL wal =
        (WAL)
            Proxy.newProxyInstance(
                WAL.class.getClassLoader(),
                new Class<?>[] {WAL.class},
                (proxy, method, arguments) -> called(method.getName(), proxy));

    private int added;
    private int removed;

    private Object called(String method, Object proxy) {
      return switch (method) {
        case "registerWALActionsListener" -> {
          added++;
          yield null;
        }
        case "unregisterWALActionsListener" -> {
          removed++;
          yield true;
        }
        case "hashCode" -> System.identityHashCode(proxy);
        case "equals" -> false; // the monitor and the tests compare identities
        default -> throw new UnsupportedOperationException(method);
      };
    }
  }

  @Test
  void eachLogGetsOneListenerAlsoIfItComesLater() {
    Log first = new Log();
    Log second = new Log();
    logs.add(first.wal);
    tick();
    logs.add(second.wal);
    tick();
    tick();

    assertThat(first.added).isEqualTo(1);
    assertThat(second.added).isEqualTo(1);
  }

  @Test
  void closeRemovesTheListenersAndAddsNoMore() {
    Log log = new Log();
    Log closed = new Log();
    logs.add(log.wal);
    logs.add(closed.wal);
    tick();
    logs.removeIf(each -> each == closed.wal);
    tick();

    monitor.close();
    Log late = new Log();
    logs.add(late.wal);
    tick();

    assertThat(log.removed).isEqualTo(1);
    assertThat(closed.removed).isZero();
    assertThat(late.added).isZero();
  }

  @Test
  void failureEndsNoMeasurement() {
    boolean[] broken = {true};
    PressureMonitor other =
        monitor(
            () -> {
              if (broken[0]) {
                throw new IOException("no log yet");
              }
              return logs;
            });
    Log log = new Log();
    logs.add(log.wal);
    other.tick();
    assertThat(log.added).isZero();

    broken[0] = false;
    for (int i = 0; i < ENOUGH_TICKS; i++) {
      clock.addAndGet(TICK_NANOS);
      other.tick();
    }

    assertThat(log.added).isEqualTo(1);
    assertThat(other.pressure()).isEqualTo(Pressure.UNKNOWN);
  }

  @Test
  void frequentSamplesGoToTheTimesOfCallsAndNotToThePressure() {
    AtomicLong asked = new AtomicLong();
    PressureMonitor other =
        new PressureMonitor(
            () -> logs,
            clock::get,
            new CallTimes(clock::get),
            () -> (int) asked.incrementAndGet(),
            () -> 0);
    for (int i = 0; i < ENOUGH_TICKS; i++) {
      clock.addAndGet(TICK_NANOS / 25);
      other.tick();
    }

    assertThat(asked.get()).isEqualTo(ENOUGH_TICKS + ENOUGH_TICKS / 25);
  }

  private PressureMonitor monitor(PressureMonitor.Logs present) {
    return new PressureMonitor(present, clock::get, new CallTimes(clock::get), () -> 0, () -> 0);
  }

  private void tick() {
    for (int i = 0; i < ENOUGH_TICKS; i++) {
      clock.addAndGet(TICK_NANOS);
      monitor.tick();
    }
  }
}
