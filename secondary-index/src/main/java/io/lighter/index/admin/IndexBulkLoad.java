// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.admin;

import io.lighter.index.spec.CompoundKeys;
import io.lighter.index.spec.IndexHold;
import io.lighter.index.spec.IndexSpec;
import io.lighter.index.spec.IndexSpecs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * Loads HFiles into a table with indexes, while it is written, so that no lookup misses a row:
 *
 * <ol>
 *   <li>{@link LoadStep#HOLD}: no region removes an entry, and no compaction writes a live set.
 *   <li>{@link LoadStep#CLAIM}: move the files into a folder that has the load's id in its name.
 *       Regions take files of no other folder.
 *   <li>{@link LoadStep#ENTRIES}: load an entry for each key of the files. Its stamp is the
 *       sequence id with which its region was opened behind the hold. So no removal and no live set
 *       from before the hold reaches the entry, and there are no new ones during the hold.
 *   <li>{@link LoadStep#ROWS}: load the files into the data table.
 *   <li>{@link LoadStep#CLEAN} and {@link LoadStep#RELEASE}.
 * </ol>
 *
 * A load may end at any step; it goes on when it is repeated. Until then, superseded entries stay,
 * and writes and lookups go on. Confined to a thread; only one caller at a time may change the
 * indexes of a table.
 */
public final class IndexBulkLoad {
  private final IndexCluster cluster;
  private final LoadedFiles files;
  private final TableName table;
  private final LoadListener listener;

  IndexBulkLoad(IndexCluster cluster, LoadedFiles files, TableName table, LoadListener listener) {
    this.cluster = cluster;
    this.files = files;
    this.table = table;
    this.listener = listener;
  }

  /**
   * Creates the load of a table.
   *
   * @param connection stays the caller's, which needs the permission to alter the data table
   */
  public static IndexBulkLoad of(
      Connection connection, LoadedFiles files, TableName table, LoadListener listener) {
    return new IndexBulkLoad(new HBaseIndexCluster(connection), files, table, listener);
  }

  /**
   * Loads all files of a folder.
   *
   * @param source has a folder for each family
   * @throws IndexRefusedException with all reasons why the files cannot be loaded; no file was
   *     loaded, and all are in their place
   * @throws IOException if HBase or HDFS fails; repeat the call, or {@link #cancel}
   */
  public void run(String source) throws IOException {
    IndexHolds holds = new IndexHolds(cluster, table);
    String folder = files.qualified(source);
    TableDescriptor data = holds.require();
    requireLoadable(holds, data, folder);
    begun(IndexHold.of(data).map(IndexHold::id).orElse(""), LoadStep.HOLD);
    IndexHold hold = holds.begin(BuildId.random().value(), folder);
    listener.ended(LoadStep.HOLD);
    LoadedFiles.Load load = load(hold);
    try {
      loadAll(load, holds, hold);
    } catch (IndexRefusedException e) {
      undo(holds, hold, e);
      throw e;
    }
    begun(hold.id(), LoadStep.CLEAN);
    files.discard(load);
    listener.ended(LoadStep.CLEAN);
    begun(hold.id(), LoadStep.RELEASE);
    holds.end(hold);
    listener.ended(LoadStep.RELEASE);
  }

  private void loadAll(LoadedFiles.Load load, IndexHolds holds, IndexHold hold) throws IOException {
    begun(hold.id(), LoadStep.CLAIM);
    files.claim(load);
    listener.ended(LoadStep.CLAIM);
    begun(hold.id(), LoadStep.ENTRIES);
    for (IndexSpec spec : IndexSpecs.maintained(holds.requireHeld(hold))) {
      files.loadEntries(load, spec, listener);
    }
    listener.ended(LoadStep.ENTRIES);
    begun(hold.id(), LoadStep.ROWS);
    files.loadRows(load);
    listener.ended(LoadStep.ROWS);
  }

  private void begun(String load, LoadStep step) {
    listener.begun(load, step);
  }

  private void undo(IndexHolds holds, IndexHold hold, IndexRefusedException failure) {
    try {
      files.putBack(load(hold));
      holds.end(hold);
    } catch (IOException | RuntimeException e) {
      failure.addSuppressed(e); // cancel() does the rest
    }
  }

  private LoadedFiles.Load load(IndexHold hold) {
    return new LoadedFiles.Load(new BuildId(hold.id()), table, hold.subject(), hold.folder());
  }

  private void requireLoadable(IndexHolds holds, TableDescriptor data, String folder)
      throws IOException {
    List<String> problems = new ArrayList<>(holds.problems(data, folder));
    if (IndexHolds.indexes(data).isEmpty()) {
      problems.add(
          "%s has no index, or all are suspended: load the files with HBase's own tool, 'hbase"
                  .formatted(table)
              + " completebulkload'");
    }
    for (IndexSpec spec : IndexSpecs.maintained(data)) {
      if (spec.keys() instanceof CompoundKeys) {
        problems.add(
            ("index %s of %s: a key has several columns, and the files may have some of them; run"
                    + " 'lighter index suspend %s %s', load the files, and run 'lighter index rebuild"
                    + " %s %s'")
                .formatted(spec.name(), table, table, spec.name(), table, spec.name()));
      }
    }
    if (IndexHold.of(data).isEmpty()) { // else an earlier attempt may have moved all files
      problems.addAll(files.problems(data, folder));
    }
    if (!problems.isEmpty()) {
      throw new IndexRefusedException(problems);
    }
  }

  /**
   * Ends a load that was cut short. Files that are not loaded are moved back; rows that are loaded
   * stay, and have their entries.
   *
   * @return the load that was ended
   * @throws IndexRefusedException if there is none
   */
  public IndexHold cancel() throws IOException {
    IndexHolds holds = new IndexHolds(cluster, table);
    Optional<IndexHold> hold = IndexHold.of(holds.require());
    if (hold.isEmpty()) {
      throw new IndexRefusedException(
          List.of("%s: no bulk load runs or was cut short".formatted(table)));
    }
    files.putBack(load(hold.get()));
    holds.end(hold.get());
    return hold.get();
  }
}
