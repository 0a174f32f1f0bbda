// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import io.lighter.regionserver.local.LocalReason;
import io.lighter.regionserver.offload.StoreOffload.LocalCompaction;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the local compactions of one store. Implementations are thread-safe. */
@FunctionalInterface
interface LocalRunner {
  /** Ends a compaction that is no longer wanted. */
  @FunctionalInterface
  interface Check {
    void run() throws InterruptedIOException;
  }

  /**
   * Runs a compaction, possibly after a wait.
   *
   * @param fellBack whether an attempt to offload the compaction failed
   * @param check runs after the wait, and before the compaction
   * @return what {@code local} returns
   */
  List<Path> run(
      CompactionRequestImpl request,
      LocalReason reason,
      boolean fellBack,
      Check check,
      LocalCompaction local)
      throws IOException;

  /** Runs each compaction at once without counting, for a store of a test or a tool. */
  static LocalRunner outsideRegionServer(HStore store) {
    return (request, reason, fellBack, check, local) -> {
      log(store, request, reason);
      return local.run();
    };
  }

  /** Logs a compaction that is about to run or to wait. */
  static void log(HStore store, CompactionRequestImpl request, LocalReason reason) {
    Logger log = LoggerFactory.getLogger(StoreOffload.class);
    log.info(
        "compaction local ({}): {} bytes={}", reason.tag(), describe(store), request.getSize());
  }

  /** Description of a store in log lines. */
  static String describe(HStore store) {
    return "table="
        + store.getTableName()
        + " region="
        + store.getRegionInfo().getEncodedName()
        + " family="
        + store.getColumnFamilyName();
  }
}
