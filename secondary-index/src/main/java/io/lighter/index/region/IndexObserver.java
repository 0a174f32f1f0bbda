// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import io.lighter.index.spec.IndexHold;
import io.lighter.index.spec.IndexSpec;
import io.lighter.index.spec.IndexSpecException;
import io.lighter.index.spec.IndexSpecs;
import io.lighter.index.spec.RepairRequest;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.RegionReplicaUtil;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;
import org.apache.hadoop.hbase.regionserver.Region.Operation;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Pair;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The coprocessor of an indexed table. HBase creates one for each region. The class passes writes
 * on to {@link IndexWrites}, and refuses bulk loads but those of Lighter's command, which has
 * inserted the entries. It changes no read, but for gets that are requests to remove a stale entry.
 * It overrides no compaction hook.
 *
 * <p>HBase aborts a region server whose coprocessor throws anything but an {@link IOException}.
 * {@link #guarded} therefore turns every exception into one. A table whose definitions cannot be
 * read is served, and its writes are refused.
 */
public final class IndexObserver implements RegionCoprocessor, RegionObserver {
  private static final Logger LOG = LoggerFactory.getLogger(IndexObserver.class);

  /** Set by {@link #start}, before HBase makes a call. */
  private RegionCoprocessorEnvironment env;

  /** Set by {@link #start}: why writes are refused; empty if they are not. */
  private String problem = "";

  /** Set by {@link #start} unless there is a problem. */
  private List<IndexSpec> specs = List.of();

  /** Set by {@link #start} unless there is a problem. */
  private IndexedRegion region;

  /** Set by {@link #start} unless there is a problem. */
  private IndexWrites writes;

  /** Set by {@link #start}; null if lookups ask in vain. */
  private EntryRepair repair;

  /** Set by {@link #start}; null as {@link #repair}. */
  private Repairer repairer;

  /** Set by {@link #start}, unless that fails. */
  private OpeningCheck opening;

  @Override
  @SuppressWarnings("rawtypes") // HBase declares it so
  public void start(CoprocessorEnvironment environment) {
    try {
      env = (RegionCoprocessorEnvironment) environment;
      open((HRegion) env.getRegion());
    } catch (IndexSpecException e) {
      problem = e.getMessage();
      LOG.error("writes to {} are refused: {}", env.getRegionInfo().getTable(), problem);
    } catch (RuntimeException e) { // would abort the region server
      problem = "indexes cannot be opened: " + e;
      LOG.error("writes to an indexed table are refused", e);
    }
    if (env != null) {
      opening = openingCheck((HRegion) env.getRegion());
    }
  }

  /** Also of suspended indexes: the descriptor may be older than the state of an index. */
  private OpeningCheck openingCheck(HRegion opened) {
    TableDescriptor table = opened.getTableDescriptor();
    SuspectMaster master = SuspectMaster.of(env::getConnection);
    return new OpeningCheck(
        opened,
        IndexSpecs.definitions(table).keySet(),
        new RegionLineage(
            new LineageNotes(opened.getFilesystem(), opened.getRegionFileSystem().getRegionDir()),
            new RegionFiles(
                opened, HBaseConfiguration.create(env.getConfiguration()), indexedFamilies(table))),
        new SuspectIndexes(
            master,
            new SuspectMarks(
                master, env.getSharedData(), () -> env.getServerName().getServerName())));
  }

  private static Predicate<String> indexedFamilies(TableDescriptor table) {
    try {
      Set<String> families =
          IndexSpecs.of(table).stream()
              .map(spec -> Bytes.toString(spec.keys().family()))
              .collect(Collectors.toUnmodifiableSet());
      return families::contains;
    } catch (IndexSpecException e) {
      return family -> true; // it may be any
    }
  }

  private void open(HRegion opened) {
    TableDescriptor table = opened.getTableDescriptor();
    specs = IndexSpecs.maintained(table);
    RowReader reader = new RowReader(opened, specs);
    region = new IndexedRegion(table.getTableName(), specs, reader, IndexHold.isHeld(table));
    IndexServer server =
        IndexServer.acquire(
            env.getSharedData(), env.getServerName().getServerName(), env.getConfiguration());
    writes =
        new IndexWrites(
            table.getTableName(),
            table.getDurability(),
            region,
            () -> opened.getMVCC().getWritePoint() + 1,
            server.shared());
    if (server.repairer().isPresent()
        && RegionReplicaUtil.isDefaultReplica(env.getRegionInfo())) { // others lag behind
      repairer = server.repairer().get();
      repair = new EntryRepair(region, new OpenedRegion(opened));
    }
  }

  @Override
  @SuppressWarnings("rawtypes") // HBase declares it so
  public void stop(CoprocessorEnvironment environment) {
    if (writes != null) {
      region.close();
      IndexServer.release(env.getSharedData(), env.getServerName().getServerName());
    }
  }

  /** The observer of a region; empty if the region has none. */
  public static Optional<IndexObserver> of(HRegion region) {
    return Optional.ofNullable(region.getCoprocessorHost())
        .map(host -> host.findCoprocessor(IndexObserver.class));
  }

  /** Whether writes are refused, since the definitions of the indexes cannot be read. */
  public boolean refusesWrites() {
    return !problem.isEmpty();
  }

  /**
   * What the indexed regions of the region server did; empty if this region refuses writes. One
   * reporter of the region server calls the method.
   */
  public Optional<IndexActivity> activity() {
    return Optional.ofNullable(writes).map(IndexWrites::activity);
  }

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  /**
   * Takes a request to remove a stale entry, in place of a read. Permissions have been checked:
   * HBase's own observers come first.
   */
  @Override
  public void preGetOp(
      ObserverContext<RegionCoprocessorEnvironment> context, Get get, List<Cell> result)
      throws IOException {
    byte[] request = get.getAttribute(RepairRequest.ATTRIBUTE);
    if (request == null) {
      return;
    }
    context.bypass();
    if (repair != null) {
      guarded(() -> repairer.ask(repair, get.getRow(), RepairRequest.parse(request)));
    }
  }

  @Override
  public List<Pair<Cell, Cell>> postIncrementBeforeWAL(
      ObserverContext<RegionCoprocessorEnvironment> context,
      Mutation mutation,
      List<Pair<Cell, Cell>> cells)
      throws IOException {
    guarded(() -> writes.reckoned(mutation, cells.stream().map(Pair::getSecond).toList()));
    return cells;
  }

  @Override
  public List<Pair<Cell, Cell>> postAppendBeforeWAL(
      ObserverContext<RegionCoprocessorEnvironment> context,
      Mutation mutation,
      List<Pair<Cell, Cell>> cells)
      throws IOException {
    guarded(() -> writes.reckoned(mutation, cells.stream().map(Pair::getSecond).toList()));
    return cells;
  }

  @Override
  public void preBatchMutate(
      ObserverContext<RegionCoprocessorEnvironment> context,
      MiniBatchOperationInProgress<Mutation> operations)
      throws IOException {
    guarded(() -> writes.before(operations));
  }

  /** Not {@code postBatchMutate}, which HBase calls before others see the batch. */
  @Override
  public void postBatchMutateIndispensably(
      ObserverContext<RegionCoprocessorEnvironment> context,
      MiniBatchOperationInProgress<Mutation> operations,
      boolean success)
      throws IOException {
    if (writes != null) {
      guarded(() -> writes.after(operations, success));
    }
  }

  /** The last hook of a handler in a region, which HBase calls after whatever happened before. */
  @Override
  public void postCloseRegionOperation(
      ObserverContext<RegionCoprocessorEnvironment> context, Operation operation)
      throws IOException {
    if (operation == Operation.BATCH_MUTATE && writes != null) {
      guarded(writes::leave);
    }
  }

  @Override
  public void preBulkLoadHFile(
      ObserverContext<RegionCoprocessorEnvironment> context, List<Pair<byte[], String>> familyPaths)
      throws IOException {
    if (problem.isEmpty() && specs.isEmpty()) {
      return; // all indexes are suspended: a rebuild reads these rows, too
    }
    Set<String> names = specs.stream().map(IndexSpec::name).collect(Collectors.toSet());
    Optional<IndexHold> hold = IndexHold.of(env.getRegion().getTableDescriptor());
    boolean allowed =
        problem.isEmpty()
            && hold.isPresent()
            && familyPaths.stream().allMatch(file -> hold.get().allows(names, file.getSecond()));
    if (!allowed) {
      throw new DoNotRetryIOException(
          ("%s has indexes %s: rows of a bulk load would have no entries; load the files with"
                  + " 'lighter index bulkload', or suspend the indexes first")
              .formatted(env.getRegionInfo().getTable(), new TreeSet<>(names)));
    }
  }

  /** Refuses the opening if lookups would miss rows; HBase tries it again. */
  @Override
  public void preOpen(ObserverContext<RegionCoprocessorEnvironment> context) throws IOException {
    try {
      opening.beforeOpen();
    } catch (RuntimeException e) { // would abort the region server
      throw new IOException("indexes of " + env.getRegionInfo().getTable() + ": " + e, e);
    }
  }

  @Override
  public void postClose(
      ObserverContext<RegionCoprocessorEnvironment> context, boolean abortRequested) {
    if (!abortRequested) {
      opening.afterClose();
    }
  }

  /** Removals that wait are dropped: the next server of the region does not know them. */
  @Override
  public void preClose(
      ObserverContext<RegionCoprocessorEnvironment> context, boolean abortRequested) {
    if (writes != null) {
      region.close();
    }
  }

  @FunctionalInterface
  private interface Hook {
    void run() throws IOException;
  }

  /** Runs a hook, so that nothing but an {@link IOException} leaves it. */
  private void guarded(Hook hook) throws IOException {
    if (!problem.isEmpty()) {
      throw new DoNotRetryIOException(env.getRegionInfo().getTable() + ": " + problem);
    }
    try {
      hook.run();
    } catch (RuntimeException e) {
      LOG.error("a hook of {} failed", env.getRegionInfo().getTable(), e);
      throw new DoNotRetryIOException("index of " + env.getRegionInfo().getTable() + ": " + e, e);
    }
  }
}
