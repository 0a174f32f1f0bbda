// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HRegionFileSystem;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreContext;
import org.apache.hadoop.hbase.regionserver.StoreFileInfo;
import org.apache.hadoop.hbase.regionserver.StoreUtils;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.apache.hadoop.hbase.wal.WALSplitUtil;

/** The store files of a region that is not open, as its trackers have them. Thread-safe. */
final class RegionFiles implements RegionLineage.Files {
  private final HRegion region;
  private final Configuration conf;
  private final Predicate<String> families;

  /**
   * Names the files of a region.
   *
   * @param conf configuration of the region server
   * @param families whether rows of a family matter
   */
  RegionFiles(HRegion region, Configuration conf, Predicate<String> families) {
    this.region = region;
    this.conf = conf;
    this.families = families;
  }

  private List<StoreFileInfo> infos() throws IOException {
    HRegionFileSystem fs = region.getRegionFileSystem();
    List<StoreFileInfo> files = new ArrayList<>();
    for (ColumnFamilyDescriptor family : region.getTableDescriptor().getColumnFamilies()) {
      StoreContext store =
          StoreContext.getBuilder()
              .withColumnFamilyDescriptor(family)
              .withRegionFileSystem(fs)
              .withFamilyStoreDirectoryPath(fs.getStoreDir(family.getNameAsString()))
              .build();
      Configuration merged =
          StoreUtils.createStoreConfiguration(conf, region.getTableDescriptor(), family);
      // As a secondary replica, which changes nothing.
      files.addAll(StoreFileTrackerFactory.create(merged, false, store).load());
    }
    return files;
  }

  @Override
  public SortedSet<String> names() throws IOException {
    return names(infos());
  }

  @Override
  public SortedSet<String> links() throws IOException {
    return names(infos().stream().filter(file -> LinkNames.isLink(name(file))).toList());
  }

  @Override
  public SortedSet<String> linksToOwnFiles() throws IOException {
    RegionInfo info = region.getRegionInfo();
    return names(
        infos().stream().filter(file -> LinkNames.isLinkToOwnFile(info, name(file))).toList());
  }

  private static String name(StoreFileInfo file) {
    return file.getPath().getName();
  }

  private static SortedSet<String> names(List<StoreFileInfo> files) {
    SortedSet<String> names = new TreeSet<>();
    for (StoreFileInfo file : files) {
      names.add(file.getPath().getParent().getName() + "/" + name(file));
    }
    return names;
  }

  @Override
  public boolean count(String name) {
    return families.test(name.substring(0, name.indexOf('/')));
  }

  @Override
  public Set<String> compactedInto() throws IOException {
    Set<String> inputs = new HashSet<>();
    for (StoreFileInfo info : infos()) {
      if (info.isLink() || info.isReference()) {
        continue;
      }
      String family = info.getPath().getParent().getName();
      try (HFile.Reader file =
          HFile.createReader(
              region.getFilesystem(), info.getPath(), CacheConfig.DISABLED, true, conf)) {
        byte[] event = file.getHFileInfo().get(HStoreFile.COMPACTION_EVENT_KEY);
        if (event != null) {
          ProtobufUtil.toCompactedStoreFiles(event)
              .forEach(input -> inputs.add(family + "/" + input));
        }
      }
    }
    return inputs;
  }

  @Override
  public Set<String> parents() throws IOException {
    Set<String> parents = new TreeSet<>();
    for (StoreFileInfo file : infos()) {
      for (String other : LinkNames.otherRegions(region.getRegionInfo(), name(file))) {
        if (overlaps(other)) {
          parents.add(other);
        }
      }
    }
    return parents;
  }

  /**
   * Whether another region of the table exists and has rows of this one's range. HBase opens at
   * most one of two such regions, so the other one is closed.
   */
  private boolean overlaps(String other) throws IOException {
    Path folder = new Path(region.getRegionFileSystem().getTableDir(), other);
    try {
      return HRegionFileSystem.loadRegionInfoFileContent(region.getFilesystem(), folder)
          .isOverlap(region.getRegionInfo());
    } catch (FileNotFoundException e) {
      return false;
    }
  }

  @Override
  public boolean wereEverOpen() throws IOException {
    RegionInfo info = region.getRegionInfo();
    Path wal = CommonFSUtils.getWALRegionDir(conf, info.getTable(), info.getEncodedName());
    Path root = region.getRegionFileSystem().getRegionDir();
    return WALSplitUtil.getMaxRegionSequenceId(CommonFSUtils.getWALFileSystem(conf), wal) >= 0
        || WALSplitUtil.getMaxRegionSequenceId(region.getFilesystem(), root) >= 0;
  }
}
