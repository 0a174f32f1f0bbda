package org.apache.hadoop.hbase.regionserver;

import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTracker;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.apache.yetus.audience.InterfaceAudience;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What HBase's package keeps to itself of store files: references, and what they were made of. */
@InterfaceAudience.Private
public final class StoreFileHolds {
  private static final Logger LOG = LoggerFactory.getLogger(StoreFileHolds.class);

  private StoreFileHolds() {}

  /** Names of the files that compactions made {@code files} of; may be changed. */
  public static Set<String> sourcesOf(Collection<HStoreFile> files) {
    Set<String> sources = new HashSet<>();
    files.forEach(file -> sources.addAll(file.getCompactedStoreFiles()));
    return sources;
  }

  /**
   * Names of the files that compactions made {@code info} of, from the file's metadata. No block is
   * cached.
   *
   * @param store whose file it is, open or not
   * @throws IOException if it is not a complete store file
   */
  public static Set<String> sourcesOf(HStore store, StoreFileInfo info) throws IOException {
    return read(store, info, HStoreFile::getCompactedStoreFiles);
  }

  /**
   * As {@link #sourcesOf(HStore, StoreFileInfo)}, also of an output that HBase moves before the
   * last one, in which HBase finds no sources.
   */
  public static Set<String> inputsOf(HStore store, StoreFileInfo info) throws IOException {
    return read(
        store,
        info,
        file -> {
          Set<String> inputs = new HashSet<>(file.getCompactedStoreFiles());
          inputs.addAll(OrderedOutputs.inputsOf(file));
          return inputs;
        });
  }

  private static Set<String> read(
      HStore store, StoreFileInfo info, Function<HStoreFile, Set<String>> names)
      throws IOException {
    HStoreFile file =
        new HStoreFile(
            info, store.getColumnFamilyDescriptor().getBloomFilterType(), CacheConfig.DISABLED);
    file.initReader();
    try {
      return Set.copyOf(names.apply(file));
    } finally {
      file.closeStoreFile(false);
    }
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

  /**
   * A tracker of a store that changes nothing.
   *
   * @param conf that names the tracker
   */
  public static StoreFileTracker reader(HStore store, Configuration conf) {
    return StoreFileTrackerFactory.create(conf, false, store.getStoreContext());
  }

  /** Closes files that no store has any more; what cannot be closed is logged. */
  static void close(Collection<HStoreFile> files) {
    for (HStoreFile file : files) {
      try {
        file.closeStoreFile(true);
      } catch (IOException e) {
        LOG.warn("cannot close {}", file, e);
      }
    }
  }
}
