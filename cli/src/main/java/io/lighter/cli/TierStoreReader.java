// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.BlockStoragePolicySpi;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.regionserver.StoreFileListing;
import org.apache.hadoop.hbase.util.CommonFSUtils;

/**
 * Reads the stores of a table from its file system: the files, the policy of each family's folder,
 * and the types of storage that hold the blocks. Asks for the blocks of a folder at once, and opens
 * each file. Not thread-safe.
 */
final class TierStoreReader {
  private final FileSystem fs;
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
    return new TierStores(stores, types());
  }

  private TierStores.Store store(RegionInfo region, ColumnFamilyDescriptor family)
      throws IOException {
    Path store = new Path(new Path(folder, region.getEncodedName()), family.getNameAsString());
    Configuration conf = BlockingFiles.configuration(site, table, family);
    List<StoreFileListing.Listed> listed = StoreFileListing.of(fs, conf, folder, region, family);
    Map<String, LocatedFileStatus> located = new HashMap<>();
    RemoteIterator<LocatedFileStatus> found = fs.listLocatedStatus(store);
    while (found.hasNext()) {
      LocatedFileStatus file = found.next();
      located.put(file.getPath().getName(), file);
    }
    List<TierStores.File> files = new ArrayList<>();
    for (StoreFileListing.Listed file : listed) {
      files.add(file(file, located.get(file.path().getName())));
    }
    return new TierStores.Store(
        region.getEncodedName(), family.getNameAsString(), policy(store), files);
  }

  /** A file that was archived since the listing has no known places. */
  private static TierStores.File file(StoreFileListing.Listed file, LocatedFileStatus located)
      throws IOException {
    boolean isKnown = file.isOwn() && located != null;
    return new TierStores.File(
        file.path().getName(),
        file.view(),
        file.isOwn(),
        isKnown ? located.getReplication() : 0,
        isKnown ? placed(located.getBlockLocations()) : Map.of());
  }

  private static Map<String, Long> placed(BlockLocation[] blocks) {
    Map<String, Long> bytes = new TreeMap<>();
    for (BlockLocation block : blocks) {
      for (StorageType type : block.getStorageTypes()) {
        if (type != null) { // a file system without types has none, or nulls
          bytes.merge(type.name(), block.getLength(), Long::sum);
        }
      }
    }
    return bytes;
  }

  private Optional<String> policy(Path store) throws IOException {
    try {
      return Optional.of(fs.getStoragePolicy(store).getName());
    } catch (UnsupportedOperationException e) {
      return Optional.empty(); // not HDFS
    }
  }

  private Map<String, List<String>> types() throws IOException {
    Map<String, List<String>> types = new TreeMap<>();
    try {
      for (BlockStoragePolicySpi policy : fs.getAllStoragePolicies()) {
        types.put(
            policy.getName(), Arrays.stream(policy.getStorageTypes()).map(Enum::name).toList());
      }
    } catch (UnsupportedOperationException e) {
      return Map.of(); // not HDFS
    }
    return types;
  }
}
