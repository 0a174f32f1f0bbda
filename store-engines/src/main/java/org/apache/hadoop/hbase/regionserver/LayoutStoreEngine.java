// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.common.engine.CommitListener;
import io.lighter.common.engine.InputsListener;
import io.lighter.common.hbase.DefaultEngineStores;
import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionPolicy;
import org.apache.hadoop.hbase.regionserver.compactions.Compactor;
import org.apache.yetus.audience.InterfaceAudience;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What Lighter's engines have in common. All behaviour is in the parts that {@link
 * #createComponents} makes, so an engine can be underneath another one. After a commit the next
 * compaction is asked for.
 *
 * <p>Some stores have the parts of HBase's default engine instead ({@link DefaultEngineStores}), so
 * that a site may name an engine of Lighter's for all tables.
 */
@InterfaceAudience.Private
abstract class LayoutStoreEngine
    extends StoreEngine<StoreFlusher, CompactionPolicy, Compactor<?>, StoreFileManager>
    implements CommitListener, InputsListener {
  private static final Logger LOG = LoggerFactory.getLogger(LayoutStoreEngine.class);

  /** The engine of a store that has the default one; null for other stores. Set once. */
  private DefaultStoreEngine standIn;

  /** Null in a store with the default engine. Set once. */
  private HStore store;

  /** Archives inputs at once; empty if HBase is to find them. Set once. */
  private Optional<InputArchiver> archiver = Optional.empty();

  @Override
  protected final void createComponents(Configuration conf, HStore store, CellComparator cells)
      throws IOException {
    if (DefaultEngineStores.include(store.getTableName(), cells)) {
      LOG.info("HBase's default engine is in charge of store {}", store);
      standIn = new DefaultStoreEngine();
      standIn.createComponents(conf, store, cells);
      storeFileManager = standIn.getStoreFileManager();
      compactionPolicy = standIn.getCompactionPolicy();
      storeFlusher = standIn.getStoreFlusher();
      compactor = standIn.getCompactor();
      return;
    }
    this.store = store;
    archiver = InputArchiver.of(conf, store);
    createParts(conf, store, cells);
  }

  /** Sets the four parts of {@link StoreEngine}, for a store that has this engine. */
  abstract void createParts(Configuration conf, HStore store, CellComparator cells)
      throws IOException;

  /** Returns the size at which a region splits. */
  static long regionBytes(Configuration conf, HStore store) {
    long ofTable = store.getHRegion().getTableDescriptor().getMaxFileSize();
    return ofTable > 0
        ? ofTable
        : conf.getLong(HConstants.HREGION_MAX_FILESIZE, HConstants.DEFAULT_MAX_FILE_SIZE);
  }

  /** Tells whether a compaction is due; not called for a store with the default engine. */
  abstract boolean isDue(List<HStoreFile> filesCompacting);

  /** Returns a compaction to select; not called for a store with the default engine. */
  abstract CompactionContext newCompaction();

  /** Tells whether the store has HBase's default engine. */
  final boolean hasDefaultEngine() {
    return standIn != null;
  }

  @Override
  public final boolean needsCompaction(List<HStoreFile> filesCompacting) {
    return standIn == null ? isDue(filesCompacting) : standIn.needsCompaction(filesCompacting);
  }

  @Override
  public final CompactionContext createCompaction() throws IOException {
    return standIn == null ? newCompaction() : standIn.createCompaction();
  }

  /** Commits a compaction of a store whose engine this is; not called underneath another engine. */
  @Override
  public void replaceStoreFiles(
      Collection<HStoreFile> compactedFiles,
      Collection<HStoreFile> newFiles,
      IOExceptionRunnable walMarkerWriter,
      Runnable actionUnderLock)
      throws IOException {
    super.replaceStoreFiles(compactedFiles, newFiles, walMarkerWriter, actionUnderLock);
    if (!compactedFiles.isEmpty() && !newFiles.isEmpty()) {
      compactionCommitted();
    }
  }

  @Override
  public final boolean hasSeveralOutputs() {
    return !hasDefaultEngine();
  }

  @Override
  public void compactionCommitted() {
    if (standIn == null) {
      CompactionChain.askForNext(store);
      inputsReleased();
    }
  }

  @Override
  public void inputsReleased() {
    archiver.ifPresent(InputArchiver::archiveSoon);
  }

  static Set<String> names(Collection<HStoreFile> files) {
    Set<String> names = new HashSet<>();
    files.forEach(file -> names.add(LayoutFileManager.name(file)));
    return names;
  }
}
