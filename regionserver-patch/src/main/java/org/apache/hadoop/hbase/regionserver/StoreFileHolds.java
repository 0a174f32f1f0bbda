package org.apache.hadoop.hbase.regionserver;

import java.util.Collection;
import org.apache.yetus.audience.InterfaceAudience;

/** References on store files, which HBase's package keeps to itself. */
@InterfaceAudience.Private
public final class StoreFileHolds {
  private StoreFileHolds() {}

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
