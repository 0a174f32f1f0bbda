// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup;

import io.lighter.common.WarmupId;
import io.lighter.common.protocol.LighterProtos.StoreFileName;
import io.lighter.regionserver.warmup.remote.OutputLookup;
import io.lighter.regionserver.warmup.remote.RetainedOutput;
import io.lighter.warmup.Routing.Route;
import io.lighter.warmup.WarmupThreshold;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.regionserver.HStoreFile;

/**
 * Creates the warm-ups of one store: the route, the time limit and the source of the blocks of
 * each. Immutable and thread-safe.
 */
final class WarmupFactory {
  private final StoreParts store;
  private final WarmupSettings settings;
  private final RegionServerWarmups shared;
  private final OutputLookup lookup;
  private final StoreWarmup.Owner owner;

  WarmupFactory(
      StoreParts store,
      WarmupSettings settings,
      RegionServerWarmups shared,
      OutputLookup lookup,
      StoreWarmup.Owner owner) {
    this.store = store;
    this.settings = settings;
    this.shared = shared;
    this.lookup = lookup;
    this.owner = owner;
  }

  /**
   * A warm-up of the primary replica, whose reads move gradually from the input files.
   *
   * @param whole whether all blocks are cached, whatever the strategy
   */
  StoreWarmup ofPrimary(
      Collection<HStoreFile> inputFiles,
      Collection<HStoreFile> outputFiles,
      Optional<RetainedOutput> output,
      boolean whole) {
    return primary(route(inputFiles, outputFiles), settings.deadline(), output, whole);
  }

  /** A warm-up of an output before its commit; evicts nothing, since reads use the input files. */
  StoreWarmup beforeSwitch(Collection<HStoreFile> outputFiles, Optional<RetainedOutput> output) {
    return primary(route(List.of(), outputFiles), settings.preSwitchDeadline(), output, true);
  }

  /**
   * A warm-up of a secondary replica, which has cached no flush as it was written.
   *
   * @param deadline time until HBase may delete the input files, see {@link ReplicaDeadline}
   */
  StoreWarmup ofReplica(
      Collection<HStoreFile> inputFiles, Collection<HStoreFile> outputFiles, Duration deadline) {
    StoreFileName file = store.nameAtPrimary(outputFiles.iterator().next());
    return new StoreWarmup(
        WarmupId.random(),
        store,
        settings,
        shared,
        route(inputFiles, outputFiles),
        deadline,
        Optional.empty(),
        WarmupSource.searchedBy(() -> lookup.find(file, store.replica()).map(shared::chunksOf)),
        false,
        owner);
  }

  private StoreWarmup primary(
      Route<HStoreFile> route, Duration deadline, Optional<RetainedOutput> output, boolean whole) {
    WarmupId id = output.map(retained -> WarmupId.of(retained.job())).orElseGet(WarmupId::random);
    return new StoreWarmup(
        id,
        store,
        settings,
        shared,
        route,
        deadline,
        output.map(RetainedOutput::job),
        output.map(shared::chunksOf).map(WarmupSource::of).orElseGet(WarmupSource::hdfs),
        whole,
        owner);
  }

  private static Route<HStoreFile> route(
      Collection<HStoreFile> inputFiles, Collection<HStoreFile> outputFiles) {
    return new Route<>(List.copyOf(inputFiles), List.copyOf(outputFiles), new WarmupThreshold());
  }
}
