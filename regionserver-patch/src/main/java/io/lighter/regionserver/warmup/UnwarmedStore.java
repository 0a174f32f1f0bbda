// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup;

import io.lighter.common.protocol.LighterProtos.ResidentMap;
import io.lighter.warmup.Routing;
import java.io.IOException;
import java.util.Collection;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.regionserver.HStoreFile;

/**
 * A store whose compactions are never warmed: reads use the output files from the commit on. A
 * requested warm-up may still pin files of the store. Thread-safe.
 */
final class UnwarmedStore extends StoreWarmups {
  /**
   * @param routing routes that the caller keeps, such as a measurement
   */
  UnwarmedStore(Routing<HStoreFile> routing) {
    super(routing);
  }

  @Override
  public boolean wantsRetainedOutput(long inputBytes) {
    return false;
  }

  @Override
  public boolean warmsReplica() {
    return false;
  }

  @Override
  public int secondaryReplicas() {
    return 0;
  }

  @Override
  public Optional<ResidentMap> residentMap(Collection<HStoreFile> inputs, boolean whole) {
    return Optional.empty();
  }

  @Override
  public boolean writesThrough() {
    return false;
  }

  @Override
  public void askedFor(Collection<HStoreFile> inputs) {}

  @Override
  public Optional<BlockCache> cacheFor(String file) {
    return Optional.empty();
  }

  @Override
  public void commit(
      Collection<HStoreFile> inputFiles, Collection<HStoreFile> outputFiles, Commit hbaseCommit)
      throws IOException {
    runUninterrupted(hbaseCommit);
  }

  @Override
  public void commitOnReplica(
      Collection<HStoreFile> inputFiles,
      Collection<HStoreFile> outputFiles,
      LongSupplier committedMillis,
      Commit hbaseCommit)
      throws IOException {
    runUninterrupted(hbaseCommit);
  }

  @Override
  void committed(Collection<HStoreFile> compactedFiles, Collection<HStoreFile> outputFiles) {}
}
