// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.job;

import java.util.concurrent.atomic.AtomicInteger;

/** Counts the jobs that failed, were cancelled, paused, left without an owner, or adopted. */
final class Counts implements JobEvents {
  final AtomicInteger failed = new AtomicInteger();
  final AtomicInteger storeBusy = new AtomicInteger();
  final AtomicInteger cancelled = new AtomicInteger();
  final AtomicInteger paused = new AtomicInteger();
  final AtomicInteger unowned = new AtomicInteger();
  final AtomicInteger adopted = new AtomicInteger();

  @Override
  public void accepted() {}

  @Override
  public void started(long waitMs) {}

  @Override
  public void completed(long runMs, long bytesRead, long bytesWritten) {}

  @Override
  public void failed() {
    failed.incrementAndGet();
  }

  @Override
  public void storeBusy() {
    storeBusy.incrementAndGet();
  }

  @Override
  public void cancelled() {
    cancelled.incrementAndGet();
  }

  @Override
  public void unowned() {
    unowned.incrementAndGet();
  }

  @Override
  public void adopted() {
    adopted.incrementAndGet();
  }

  @Override
  public void paused() {
    paused.incrementAndGet();
  }
}
