// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.engine.placement.PolicyFileSystem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.regionserver.HdfsPolicies;
import org.apache.hadoop.hbase.regionserver.StoreFileListing;
import org.apache.hadoop.hbase.util.CommonFSUtils;

/**
 * Reads the stores of a table from its file system: the files, and what a region server's audit
 * reads of each family's folder. Opens each file. Not thread-safe.
 */
final class TierStoreReader {
  private final FileSystem fs;

  /** Empty if the file system has no storage policies. */
  private final Optional<PolicyFileSystem> hdfs;

  private final Configuration site;
  private final TableDescriptor table;
  private final Path folder;

  /**
   * Creates a reader.
   *
   * @param site configuration that names HBase's folder
   */
  TierStoreReader(FileSystem fs, Configuration site, TableDescriptor table) throws IOException {
    this.fs = fs;
    hdfs = HdfsPolicies.of(fs);
    this.site = site;
    this.table = table;
    folder = CommonFSUtils.getTableDir(CommonFSUtils.getRootDir(site), table.getTableName());
  }

  /**
   * Reads stores in the order of {@code regions}.
   *
   * @param families names of the families to read
   * @throws IOException if a folder cannot be read; names it
   */
  TierStores read(List<RegionInfo> regions, Set<String> families) throws IOException {
    List<TierStores.Store> stores = new ArrayList<>();
    for (RegionInfo region : regions) {
      for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
        if (families.contains(family.getNameAsString())) {
          stores.add(store(region, family));
        }
      }
    }
    return new TierStores(
        stores, hdfs.isPresent() ? hdfs.get().types() : (policy, replicas) -> List.of());
  }

  private TierStores.Store store(RegionInfo region, ColumnFamilyDescriptor family)
      throws IOException {
    Path store = new Path(new Path(folder, region.getEncodedName()), family.getNameAsString());
    Configuration conf = BlockingFiles.configuration(site, table, family);
    List<TierStores.File> files =
        StoreFileListing.of(fs, conf, folder, region, family).stream()
            .map(file -> new TierStores.File(file.path().getName(), file.view(), file.isOwn()))
            .toList();
    return new TierStores.Store(
        region.getEncodedName(),
        family.getNameAsString(),
        store.toString(),
        hdfs.isPresent() ? Optional.of(hdfs.get().list(store.toString())) : Optional.empty(),
        files);
  }
}
