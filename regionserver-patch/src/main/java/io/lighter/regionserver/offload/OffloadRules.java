package io.lighter.regionserver.offload;

import io.lighter.common.config.LighterOption;
import io.lighter.regionserver.directory.ServerDirectory;
import io.lighter.regionserver.local.LocalReason;
import java.io.InterruptedIOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.regionserver.HStore;

/** The rules by which a compaction stays on the region server, before any server is asked. */
public final class OffloadRules {
  private OffloadRules() {}

  /**
   * Why nothing of Lighter's is done for {@code store} while it is open: neither an offloaded
   * compaction nor a warm-up. Empty when something may be.
   *
   * @param conf of the store: site, table and family. A value of {@code lighter.offload.enabled}
   *     that is no boolean does not count as {@code false}; {@link
   *     io.lighter.common.config.LighterConfiguration} refuses it.
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
   * Why a compaction of {@code store} must stay; empty when it may leave.
   *
   * @param inputBytes sum of the inputs' lengths
   * @throws InterruptedIOException while ZooKeeper is read for the first time
   */
  static Optional<LocalReason> reasonToStay(
      HStore store,
      OffloadSettings settings,
      CompactionObservers observers,
      ServerDirectory directory,
      long inputBytes)
      throws InterruptedIOException {
    if (!store.isPrimaryReplicaStore()) {
      return Optional.of(LocalReason.NOT_PRIMARY_REPLICA);
    }
    if (inputBytes < settings.minBytes()) {
      return Optional.of(LocalReason.TOO_SMALL);
    }
    if (observers.keepHere(store.getCoprocessorHost())) {
      return Optional.of(LocalReason.COPROCESSOR);
    }
    directory.awaitFirstRead(); // until then the switch is taken for on
    if (!directory.isSwitchedOn(store.getTableName())) {
      return Optional.of(LocalReason.SWITCHED_OFF);
    }
    return Optional.empty();
  }
}
