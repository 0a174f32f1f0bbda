// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hbase.thirdparty.com.google.common.collect.ImmutableCollection;

/**
 * Wraps a manager and returns wrong files to reads. Guarded by the store's lock, like the wrapped
 * one.
 */
final class MixingStoreFileManager implements StoreFileManager {
  private final StoreFileManager files;
  private final Mix mix;

  /** The files of a read while compacted files still exist. */
  public enum Mix {
    /** The output files and the oldest input file: deleted cells reappear. */
    NEW_AND_OLDEST {
      @Override
      List<HStoreFile> mix(List<HStoreFile> now, List<HStoreFile> old) {
        List<HStoreFile> mixed = new ArrayList<>(now);
        mixed.add(old.get(0));
        return mixed;
      }
    },
    /** The input files without those flushed or loaded after their selection. */
    OLD_ALONE {
      @Override
      List<HStoreFile> mix(List<HStoreFile> now, List<HStoreFile> old) {
        return old;
      }
    },
    /** The output files and the older half of the input files, of any number of compactions. */
    NEW_AND_OLDER_HALF {
      @Override
      List<HStoreFile> mix(List<HStoreFile> now, List<HStoreFile> old) {
        List<HStoreFile> mixed = new ArrayList<>(now);
        mixed.addAll(old.subList(0, (old.size() + 1) / 2));
        return mixed;
      }
    };

    /**
     * The files to read.
     *
     * @param now files in use, at least one
     * @param old compacted files, oldest first, at least one
     */
    abstract List<HStoreFile> mix(List<HStoreFile> now, List<HStoreFile> old);
  }

  MixingStoreFileManager(StoreFileManager files, Mix mix) {
    this.files = files;
    this.mix = mix;
  }

  @Override
  public Collection<HStoreFile> getFilesForScan(
      byte[] startRow,
      boolean includeStartRow,
      byte[] stopRow,
      boolean includeStopRow,
      boolean onlyLatestVersion) {
    Collection<HStoreFile> now =
        files.getFilesForScan(
            startRow, includeStartRow, stopRow, includeStopRow, onlyLatestVersion);
    List<HStoreFile> old =
        files.getCompactedfiles().stream()
            .filter(file -> file.getReader() != null) // not archived yet
            .sorted(files.getStoreFileComparator())
            .toList();
    return now.isEmpty() || old.isEmpty() ? now : mix.mix(List.copyOf(now), old);
  }

  @Override
  public void loadFiles(List<HStoreFile> storeFiles) throws IOException {
    files.loadFiles(storeFiles);
  }

  @Override
  public void insertNewFiles(Collection<HStoreFile> added) throws IOException {
    files.insertNewFiles(added);
  }

  @Override
  public void addCompactionResults(
      Collection<HStoreFile> compactedFiles, Collection<HStoreFile> results) throws IOException {
    files.addCompactionResults(compactedFiles, results);
  }

  @Override
  public void removeCompactedFiles(Collection<HStoreFile> compactedFiles) {
    files.removeCompactedFiles(compactedFiles);
  }

  @Override
  public ImmutableCollection<HStoreFile> clearFiles() {
    return files.clearFiles();
  }

  @Override
  public Collection<HStoreFile> clearCompactedFiles() {
    return files.clearCompactedFiles();
  }

  @Override
  public Collection<HStoreFile> getStoreFiles() {
    return files.getStoreFiles();
  }

  @Override
  public Collection<HStoreFile> getCompactedfiles() {
    return files.getCompactedfiles();
  }

  @Override
  public int getStorefileCount() {
    return files.getStorefileCount();
  }

  @Override
  public int getCompactedFilesCount() {
    return files.getCompactedFilesCount();
  }

  @Override
  public Iterator<HStoreFile> getCandidateFilesForRowKeyBefore(KeyValue targetKey) {
    return files.getCandidateFilesForRowKeyBefore(targetKey);
  }

  @Override
  public Iterator<HStoreFile> updateCandidateFilesForRowKeyBefore(
      Iterator<HStoreFile> candidateFiles, KeyValue targetKey, Cell candidate) {
    return files.updateCandidateFilesForRowKeyBefore(candidateFiles, targetKey, candidate);
  }

  @Override
  public Optional<byte[]> getSplitPoint() throws IOException {
    return files.getSplitPoint();
  }

  @Override
  public int getStoreCompactionPriority() {
    return files.getStoreCompactionPriority();
  }

  @Override
  public Collection<HStoreFile> getUnneededFiles(long maxTs, List<HStoreFile> filesCompacting) {
    return files.getUnneededFiles(maxTs, filesCompacting);
  }

  @Override
  public double getCompactionPressure() {
    return files.getCompactionPressure();
  }

  @Override
  public Comparator<HStoreFile> getStoreFileComparator() {
    return files.getStoreFileComparator();
  }
}
