package io.lighter.regionserver;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileHolds;
import org.apache.hadoop.hbase.regionserver.StoreFileInfo;

/**
 * Files of a store's folder that a compaction has replaced, and that a reader or a warm-up still
 * holds there. HBase archives them minutes after the commit, with a warm-up once that has ended.
 * Until then two of those who look into the folder take them for what they are not: a secondary
 * replica for new files, and a region that opens with a tracker's list for nothing of its own.
 * Stateless; every call reads or moves files, so none belongs under a store's lock.
 */
public final class RetiredInputs {
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
}
