// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.apache.hadoop.fs.Path;

/** Holds reads of files until a number of them is there, or until it is opened. Thread-safe. */
final class ReadGate implements WatchedFileSystem.Watch {
  private static final int WAIT_SECONDS = 20;

  private final Predicate<String> isHeld;
  private final CountDownLatch awaited;
  private final CountDownLatch opened = new CountDownLatch(1);
  private final Set<String> files = ConcurrentHashMap.newKeySet();
  private final AtomicInteger reads = new AtomicInteger();
  private final AtomicInteger inFlight = new AtomicInteger();
  private final AtomicInteger mostInFlight = new AtomicInteger();
  private final boolean opensItself;

  private ReadGate(Predicate<String> isHeld, int reads, boolean opensItself) {
    this.isHeld = isHeld;
    this.opensItself = opensItself;
    awaited = new CountDownLatch(reads);
  }

  /** A gate that opens when so many reads are there at once, or some have waited too long. */
  static ReadGate untilInFlight(int reads) {
    return new ReadGate(file -> true, reads, true);
  }

  /** A gate for some files, which a test opens. */
  static ReadGate untilOpened(Predicate<String> isHeld) {
    return new ReadGate(isHeld, Integer.MAX_VALUE, false);
  }

  void open() {
    opened.countDown();
  }

  /** Most reads at a time. */
  int mostInFlight() {
    return mostInFlight.get();
  }

  int inFlight() {
    return inFlight.get();
  }

  int reads() {
    return reads.get();
  }

  /** Names of the files that were read. */
  Set<String> files() {
    return Set.copyOf(files);
  }

  @Override
  public void beforeRead(Path file, long position) throws IOException {
    reads.incrementAndGet();
    files.add(file.getName());
    if (!isHeld.test(file.getName())) {
      return;
    }
    mostInFlight.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
    try {
      awaited.countDown();
      boolean isOpen =
          opensItself
              ? awaited.await(WAIT_SECONDS, TimeUnit.SECONDS)
              : opened.await(WAIT_SECONDS, TimeUnit.SECONDS);
      if (!isOpen) {
        opened.countDown();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    } finally {
      inFlight.decrementAndGet();
    }
  }
}
