// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.structure;

import io.lighter.common.engine.TreeEngine;
import io.lighter.common.engine.TreeEngine.TreeOfFiles;
import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.common.protocol.LighterProtos.StoreFileExtent;
import io.lighter.common.protocol.LighterProtos.StoreStructure;
import io.lighter.common.protocol.LighterProtos.StoreTree;
import io.lighter.common.rpc.Protocol;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.OffloadingStoreEngine;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.com.google.protobuf.UnsafeByteOperations;

/** Stores with their files, for the tables that the manager asks for. Stateless. */
final class StoreReports {
  /** Most trees of a store in a report, the oldest. A store has a few of each stage. */
  private static final int MOST_TREES = 100;

  private StoreReports() {}

  /**
   * Adds stores to a report: at most {@link Protocol#MOST_STORES_REPORTED} with {@link
   * Protocol#MOST_FILES_REPORTED} files. The number of the others is added, and of those that
   * cannot be read.
   */
  static void addTo(
      RegionServerReport.Builder report, Collection<HStore> stores, UnreadableStores unreadable) {
    int filesLeft = Protocol.MOST_FILES_REPORTED;
    int leftOut = 0;
    for (HStore store : stores) {
      if (report.getStoreCount() >= Protocol.MOST_STORES_REPORTED) {
        leftOut++;
      } else {
        try {
          StoreStructure structure = structure(store, filesLeft);
          filesLeft -= structure.getFileCount();
          report.addStore(structure);
        } catch (RuntimeException e) { // the other stores can still be read
          unreadable.log(store, e);
          leftOut++;
        }
      }
    }
    report.setStoresLeftOut(leftOut);
  }

  private static StoreStructure structure(HStore store, int mostFiles) {
    StoreContents contents = StoreContents.of(store);
    SortedRuns runs = SortedRuns.of(contents.extents());
    StoreEngine<?, ?, ?, ?> engine = store.getStoreEngine();
    StoreStructure.Builder structure =
        StoreStructure.newBuilder()
            .setTable(store.getTableName().getNameAsString())
            .setRegion(store.getRegionInfo().getEncodedName())
            .setStartRow(
                prefix(UnsafeByteOperations.unsafeWrap(store.getRegionInfo().getStartKey())))
            .setEndRow(prefix(UnsafeByteOperations.unsafeWrap(store.getRegionInfo().getEndKey())))
            .setFamily(store.getColumnFamilyName())
            .setEngine(
                engine instanceof OffloadingStoreEngine ours
                    ? ours.engineUnderneath()
                    : engine.getClass().getName())
            .setDecorated(engine instanceof OffloadingStoreEngine)
            .setFiles(contents.files().size())
            .setRuns(runs.count())
            .setBytes(contents.bytes())
            .setWaitingBytes(contents.waitingBytes())
            .setRunBytes(runs.largestBytes());
    Map<String, Integer> treeOf = addTrees(structure, trees(engine));
    List<FileExtent> largestFirst =
        contents.extents().stream()
            .sorted(
                Comparator.comparingLong(FileExtent::bytes)
                    .reversed()
                    .thenComparing(FileExtent::name))
            .limit(mostFiles)
            .toList();
    for (FileExtent file : largestFirst) {
      StoreFileExtent.Builder extent =
          StoreFileExtent.newBuilder()
              .setBytes(file.bytes())
              .setInLargestRun(runs.largest().contains(file.name()));
      if (file.hasCells()) {
        extent.setFirstRow(prefix(file.first())).setLastRow(prefix(file.last()));
      }
      Integer tree = treeOf.get(file.name());
      if (tree != null) { // null also for a file that came after the engine told its trees
        extent.setTree(tree);
      }
      structure.addFile(extent);
    }
    return structure.build();
  }

  private static List<TreeOfFiles> trees(StoreEngine<?, ?, ?, ?> engine) {
    if (engine instanceof OffloadingStoreEngine ours) {
      return ours.trees();
    }
    return engine instanceof TreeEngine own ? own.trees() : List.of();
  }

  /** Adds the oldest trees, and returns the index of each file's tree. */
  private static Map<String, Integer> addTrees(
      StoreStructure.Builder structure, List<TreeOfFiles> trees) {
    Map<String, Integer> treeOf = new HashMap<>();
    for (TreeOfFiles tree : trees.subList(0, Math.min(trees.size(), MOST_TREES))) {
      tree.files().forEach(file -> treeOf.put(file, structure.getTreeCount()));
      structure.addTree(
          StoreTree.newBuilder()
              .setStage(tree.stage())
              .setFiles(tree.files().size())
              .setBytes(tree.bytes())
              .setDueClusters(tree.dueClusters())
              .setDueBytes(tree.dueBytes()));
    }
    return treeOf;
  }

  private static ByteString prefix(ByteString row) {
    return row.substring(0, Math.min(row.size(), Protocol.MOST_ROW_BYTES_REPORTED));
  }
}
