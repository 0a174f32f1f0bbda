// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import io.lighter.common.config.LighterOption;
import io.lighter.index.client.IndexTables;
import io.lighter.index.spec.Cleanup;
import io.lighter.index.spec.IndexNames;
import io.lighter.index.spec.IndexSpec;
import io.lighter.index.spec.IndexSpecException;
import io.lighter.index.spec.IndexSpecs;
import io.lighter.regionserver.directory.ServerDirectory;
import io.lighter.regionserver.local.LocalReason;
import java.io.InterruptedIOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;

/** The rules that make a compaction local before any server is asked. */
public final class OffloadRules {
  private OffloadRules() {}

  /**
   * Returns why Lighter is off for {@code store} while it is open, so that no compaction is
   * offloaded or warmed; empty if Lighter is on.
   *
   * @param conf configuration of the store: site, table and family. A value of {@code
   *     lighter.offload.enabled} that is not a boolean does not count as {@code false}; {@link
   *     io.lighter.common.config.LighterConfiguration} rejects the value
   */
  public static Optional<LocalReason> reasonToLeaveAlone(HStore store, Configuration conf) {
    LighterOption enabled = LighterOption.OFFLOAD_ENABLED;
    if (!conf.getBoolean(enabled.key(), Boolean.parseBoolean(enabled.defaultValue()))) {
      return Optional.of(LocalReason.DISABLED);
    }
    return store.getTableName().isSystemTable()
        ? Optional.of(LocalReason.SYSTEM_TABLE)
        : Optional.empty();
  }

  /**
   * Returns why a compaction of {@code store} must be local; empty if it may be offloaded.
   *
   * @param request what HBase has selected
   * @throws InterruptedIOException if interrupted during the first reading of ZooKeeper
   */
  static Optional<LocalReason> reasonToStay(
      HStore store,
      OffloadSettings settings,
      CompactionObservers observers,
      ServerDirectory directory,
      CompactionRequestImpl request)
      throws InterruptedIOException {
    if (!store.isPrimaryReplicaStore()) {
      return Optional.of(LocalReason.NOT_PRIMARY_REPLICA);
    }
    if (request.getSize() < settings.minBytes()
        && !(request.isAllFiles() && collectsEntries(store))) {
      return Optional.of(LocalReason.TOO_SMALL);
    }
    if (observers.keepLocal(store.getCoprocessorHost())) {
      return Optional.of(LocalReason.COPROCESSOR);
    }
    directory.awaitFirstRead(); // before that, the switch counts as on
    if (!directory.isSwitchedOn(store.getTableName())) {
      return Optional.of(LocalReason.SWITCHED_OFF);
    }
    return Optional.empty();
  }

  /**
   * Whether an index leaves stale entries to compactions of all files of {@code store}. Only
   * offloaded ones drop them, so that without these the index would grow with each write.
   */
  private static boolean collectsEntries(HStore store) {
    TableDescriptor table = store.getHRegion().getTableDescriptor();
    byte[] family = store.getColumnFamilyDescriptor().getName();
    try {
      Optional<IndexSpec> entries = IndexTables.spec(table);
      Stream<IndexSpec> collected =
          entries.isPresent() && Arrays.equals(family, IndexNames.family())
              ? entries.stream()
              : IndexSpecs.of(table).stream()
                  .filter(index -> Arrays.equals(family, index.keys().family()));
      return collected.anyMatch(index -> index.cleanup() == Cleanup.COMPACTION);
    } catch (IndexSpecException e) {
      return false; // such an index refuses writes, and is reported when its region opens
    }
  }
}
