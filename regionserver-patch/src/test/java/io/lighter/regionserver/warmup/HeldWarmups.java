// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup;

import io.lighter.common.WarmupId;
import io.lighter.common.config.ConfigurationException;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.metrics.MetricProcess;
import io.lighter.common.metrics.MetricSet;
import io.lighter.common.rpc.RpcCaller;
import io.lighter.regionserver.channel.ChunkChannels;
import io.lighter.regionserver.warmup.remote.WarmupMetrics;
import io.lighter.regionserver.warmup.request.RequestedStoreWarmup;
import io.lighter.regionserver.warmup.request.SteppedPace;
import io.lighter.warmup.RowRange;
import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.metrics.impl.MetricRegistryImpl;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hbase.thirdparty.io.netty.buffer.PooledByteBufAllocator;

/** Shared parts of the warm-ups of regions without a region server, where a test advances T. */
public final class HeldWarmups implements Closeable {
  private final SteppedPace pace = new SteppedPace();
  private final WarmupMetrics metrics =
      new WarmupMetrics(
          new MetricSet(
              MetricProcess.REGION_SERVER,
              new MetricRegistryImpl(MetricProcess.REGION_SERVER.registry())));
  private final Configuration conf;
  private final RpcCaller caller;
  private final RegionServerWarmups shared;

  public HeldWarmups(Configuration conf) throws IOException, ConfigurationException {
    this.conf = conf;
    caller = new RpcCaller(conf);
    shared =
        new RegionServerWarmups(
            LighterConfiguration.of(conf),
            caller,
            new ChunkChannels(conf, 1, PooledByteBufAllocator.DEFAULT),
            metrics,
            pace);
  }

  public RegionServerWarmups shared() {
    return shared;
  }

  /**
   * Runs a requested warm-up of a store until {@code stops}, held at its first step.
   *
   * @return whether the warm-up completed
   */
  public boolean warm(HStore store, StoreWarmups warmups, BooleanSupplier stops)
      throws ConfigurationException {
    RequestedStoreWarmup warmup =
        new RequestedStoreWarmup(
            WarmupId.random(),
            new StoreParts(store, store.getStoreEngine()),
            warmups,
            RowRange.of(store.getRegionInfo()),
            WarmupSettings.of(LighterConfiguration.of(conf)),
            shared,
            stops);
    AtomicBoolean completed = new AtomicBoolean();
    warmup.whenEnded(failure -> completed.set(failure.isEmpty()));
    warmup.run();
    return completed.get();
  }

  /** Closes as the store does, under its write lock. */
  public static void storeCloses(StoreWarmups warmups) {
    warmups.storeCloses();
  }

  /** The pace of the strategy {@code throttled}. */
  public SteppedPace pace() {
    return pace;
  }

  /** Number of reads that got an output during its warm-up. */
  public long readsOfOutputs() {
    return metrics.below().sum();
  }

  /** Number of outputs that secondary replicas have not found. */
  public long unserved() {
    return metrics.unserved();
  }

  /** Number of completed warm-ups. */
  public long completed() {
    return metrics.completed();
  }

  /** Number of warm-ups that ended early. */
  public long endedEarly() {
    return metrics.endedEarly();
  }

  @Override
  public void close() {
    pace.open();
    shared.close();
    caller.close();
  }
}
