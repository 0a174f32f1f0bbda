// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import io.lighter.index.client.IndexTables;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.RegionReplicaUtil;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The coprocessor of an index table. A region whose entries are not those with which it was closed,
 * since a snapshot was restored or the table was truncated, refuses lookups as if it had no read
 * gate. It also has the master close the gate, so that {@code index status} says so. Writes of the
 * data table go on. No compaction hook is overridden.
 *
 * <p>HBase aborts a region server whose coprocessor throws anything but an {@link IOException}.
 */
public final class EntryObserver implements RegionCoprocessor, RegionObserver {
  private static final Logger LOG = LoggerFactory.getLogger(EntryObserver.class);

  /** Set by {@link #start}, before HBase makes a call. */
  private RegionCoprocessorEnvironment env;

  /** Set by {@link #preOpen}; null for a secondary replica. */
  private RegionLineage lineage;

  /** Set by {@link #preOpen}, before the region is read: why lookups are refused. */
  private volatile Optional<String> problem = Optional.empty();

  @Override
  @SuppressWarnings("rawtypes") // HBase declares it so
  public void start(CoprocessorEnvironment environment) {
    env = (RegionCoprocessorEnvironment) environment;
  }

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  /** The observer of a region; empty if the region has none. */
  public static Optional<EntryObserver> of(HRegion region) {
    return Optional.ofNullable(region.getCoprocessorHost())
        .map(host -> host.findCoprocessor(EntryObserver.class));
  }

  /** Whether the region refuses lookups, since entries may be missing. Callable by any thread. */
  public boolean refusesLookups() {
    return problem.isPresent();
  }

  private TableDescriptor table() {
    return env.getRegion().getTableDescriptor();
  }

  @Override
  public void preOpen(ObserverContext<RegionCoprocessorEnvironment> context) throws IOException {
    if (!RegionReplicaUtil.isDefaultReplica(env.getRegionInfo())) {
      return;
    }
    try {
      HRegion region = (HRegion) env.getRegion();
      Configuration conf = HBaseConfiguration.create(env.getConfiguration());
      lineage =
          new RegionLineage(
              new LineageNotes(region.getFilesystem(), region.getRegionFileSystem().getRegionDir()),
              new RegionFiles(region, conf, family -> true));
      problem = IndexTables.mustBeWhole(table()) ? lineage.problem() : Optional.empty();
      if (problem.isPresent()) {
        lineage.suspect(problem.get());
      } else {
        lineage.opened();
      }
    } catch (RuntimeException e) {
      throw new IOException("index table " + env.getRegionInfo().getTable() + ": " + e, e);
    }
  }

  @Override
  public void postOpen(ObserverContext<RegionCoprocessorEnvironment> context) {
    if (problem.isEmpty()) {
      return;
    }
    new SuspectMarks(
            SuspectMaster.of(env::getConnection),
            env.getSharedData(),
            () -> env.getServerName().getServerName())
        .begin(table(), "of a region, " + problem.get());
  }

  @Override
  public void preScannerOpen(ObserverContext<RegionCoprocessorEnvironment> context, Scan scan)
      throws IOException {
    if (problem.isPresent()) {
      Optional<byte[]> gate = IndexTables.gate(table());
      if (gate.isPresent() && scan.getFamilyMap().containsKey(gate.get())) {
        throw new NoSuchColumnFamilyException(
            "%s: lookups are refused, since of a region, %s"
                .formatted(table().getTableName(), problem.get()));
      }
    }
  }

  @Override
  public void postClose(
      ObserverContext<RegionCoprocessorEnvironment> context, boolean abortRequested) {
    if (abortRequested || lineage == null || problem.isPresent()) {
      return;
    }
    try {
      lineage.closed();
    } catch (IOException | RuntimeException e) {
      LOG.error(
          "{}: files are not noted, so the next opening is not checked", env.getRegionInfo(), e);
    }
  }
}
