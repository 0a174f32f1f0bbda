// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import io.lighter.common.config.LighterOption;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;

/**
 * Changes tiers, K and base of the live table, and sets storage policies of its files by hand. Also
 * notes whether the table has files of a slower tier.
 */
final class TierDisturber extends Disturber {
  /** The families' storage policy, that of the fastest tier. */
  static final String FAMILY_POLICY = "ALL_SSD";

  /** Mean time between two changes. */
  private static final Duration PAUSE = Duration.ofSeconds(8);

  /** Number of the files whose policies are set at a time. */
  private static final int FILES = 3;

  /** Stands for the policy of the family's folder. */
  private static final String NONE = "";

  private static final List<String> POLICIES =
      List.of("HOT", "WARM", "COLD", "ONE_SSD", FAMILY_POLICY, NONE);

  /**
   * Options of a tiered table.
   *
   * @param tiers value of {@code lighter.tiered.tiers}
   * @param base value of {@code lighter.tiered.base}
   */
  record Tiers(String tiers, String base) {
    /** Two flushes of about a megabyte make a fast file, and two of these a slow one. */
    static final Tiers FIRST = new Tiers("*:2:64MB;HOT:3", "2400KB");

    void configure(ColumnFamilyDescriptorBuilder family) {
      family.setConfiguration(LighterOption.TIERED_TIERS.key(), tiers);
      family.setConfiguration(LighterOption.TIERED_BASE.key(), base);
    }
  }

  /** The last one has a single tier, to which all files of the table then belong. */
  static final List<Tiers> ALL_TIERS =
      List.of(
          Tiers.FIRST,
          new Tiers("*:5:64MB;HOT:2", "1100KB"),
          new Tiers("*:3:64MB;COLD:2", "2800KB"),
          new Tiers("*:2:64MB;HOT:2:64MB;COLD:2", "2400KB"),
          new Tiers("*:2", "0"));

  /** Names of files whose policy was set. Used by the disturber's thread alone. */
  private final Set<String> setByHand = new HashSet<>();

  TierDisturber(CheckContext context, RandomGenerator random) {
    super(context, random, PAUSE);
  }

  @Override
  Tally.Event disturb(Admin admin) throws Exception {
    Configuration conf = context().configuration();
    Path folder = CommonFSUtils.getTableDir(CommonFSUtils.getRootDir(conf), context().table());
    FileSystem fs = folder.getFileSystem(conf);
    List<LocatedFileStatus> files = storeFiles(fs, folder);
    if (files.stream().anyMatch(this::isOfSlowTier)) {
      context().tally().add(Tally.Event.SLOW_TIER_SEEN);
    }
    if (random().nextInt(3) == 0) {
      Tiers tiers = any(ALL_TIERS);
      alter(admin, before -> Optional.of(with(before, tiers)));
      return Tally.Event.TIER_CHANGE;
    }
    for (int i = 0; i < FILES; i++) {
      setPolicy(fs, any(files).getPath(), any(POLICIES));
    }
    return Tally.Event.POLICY_CHANGE;
  }

  private boolean isOfSlowTier(LocatedFileStatus file) {
    return !setByHand.contains(file.getPath().getName())
        && file instanceof HdfsFileStatus status
        && status.getStoragePolicy() != HdfsConstants.ALLSSD_STORAGE_POLICY_ID;
  }

  private void setPolicy(FileSystem fs, Path file, String policy) throws IOException {
    setByHand.add(file.getName());
    if (policy.equals(NONE)) {
      fs.unsetStoragePolicy(file);
    } else {
      fs.setStoragePolicy(file, policy);
    }
  }

  /** Files of the table's stores; not those that are being written, and no references. */
  private static List<LocatedFileStatus> storeFiles(FileSystem fs, Path folder) throws IOException {
    List<LocatedFileStatus> files = new ArrayList<>();
    RemoteIterator<LocatedFileStatus> all = fs.listFiles(folder, true);
    while (all.hasNext()) {
      LocatedFileStatus file = all.next();
      if (file.getPath().getName().matches("[0-9a-f]{32}")
          && Cells.FAMILIES.contains(file.getPath().getParent().getName())
          && !file.getPath().toString().contains("/.")) {
        files.add(file);
      }
    }
    return files;
  }

  private static TableDescriptor with(TableDescriptor before, Tiers tiers) {
    TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(before);
    for (ColumnFamilyDescriptor family : before.getColumnFamilies()) {
      ColumnFamilyDescriptorBuilder changed = ColumnFamilyDescriptorBuilder.newBuilder(family);
      tiers.configure(changed);
      table.modifyColumnFamily(changed.build());
    }
    return table.build();
  }
}
