// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionReplicaUtil;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.regionserver.HRegionFileSystem;
import org.apache.hadoop.hbase.regionserver.StoreContext;
import org.apache.hadoop.hbase.regionserver.StoreFileInfo;
import org.apache.hadoop.hbase.regionserver.StoreUtils;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.apache.hadoop.hbase.util.RetryCounter;
import org.apache.hadoop.hbase.util.RetryCounterFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files of tables' regions that nothing names: neither the list of a store's files, nor HBase as
 * files of its own. Of open stores these are also files that a compaction is writing, and compacted
 * files that are not archived yet; of closed ones, files that a job has left. Copies that HBase's
 * bulk loads leave are told apart. Confined to one thread.
 */
public final class UnownedFiles implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(UnownedFiles.class);

  /** Folder of the lists of the tracker {@code FILE}, in the family's folder. */
  private static final String LISTS = ".filelist";

  /** Between two searches. */
  private static final Duration PAUSE = Duration.ofSeconds(5);

  private final Configuration conf;
  private final Admin admin;
  private final FileSystem fs;
  private final Path root;
  private final BulkLoadCopies copies;

  /**
   * Files of a search.
   *
   * @param unowned files that nothing names
   * @param bulkLoadCopies copies that HBase's bulk loads have left ({@link BulkLoadCopies}), which
   *     nothing names either
   */
  public record Found(List<Path> unowned, List<Path> bulkLoadCopies) {
    /** Copies the lists. */
    public Found {
      unowned = List.copyOf(unowned);
      bulkLoadCopies = List.copyOf(bulkLoadCopies);
    }

    /** One line for people. */
    public String inWords() {
      return "%d files that no list names, and %d copies of HBase's bulk loads"
          .formatted(unowned.size(), bulkLoadCopies.size());
    }
  }

  /**
   * Creates a search, which the caller closes.
   *
   * @param conf client configuration, which names {@code hbase.rootdir}
   */
  public UnownedFiles(Configuration conf, Connection connection) throws IOException {
    this.conf = new Configuration(conf);
    root = CommonFSUtils.getRootDir(this.conf);
    admin = connection.getAdmin();
    fs = FileSystem.newInstance(root.toUri(), this.conf);
    copies = new BulkLoadCopies(this.conf, fs);
  }

  /**
   * Disables all user tables, so that region servers archive their compacted files and end their
   * jobs, and searches the folders of their regions. The tables are enabled again.
   *
   * @throws IOException if the cluster does not answer, a region has no folder, or a list names a
   *     file that does not exist
   */
  public Found ofDisabledTables() throws IOException {
    List<TableName> tables = List.of(admin.listTableNames());
    for (TableName table : tables) {
      admin.disableTable(table);
    }
    Found found = of(tables);
    for (TableName table : tables) {
      admin.enableTable(table);
    }
    return found;
  }

  /**
   * Searches the folders of all user tables' regions until no file is unowned, or the limit has
   * passed. The tables stay open; HBase's cleaners may be at work.
   *
   * @return the files of the last search
   * @throws IOException as {@link #of}, in the last search
   */
  public Found ofOpenTables(Duration limit) throws IOException {
    int times = (int) Math.max(1, limit.dividedBy(PAUSE));
    RetryCounter searches =
        new RetryCounterFactory(times, (int) PAUSE.toMillis(), (int) PAUSE.toMillis()).create();
    while (true) {
      try {
        Found found = of(List.of(admin.listTableNames()));
        if (found.unowned().isEmpty() || !searches.shouldRetry()) {
          return found;
        }
        LOG.info("files that no list names files={}", found.unowned());
      } catch (IOException e) { // a compaction may have replaced the list meanwhile
        if (!searches.shouldRetry()) {
          throw e;
        }
        LOG.info("search repeated", e);
      }
      pause(searches);
    }
  }

  /**
   * Searches the folders of tables' regions.
   *
   * @throws IOException if the cluster does not answer, a region has no folder, or a list names a
   *     file that does not exist
   */
  public Found of(Collection<TableName> tables) throws IOException {
    List<Path> unowned = new ArrayList<>();
    List<Path> bulkLoadCopies = new ArrayList<>();
    for (TableName name : tables) {
      TableDescriptor table = admin.getDescriptor(name);
      for (RegionInfo region : admin.getRegions(name)) {
        if (RegionReplicaUtil.isDefaultReplica(region)) {
          Found found = of(table, region);
          unowned.addAll(found.unowned());
          bulkLoadCopies.addAll(found.bulkLoadCopies());
        }
      }
    }
    return new Found(unowned, bulkLoadCopies);
  }

  private Found of(TableDescriptor table, RegionInfo region) throws IOException {
    Path tableFolder = CommonFSUtils.getTableDir(root, table.getTableName());
    HRegionFileSystem folders =
        HRegionFileSystem.openRegionFromFileSystem(conf, fs, tableFolder, region, true);
    Set<Path> families = new HashSet<>();
    Set<Path> owned = new HashSet<>();
    owned.add(new Path(folders.getRegionDir(), HRegionFileSystem.REGION_INFO_FILE));
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      Path folder = folders.getStoreDir(family.getNameAsString());
      families.add(fs.makeQualified(folder));
      owned.addAll(files(new Path(folder, LISTS)));
      owned.addAll(listed(table, family, folders, folder));
    }
    List<Path> unowned = new ArrayList<>();
    List<Path> bulkLoadCopies = new ArrayList<>();
    for (Path file : files(folders.getRegionDir())) {
      if (!owned.contains(file)) {
        (copies.contains(families, file) ? bulkLoadCopies : unowned).add(file);
      }
    }
    return new Found(unowned, bulkLoadCopies);
  }

  /** The files that the store's tracker names. */
  private List<Path> listed(
      TableDescriptor table, ColumnFamilyDescriptor family, HRegionFileSystem folders, Path folder)
      throws IOException {
    StoreContext store =
        StoreContext.getBuilder()
            .withColumnFamilyDescriptor(family)
            .withRegionFileSystem(folders)
            .withFamilyStoreDirectoryPath(folder)
            .build();
    Configuration merged = StoreUtils.createStoreConfiguration(conf, table, family);
    // As a secondary replica, which reads the list only.
    return StoreFileTrackerFactory.create(merged, false, store).load().stream()
        .map(StoreFileInfo::getPath)
        .toList();
  }

  private static void pause(RetryCounter searches) throws InterruptedIOException {
    try {
      searches.sleepUntilNextRetry();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for files to go");
    }
  }

  private List<Path> files(Path folder) throws IOException {
    List<Path> files = new ArrayList<>();
    try {
      RemoteIterator<LocatedFileStatus> found = fs.listFiles(folder, true);
      while (found.hasNext()) {
        files.add(found.next().getPath());
      }
    } catch (FileNotFoundException e) {
      LOG.debug("folder does not exist path={}", folder, e);
    }
    return files;
  }

  @Override
  public void close() throws IOException {
    try (admin) {
      fs.close();
    }
  }
}
