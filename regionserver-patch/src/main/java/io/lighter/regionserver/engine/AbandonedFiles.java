// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.engine;

import io.lighter.common.ClaimedOutput;
import io.lighter.common.JobFolder;
import io.lighter.common.hbase.PolicyFolders;
import io.lighter.regionserver.output.RegionFence;
import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.CompoundConfiguration;
import org.apache.hadoop.hbase.regionserver.HRegionFileSystem;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileInfo;
import org.apache.hadoop.hbase.regionserver.StoreFileReferences;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTracker;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Archives what a region server that died around a compaction's commit has left in a store's
 * folder, when the store's next owner opens it. HBase does so for the tracker {@code DEFAULT}, for
 * which all files in the folder count. With a tracker that keeps a list, a crash leaves two kinds
 * of file:
 *
 * <ol>
 *   <li>compacted files, which a reader or a warm-up pinned: a listed file names them as its
 *       sources;
 *   <li>an uncommitted output, whose sources are on the list.
 * </ol>
 *
 * <p>Such a file becomes data again when the table is changed to the tracker {@code DEFAULT}, and
 * with it all rows that were deleted since. The evidence of both kinds is gone once a later
 * compaction has replaced the listed file, so each opening archives them, also long before a change
 * of the tracker. A file without evidence stays, since it may be the only copy of its data (a table
 * whose tracker was changed by mistake has an empty list and a full folder).
 *
 * <p>A change from {@code DEFAULT} to a list needs the compacted files gone before HBase loads the
 * store. HBase puts all files of the folder on the new list, then archives the compacted files, so
 * the list would name files that no longer exist.
 *
 * <p>A store has one owner, and that owner opens it once, before any flush, compaction or bulk load
 * writes to the folder. Not thread-safe. Never called under the store's lock.
 */
public final class AbandonedFiles {
  private static final Logger LOG = LoggerFactory.getLogger(AbandonedFiles.class);

  /** HBase's {@code MigrationStoreFileTracker.SRC_IMPL}. */
  private static final String MIGRATION_SOURCE = "hbase.store.file-tracker.migration.src.impl";

  /** The tracker for which all store files of the folder belong to the store. */
  private static final String FOLDER_TRACKER = StoreFileTrackerFactory.Trackers.DEFAULT.name();

  private final HStore store;
  private final Configuration conf;

  /**
   * Makes the archiver of a store that its owner opens.
   *
   * @param conf configuration of the store, including table and family
   */
  public AbandonedFiles(HStore store, Configuration conf) {
    this.store = store;
    this.conf = conf;
  }

  /**
   * Archives the compacted files of a store whose tracker is changed from {@code DEFAULT} to a
   * list, by the rule of HBase's {@code StoreEngine.openStoreFiles}. Reads nothing with any other
   * tracker. Called before HBase loads the store.
   *
   * @throws IOException if a file cannot be read or archived: the region does not open, as in HBase
   */
  public void archiveBeforeLoading() throws IOException {
    if (!writesNewList()) {
      return;
    }
    List<StoreFileInfo> files = inFolder();
    if (files.size() < 2) {
      return;
    }
    Set<String> compacted = new HashSet<>();
    for (StoreFileInfo file : files) {
      compacted.addAll(StoreFileReferences.sourcesOf(store, file));
    }
    for (StoreFileInfo file : files) {
      if (compacted.contains(name(file))) {
        archive(file, "a compaction has replaced it");
      }
    }
  }

  /**
   * Archives files that the list shows to be left over, for a tracker that keeps a list, or kept
   * one before a change that is under way. Called after HBase has loaded the store, before the
   * store's first use.
   *
   * @param loaded the store's files
   * @param needsTmp whether the tracker wants new files below {@code .tmp} first
   * @throws IOException if a file cannot be archived: the region does not open, as in HBase
   */
  public void archiveAfterLoading(Collection<HStoreFile> loaded, boolean needsTmp)
      throws IOException {
    boolean isListLoaded = isMigration() ? !writesNewList() : !needsTmp;
    if (!isListLoaded || !hasOthers(loaded)) {
      return;
    }
    Set<String> listed = namesOf(loaded);
    Set<String> compacted = StoreFileReferences.sourcesOf(loaded);
    for (StoreFileInfo file : inFolder()) {
      if (listed.contains(name(file))) {
        continue;
      }
      if (compacted.contains(name(file))) {
        archive(file, "a compaction has replaced it");
      } else if (isUncommitted(file, listed)) {
        archive(file, "its compaction was not committed");
      } else {
        LOG.warn("left in the store's folder, not on the tracker's list: {}", file.getPath());
      }
    }
  }

  /**
   * Deletes the fences of earlier owners, see {@link RegionFence}, which ends deletions that those
   * owners still attempt. Called before HBase loads the store.
   */
  public void fenceEarlierOwners() throws IOException {
    HRegionFileSystem region = store.getRegionFileSystem();
    RegionFence.removeAll(region.getFileSystem(), region.getTempDir());
    RegionFence.removeAll(
        region.getFileSystem(),
        JobFolder.fences(region.getRegionDir(), store.getColumnFamilyName()));
  }

  /**
   * Deletes unfinished outputs in folders of storage policies, see {@link PolicyFolders}, for a
   * tracker that keeps a list. Called after HBase has loaded the store, before the store's first
   * use. A failure is logged: the files take room and do no other harm.
   *
   * @param loaded the store's files
   * @param needsTmp whether the tracker wants new files below {@code .tmp} first
   */
  public void deleteUnfinished(Collection<HStoreFile> loaded, boolean needsTmp) {
    if (needsTmp) {
      return;
    }
    HRegionFileSystem region = store.getRegionFileSystem();
    Path family = region.getStoreDir(store.getColumnFamilyName());
    try {
      PolicyFolders.deleteUnfinished(region.getFileSystem(), family, namesOf(loaded))
          .forEach(file -> LOG.info("deleted an unfinished output {}", file));
    } catch (IOException e) {
      LOG.warn("cannot delete unfinished outputs below {}", family, e);
    }
  }

  /**
   * Deletes files of jobs that no owner has committed, see {@link ClaimedOutput}, for a tracker
   * that keeps a list. Called after HBase has loaded the store, before the store's first use. A
   * failure is logged: the files take room and do no other harm.
   *
   * @param loaded the store's files, which stay
   * @param needsTmp whether the tracker wants new files below {@code .tmp} first
   */
  public void deleteClaimed(Collection<HStoreFile> loaded, boolean needsTmp) {
    if (needsTmp) {
      return;
    }
    HRegionFileSystem region = store.getRegionFileSystem();
    try {
      ClaimedOutput.deleteAll(
              region.getFileSystem(),
              region.getTempDir(),
              store.getColumnFamilyName(),
              namesOf(loaded))
          .forEach(file -> LOG.info("deleted an uncommitted output {}", file));
    } catch (IOException e) {
      LOG.warn("cannot delete uncommitted outputs claimed below {}", region.getTempDir(), e);
    }
  }

  /** Whether the tracker is changed from {@code DEFAULT}, so HBase writes a list on loading. */
  public boolean writesNewList() {
    return isMigration()
        && StoreFileTrackerFactory.getTrackerClass(conf.get(MIGRATION_SOURCE))
            .equals(StoreFileTrackerFactory.getTrackerClass(FOLDER_TRACKER));
  }

  /** The store's files as the tracker {@code DEFAULT} would list them; read-only. */
  public List<StoreFileInfo> inFolder() throws IOException {
    Configuration folder = new Configuration(false);
    folder.set(StoreFileTrackerFactory.TRACKER_IMPL, FOLDER_TRACKER);
    StoreFileTracker tracker =
        StoreFileReferences.reader(store, new CompoundConfiguration().add(conf).add(folder));
    List<StoreFileInfo> files = tracker.load();
    files.forEach(file -> file.setConf(conf));
    return files;
  }

  /** Whether the folder has other files than the loaded ones, by one listing; usually false. */
  private boolean hasOthers(Collection<HStoreFile> loaded) throws IOException {
    HRegionFileSystem region = store.getRegionFileSystem();
    Set<String> names = namesOf(loaded);
    FileStatus[] found =
        CommonFSUtils.listStatus(
            region.getFileSystem(), region.getStoreDir(store.getColumnFamilyName()));
    return found != null
        && Stream.of(found)
            .anyMatch(file -> file.isFile() && !names.contains(file.getPath().getName()));
  }

  /**
   * Whether a source of the file is still listed; a commit takes the sources from the list in one
   * step.
   */
  private boolean isUncommitted(StoreFileInfo file, Set<String> listed) {
    try {
      return StoreFileReferences.inputsOf(store, file).stream().anyMatch(listed::contains);
    } catch (IOException e) { // half-written by a flush or compaction: HBase's cleaner deletes it
      LOG.warn("cannot read a file that is not on the tracker's list: {}", file.getPath(), e);
      return false;
    }
  }

  private void archive(StoreFileInfo file, String reason) throws IOException {
    LOG.info("archiving a leftover file {}: {}", file.getPath(), reason);
    store.getRegionFileSystem().removeStoreFile(store.getColumnFamilyName(), file.getPath());
  }

  private boolean isMigration() {
    return StoreFileTrackerFactory.isMigration(StoreFileTrackerFactory.getTrackerClass(conf));
  }

  private static Set<String> namesOf(Collection<HStoreFile> files) {
    return files.stream().map(file -> file.getPath().getName()).collect(Collectors.toSet());
  }

  private static String name(StoreFileInfo file) {
    return file.getPath().getName();
  }
}
