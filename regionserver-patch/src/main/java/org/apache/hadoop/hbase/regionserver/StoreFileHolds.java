package org.apache.hadoop.hbase.regionserver;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.apache.yetus.audience.InterfaceAudience;

/** What HBase's package keeps to itself of store files: references, and what they were made of. */
@InterfaceAudience.Private
public final class StoreFileHolds {
  private StoreFileHolds() {}

  /** Names of the files that compactions made {@code files} of; may be changed. */
  public static Set<String> sourcesOf(Collection<HStoreFile> files) {
    Set<String> sources = new HashSet<>();
    files.forEach(file -> sources.addAll(file.getCompactedStoreFiles()));
    return sources;
  }

  /** As a reader does: HBase neither closes nor archives the files. */
  public static void hold(Collection<HStoreFile> files) {
    HStoreFile.increaseStoreFilesRefeCount(files);
  }

  /** Once for each {@link #hold}. */
  public static void release(Collection<HStoreFile> files) {
    HStoreFile.decreaseStoreFilesRefeCount(files);
  }

  /** Whoever holds them: nobody can read them any more. */
  public static void releaseAll(Collection<HStoreFile> files) {
    for (HStoreFile file : files) {
      while (file.getRefCount() > 0) {
        file.decreaseRefCount();
      }
    }
  }
}
