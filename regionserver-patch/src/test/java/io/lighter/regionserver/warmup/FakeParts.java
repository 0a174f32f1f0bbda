// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup;

import io.lighter.common.protocol.LighterProtos.WarmupReport;
import io.lighter.regionserver.warmup.request.RequestedWarmup;
import io.lighter.regionserver.warmup.request.WarmRequestTask.RegionParts;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Stores that are warm as soon as they run, and a scheduler that a test runs. */
public final class FakeParts {
  public static final long BYTES = 100;

  public final List<String> warmed = new ArrayList<>();
  public final Deque<WarmupScheduler.Warming> queue = new ArrayDeque<>();

  public RegionParts region(String region, String... families) {
    List<RequestedWarmup> parts = new ArrayList<>();
    for (String family : families) {
      parts.add(new Part(region, family, Optional.empty()));
    }
    return new RegionParts(region, parts);
  }

  public RegionParts failingRegion(String region, String reason) {
    return new RegionParts(region, List.of(new Part(region, "f", Optional.of(reason))));
  }

  public void runNext() {
    queue.remove().run();
  }

  public void runAll() {
    while (!queue.isEmpty()) {
      runNext();
    }
  }

  private final class Part implements RequestedWarmup {
    private final String region;
    private final String family;
    private final Optional<String> failure;
    private Consumer<Optional<String>> listener;
    private boolean cancelled;
    private long done;

    Part(String region, String family, Optional<String> failure) {
      this.region = region;
      this.family = family;
      this.failure = failure;
    }

    @Override
    public String region() {
      return region;
    }

    @Override
    public long totalBytes() {
      return BYTES;
    }

    @Override
    public long doneBytes() {
      return done;
    }

    @Override
    public WarmupReport report() {
      return WarmupReport.getDefaultInstance();
    }

    @Override
    public void whenEnded(Consumer<Optional<String>> listener) {
      this.listener = listener;
    }

    @Override
    public void cancel() {
      cancelled = true;
    }

    @Override
    public void run() {
      if (cancelled) {
        listener.accept(Optional.empty());
        return;
      }
      warmed.add(region + "/" + family);
      done = failure.isPresent() ? 0 : BYTES;
      listener.accept(failure);
    }

    @Override
    public int percent() {
      return -1;
    }

    @Override
    public boolean isMoving() {
      return false;
    }

    @Override
    public boolean isAdaptive() {
      return false;
    }

    @Override
    public void tick() {}
  }
}
