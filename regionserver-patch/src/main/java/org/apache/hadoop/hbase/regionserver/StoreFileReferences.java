// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTracker;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.apache.hadoop.hbase.util.HFileArchiveUtil;
import org.apache.yetus.audience.InterfaceAudience;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Access to references on store files, and to the names of their compaction's inputs. */
@InterfaceAudience.Private
public final class StoreFileReferences {
  private static final Logger LOG = LoggerFactory.getLogger(StoreFileReferences.class);

  private StoreFileReferences() {}

  /** Names of the inputs of the compactions that wrote {@code files}; a mutable set. */
  public static Set<String> sourcesOf(Collection<HStoreFile> files) {
    Set<String> sources = new HashSet<>();
    files.forEach(file -> sources.addAll(file.getCompactedStoreFiles()));
    return sources;
  }

  /**
   * Names of the inputs of the compaction that wrote {@code info}, from the file's metadata. No
   * block is cached.
   *
   * @param store store of the file, open or not
   * @throws IOException if the file is not a complete store file
   */
  public static Set<String> sourcesOf(HStore store, StoreFileInfo info) throws IOException {
    return read(store, info, HStoreFile::getCompactedStoreFiles);
  }

  /**
   * Names of the inputs, also for an output that HBase moves before the last one. Such an output
   * lists no sources for HBase, see {@link #sourcesOf(HStore, StoreFileInfo)}.
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

  /**
   * Time in ms at which the last byte of an output was written, by HDFS's clock. Asks HDFS.
   *
   * @return 0 if the time is not known: HBase sets another one when it archives the file
   */
  public static long writtenMillis(HStoreFile output) {
    try {
      FileStatus status = output.getFileInfo().getFileStatus();
      String archive =
          Path.getPathWithoutSchemeAndAuthority(
                  HFileArchiveUtil.getArchivePath(output.getFileInfo().getConf()))
              + Path.SEPARATOR;
      return Path.getPathWithoutSchemeAndAuthority(status.getPath()).toString().startsWith(archive)
          ? 0
          : status.getModificationTime();
    } catch (IOException e) {
      LOG.info("time of an output is not known: file={} reason={}", output, e.toString());
      return 0;
    }
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

  /** Adds a reference as a reader does, so HBase neither closes nor archives the files. */
  public static void acquire(Collection<HStoreFile> files) {
    HStoreFile.increaseStoreFilesRefeCount(files);
  }

  /** Removes the reference of one {@link #acquire}. */
  public static void release(Collection<HStoreFile> files) {
    HStoreFile.decreaseStoreFilesRefeCount(files);
  }

  /** Removes the references of all holders, after the last read. */
  public static void releaseAll(Collection<HStoreFile> files) {
    for (HStoreFile file : files) {
      while (file.getRefCount() > 0) {
        file.decreaseRefCount();
      }
    }
  }

  /**
   * Creates a read-only tracker of a store.
   *
   * @param conf configuration that names the tracker
   */
  public static StoreFileTracker reader(HStore store, Configuration conf) {
    return StoreFileTrackerFactory.create(conf, false, store.getStoreContext());
  }

  /** Closes files that no store uses any more, and logs failures. */
  static void close(Collection<HStoreFile> files) {
    for (HStoreFile file : files) {
      try {
        file.closeStoreFile(true);
      } catch (IOException e) {
        LOG.warn("cannot close store file: file={}", file, e);
      }
    }
  }
}
