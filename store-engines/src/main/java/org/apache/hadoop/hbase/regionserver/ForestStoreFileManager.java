// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.engine.forest.Forest;
import io.lighter.engine.forest.ForestFile;
import io.lighter.engine.forest.ForestHint;
import io.lighter.engine.forest.ForestLimits;
import io.lighter.engine.forest.SplitPoint;
import io.lighter.engine.forest.Tree;
import java.io.IOException;
import java.util.Collection;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hbase.thirdparty.com.google.common.collect.ImmutableCollection;
import org.apache.yetus.audience.InterfaceAudience;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** HBase's view of a {@link Forest}. */
@InterfaceAudience.Private
class ForestStoreFileManager extends LayoutFileManager<ForestFile, Forest> {
  private static final Logger LOG = LoggerFactory.getLogger(ForestStoreFileManager.class);

  private final CellComparator cells;
  private final Runnable storeCloses;

  /**
   * Creates a manager without files.
   *
   * @param storeCloses called when the store gives up all its files, with its write lock held
   */
  ForestStoreFileManager(
      CellComparator cells, Configuration conf, ForestLimits limits, Runnable storeCloses) {
    super(
        conf,
        files -> Forest.of(files, limits),
        Forest::depth,
        forest -> usualDepth(forest, limits, blockingFiles(conf)));
    this.cells = cells;
    this.storeCloses = storeCloses;
  }

  /** Returns the depth of full stages, but at most half of that at which HBase acts. */
  private static int usualDepth(Forest forest, ForestLimits limits, int blockingFiles) {
    int stages = forest.trees().stream().mapToInt(Tree::stage).max().orElse(1);
    return Math.min(limits.fanout() * stages, blockingFiles / 2);
  }

  /**
   * Returns the place of a file. The hint of a bulk load is ignored: the file was written for
   * another region.
   */
  @Override
  ForestFile facts(HStoreFile file) {
    Optional<ForestHint> hint =
        file.isBulkLoadResult()
            ? Optional.empty()
            : ForestHint.decode(
                file.getMetadataValue(ForestWriter.HINT),
                problem -> LOG.warn("hint is ignored: {}; {}", problem, file.getPath()));
    boolean isTop = file.isReference() && file.getFileInfo().isTopReference();
    Optional<byte[]> fence = Optional.ofNullable(file.getMetadataValue(ForestWriter.FENCE));
    return ForestFile.of(commonFacts(file).build(), isTop, hint, fence);
  }

  @Override
  String nameOf(ForestFile file) {
    return file.name();
  }

  @Override
  Collection<ForestFile> reads(Forest layout, byte[] from, byte[] to) {
    return layout.reads(from, to);
  }

  @Override
  public ImmutableCollection<HStoreFile> clearFiles() {
    storeCloses.run();
    return super.clearFiles();
  }

  /** Returns a row at which few files are cut, else HBase's choice. */
  @Override
  public Optional<byte[]> getSplitPoint() throws IOException {
    Snapshot now = snapshot();
    Optional<byte[]> row = SplitPoint.of(now.layout());
    return row.isPresent() ? row : StoreUtils.getSplitPoint(now.all(), cells);
  }
}
