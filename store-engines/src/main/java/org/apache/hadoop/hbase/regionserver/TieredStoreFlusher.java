// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.engine.tiered.TierSpill;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.monitoring.MonitoredTask;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.apache.yetus.audience.InterfaceAudience;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Flushes a store with several tiers. If HDFS has no room on the volumes of a tier, the whole flush
 * is written again with the policy of the next one ({@link TierSpill}). HBase retries a flush that
 * fails nevertheless, and then starts with the first tier.
 *
 * <p>HBase flushes a region with one thread at a time, and holds no lock of the store meanwhile. A
 * scanner of a snapshot is opened anew for each attempt, as HBase does for its own retries, so the
 * coprocessors of a flush are called for each attempt, too.
 */
@InterfaceAudience.Private
final class TieredStoreFlusher extends DefaultStoreFlusher {
  private static final Logger LOG = LoggerFactory.getLogger(TieredStoreFlusher.class);

  private final TierSpill spill;

  /** Called after a file was written into a slower tier. */
  private final Runnable spilled;

  /**
   * Creates a flusher.
   *
   * @param spilled called once for each file that a slower tier took; thread-safe
   */
  TieredStoreFlusher(Configuration conf, HStore store, TierSpill spill, Runnable spilled) {
    super(conf, store);
    this.spill = spill;
    this.spilled = spilled;
  }

  /**
   * The arguments of one flush.
   *
   * @param throughput may be null: no limit
   * @param created takes the path of each file before it is created; may be null
   */
  private record Flush(
      MemStoreSnapshot snapshot,
      long sequenceId,
      MonitoredTask status,
      ThroughputController throughput,
      FlushLifeCycleTracker tracker,
      Consumer<Path> created) {}

  @Override
  public List<Path> flushSnapshot(
      MemStoreSnapshot snapshot,
      long cacheFlushId,
      MonitoredTask status,
      ThroughputController throughputController,
      FlushLifeCycleTracker tracker,
      Consumer<Path> writerCreationTracker)
      throws IOException {
    if (snapshot.getCellsCount() == 0) {
      return new ArrayList<>();
    }
    Flush flush =
        new Flush(
            snapshot, cacheFlushId, status, throughputController, tracker, writerCreationTracker);
    TierSpill.Written<Path> written = spill.write(policy -> write(flush, policy));
    written.firstError().ifPresent(error -> report(written, error));
    List<Path> files = new ArrayList<>();
    files.add(written.result());
    return files;
  }

  private void report(TierSpill.Written<Path> written, IOException error) {
    spilled.run();
    LOG.warn(
        "flush spilled: store={} file={} tier={} policy={} cause={}",
        store,
        written.result().getName(),
        written.tier() + 1,
        written.policy().orElseThrow(),
        firstLine(error));
  }

  private static String firstLine(IOException error) {
    return String.valueOf(error.getMessage()).lines().findFirst().orElse("");
  }

  /** Writes the whole flush with one policy, or leaves no file. */
  private Path write(Flush flush, Optional<String> policy) throws IOException {
    List<Path> created = new ArrayList<>();
    try (InternalScanner scanner = createScanner(flush.snapshot.getScanners(), flush.tracker)) {
      flush.status.setStatus("Flushing " + store + ": creating writer");
      StoreFileWriter writer = writer(flush, policy, created);
      fill(flush, scanner, writer);
      policy.ifPresent(name -> setPolicy(writer.getPath(), name));
      LOG.info(
          "flushed: store={} bytes={} sequenceid={} file={}",
          store,
          flush.snapshot.getDataSize(),
          flush.sequenceId,
          writer.getPath());
      return writer.getPath();
    } catch (IOException | RuntimeException e) {
      delete(created);
      throw e;
    }
  }

  private StoreFileWriter writer(Flush flush, Optional<String> policy, List<Path> created)
      throws IOException {
    Consumer<Path> noted =
        file -> {
          created.add(file);
          if (flush.created != null) {
            flush.created.accept(file);
          }
        };
    return policy.isEmpty()
        ? createWriter(flush.snapshot, false, noted)
        : store
            .getStoreEngine()
            .createWriter(
                CreateStoreFileWriterParams.create()
                    .maxKeyCount(flush.snapshot.getCellsCount())
                    .compression(store.getColumnFamilyDescriptor().getCompressionType())
                    .isCompaction(false)
                    .includeMVCCReadpoint(true)
                    .includesTag(flush.snapshot.isTagsPresent())
                    .shouldDropBehind(false)
                    .fileStoragePolicy(policy.get())
                    .writerCreationTracker(noted));
  }

  private void fill(Flush flush, InternalScanner scanner, StoreFileWriter writer)
      throws IOException {
    try {
      performFlush(scanner, writer, flush.throughput);
    } catch (IOException | RuntimeException e) {
      try {
        writer.close();
      } catch (IOException | RuntimeException again) { // a stream tells its error once more
        if (again != e) {
          e.addSuppressed(again);
        }
      }
      throw e; // HBase would throw what the close has thrown, which may not tell the reason
    }
    finalizeWriter(writer, flush.sequenceId, flush.status);
  }

  /** Sets the policy on the file, which a rename keeps. HBase does so for compactions only. */
  private void setPolicy(Path file, String policy) {
    CommonFSUtils.setStoragePolicy(store.getFileSystem(), file, policy);
  }

  private void delete(List<Path> files) {
    for (Path file : files) {
      try {
        store.getFileSystem().delete(file, false);
      } catch (IOException e) { // the error of the flush counts; HBase empties .tmp on open
        LOG.warn("cannot delete the unfinished file of a flush: store={} file={}", store, file, e);
      }
    }
  }
}
