// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.commit;

import com.google.protobuf.Service;
import io.lighter.client.commit.TransactionId;
import io.lighter.client.commit.TransactionService;
import io.lighter.common.PairServices;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.PackagePrivateFieldAccessor;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.coprocessor.CoprocessorException;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.io.TimeRange;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionFlushes;
import org.apache.hadoop.hbase.regionserver.RegionLog;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The coprocessor of a table with region-local transactions. HBase creates one for each region. The
 * class is an endpoint for BEGIN, COMMIT and END, and an observer for reads: a scan that names a
 * transaction reads the snapshot, or fails. It changes no other read and no write.
 *
 * <p>HBase's {@code MultiRowMutationEndpoint} may be on the same table: its service has another
 * name.
 */
public final class RegionTransactionEndpoint implements RegionCoprocessor, RegionObserver {
  private static final Logger LOG = LoggerFactory.getLogger(RegionTransactionEndpoint.class);

  /** Set by {@link #start}, before HBase makes a call. */
  private RegionCoprocessorEnvironment env;

  /** Set by {@link #start}. */
  private SnapshotPins pins;

  /** Set by {@link #start}. */
  private ServerTransactions shared;

  /** Set by {@link #postOpen}, before HBase lets calls in. */
  private RegionCalls calls;

  @Override
  @SuppressWarnings("rawtypes") // HBase declares it so
  public void start(CoprocessorEnvironment environment) throws IOException {
    if (!(environment instanceof RegionCoprocessorEnvironment ofRegion)) {
      throw new CoprocessorException("must be loaded on a table");
    }
    env = ofRegion;
    // Not the coprocessor's own settings, which a table may add to: the options are the site's.
    shared =
        ServerTransactions.acquire(
            env.getSharedData(),
            env.getServerName().getServerName(),
            RegionLog.of(env.getRegion()).site());
    pins = shared.add(() -> RegionCalls.pin(env.getRegion()));
  }

  /** Looks at the stores, which the region did not have at {@link #start}. */
  @Override
  public void postOpen(ObserverContext<RegionCoprocessorEnvironment> context) {
    Region region = env.getRegion();
    RegionFlushes flushes = RegionFlushes.of(region);
    TableJournal journal =
        TableJournal.of(
            region.getReadOnlyConfiguration(), region.getTableDescriptor(), flushes.families());
    journal.problems().forEach(problem -> LOG.error("no transactions on {}: {}", region, problem));
    calls =
        new RegionCalls(
            region,
            pins,
            new RegionCommit(
                region, pins, RegionLog.of(region), shared.flushes(flushes), shared.metrics()),
            journal,
            shared.metrics());
  }

  @Override
  @SuppressWarnings("rawtypes") // HBase declares it so
  public void stop(CoprocessorEnvironment environment) {
    pins.close();
    shared.remove(pins);
    ServerTransactions.release(env.getSharedData(), env.getServerName().getServerName());
  }

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  /** HBase asks before {@link #start}, and calls the service after it. */
  @Override
  public Iterable<Service> getServices() {
    return List.of(
        PairServices.service(
            TransactionService.descriptor(),
            (method, request) -> calls.answer(TransactionService.Call.of(method), request)));
  }

  /** Sets the read point of a scan that names a transaction. */
  @Override
  public void preScannerOpen(ObserverContext<RegionCoprocessorEnvironment> context, Scan scan)
      throws IOException {
    byte[] id = scan.getAttribute(TransactionService.ATTRIBUTE);
    if (id == null) {
      return;
    }
    PackagePrivateFieldAccessor.setMvccReadPoint(scan, calls.readPoint(TransactionId.of(id)));
    TimeRange times = scan.getTimeRange();
    if (times.getMax() == HConstants.LATEST_TIMESTAMP) {
      // HBase may keep newest versions in files of their own, and reads these alone for a scan
      // without an end of time. What a snapshot shows may be older.
      scan.setTimeRange(times.getMin(), HConstants.LATEST_TIMESTAMP - 1);
    }
  }

  /**
   * Looks again whether the snapshot is pinned. The scanner itself pins it from now on, and there
   * was no moment without a pin.
   */
  @Override
  public RegionScanner postScannerOpen(
      ObserverContext<RegionCoprocessorEnvironment> context, Scan scan, RegionScanner scanner)
      throws IOException {
    byte[] id = scan.getAttribute(TransactionService.ATTRIBUTE);
    if (id != null) {
      try {
        long unused = calls.readPoint(TransactionId.of(id));
      } catch (IOException e) {
        scanner.close(); // which HBase 2.5 does not
        throw e;
      }
    }
    return scanner;
  }

  /** Ends the snapshots: their scanners would keep HBase from archiving files as it closes. */
  @Override
  public void preClose(
      ObserverContext<RegionCoprocessorEnvironment> context, boolean abortRequested) {
    pins.close();
  }
}
