package io.lighter.regionserver;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.hbase.regionserver.HRegionFileSystem;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileHolds;
import org.apache.hadoop.hbase.regionserver.StoreFileInfo;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files of a store's folder that a compaction has replaced, and that a reader or a warm-up still
 * holds there. HBase archives them minutes after the commit, with a warm-up once that has ended.
 * Until then two of those who look into the folder take them for what they are not: a secondary
 * replica for new files, and a region that opens with a tracker's list for nothing of its own.
 * Stateless; every call reads or moves files, so none belongs under a store's lock.
 */
public final class RetiredInputs {
  private static final Logger LOG = LoggerFactory.getLogger(RetiredInputs.class);

  private RetiredInputs() {}

  /**
   * What a secondary replica shall have, if it shall not have all that it finds: files that it has
   * already were made of some of it. Together with these, what delete markers had deleted would be
   * there again. (HBase looks at the files that it opens, and not at those that are open.)
   *
   * @param found in the store's folder
   * @param open of the replica's store
   * @return the names of the others; empty: take all
   */
  public static Optional<List<String>> withoutRetired(
      Collection<StoreFileInfo> found, Collection<HStoreFile> open) {
    Set<String> retired = StoreFileHolds.sourcesOf(open);
    List<String> left =
        found.stream()
            .map(info -> info.getPath().getName())
            .filter(name -> !retired.contains(name))
            .toList();
    return left.size() < found.size() ? Optional.of(left) : Optional.empty();
  }

  /**
   * Archives what a region server left that died between a compaction's commit and the archive.
   * HBase does so with the files that it loads; a tracker that keeps a list has taken these from
   * it, and nobody would ever look for them. What cannot be archived stays.
   *
   * @param store whose tracker keeps a list
   * @param loaded its files
   */
  public static void archive(HStore store, Collection<HStoreFile> loaded) {
    Set<String> retired = StoreFileHolds.sourcesOf(loaded);
    loaded.forEach(file -> retired.remove(file.getPath().getName()));
    if (retired.isEmpty()) {
      return;
    }
    HRegionFileSystem region = store.getRegionFileSystem();
    String family = store.getColumnFamilyName();
    try {
      FileStatus[] found =
          CommonFSUtils.listStatus(region.getFileSystem(), region.getStoreDir(family));
      for (FileStatus file : found == null ? new FileStatus[0] : found) {
        if (retired.contains(file.getPath().getName())) {
          LOG.info("archiving {}: a compaction has replaced it", file.getPath());
          region.removeStoreFile(family, file.getPath());
        }
      }
    } catch (IOException e) {
      LOG.warn("{}: files that compactions have replaced stay in the store's folder", store, e);
    }
  }
}
