// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup;

import java.io.IOException;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileManager;
import org.apache.hadoop.hbase.regionserver.StoreFileReferences;
import org.apache.hbase.thirdparty.com.google.common.collect.ImmutableCollection;

/**
 * The store-file manager of the engine underneath, with other files for reads during a warm-up. All
 * other methods refer to the files after the compaction.
 *
 * <p>Locking is HBase's: reads under the store's read lock, changes under its write lock.
 */
public final class RoutedStoreFileManager implements StoreFileManager {
  private final StoreFileManager delegate;
  private final StoreWarmups warmups;

  /** Compacted files of a store that closes. Guarded by the store's write lock. */
  private List<HStoreFile> left = List.of();

  /** Creates a manager on top of {@code delegate}. */
  public RoutedStoreFileManager(StoreFileManager delegate, StoreWarmups warmups) {
    this.delegate = delegate;
    this.warmups = warmups;
  }

  @Override
  public Collection<HStoreFile> getFilesForScan(
      byte[] startRow,
      boolean includeStartRow,
      byte[] stopRow,
      boolean includeStopRow,
      boolean onlyLatestVersion) {
    return warmups.route(
        startRow,
        file -> FileRows.mayHave(file, startRow, stopRow),
        delegate.getFilesForScan(
            startRow, includeStartRow, stopRow, includeStopRow, onlyLatestVersion));
  }

  @Override
  public void addCompactionResults(
      Collection<HStoreFile> compactedFiles, Collection<HStoreFile> results) throws IOException {
    boolean complete = false;
    try {
      delegate.addCompactionResults(compactedFiles, results);
      complete = true;
    } finally { // a failed call may have made its changes
      warmups.committed(compactedFiles, complete ? results : List.of());
    }
  }

  @Override
  public ImmutableCollection<HStoreFile> clearFiles() {
    warmups.storeCloses();
    left = List.copyOf(delegate.getCompactedfiles());
    return delegate.clearFiles();
  }

  @Override
  public void loadFiles(List<HStoreFile> storeFiles) throws IOException {
    delegate.loadFiles(storeFiles);
  }

  @Override
  public void insertNewFiles(Collection<HStoreFile> sfs) throws IOException {
    delegate.insertNewFiles(sfs);
  }

  @Override
  public void removeCompactedFiles(Collection<HStoreFile> compactedFiles) {
    delegate.removeCompactedFiles(compactedFiles);
  }

  /**
   * Called when the store closes, under the region's lock against reads: HBase archives the
   * returned files that no reader has open.
   *
   * <p>A client's scan that began above a threshold may have inputs open until its lease ends. An
   * input that stays behind alone becomes data again after a split or merge, with cells that the
   * other inputs had deleted. The reason is that HBase recognises compacted files by name, and the
   * new regions' files have other names (HBase's {@code StoreEngine.openStoreFiles}). HBase's
   * stripes forget the compacted files just before, with the files that are not compacted.
   */
  @Override
  public Collection<HStoreFile> clearCompactedFiles() {
    Set<HStoreFile> files = new LinkedHashSet<>(left);
    files.addAll(delegate.clearCompactedFiles());
    left = List.of();
    StoreFileReferences.releaseAll(files);
    return files;
  }

  @Override
  public Collection<HStoreFile> getStoreFiles() {
    return delegate.getStoreFiles();
  }

  @Override
  public Collection<HStoreFile> getCompactedfiles() {
    return delegate.getCompactedfiles();
  }

  @Override
  public int getStorefileCount() {
    return delegate.getStorefileCount();
  }

  @Override
  public int getCompactedFilesCount() {
    return delegate.getCompactedFilesCount();
  }

  @Override
  public Iterator<HStoreFile> getCandidateFilesForRowKeyBefore(KeyValue targetKey) {
    return delegate.getCandidateFilesForRowKeyBefore(targetKey);
  }

  @Override
  public Iterator<HStoreFile> updateCandidateFilesForRowKeyBefore(
      Iterator<HStoreFile> candidateFiles, KeyValue targetKey, Cell candidate) {
    return delegate.updateCandidateFilesForRowKeyBefore(candidateFiles, targetKey, candidate);
  }

  @Override
  public Optional<byte[]> getSplitPoint() throws IOException {
    return delegate.getSplitPoint();
  }

  @Override
  public int getStoreCompactionPriority() {
    return delegate.getStoreCompactionPriority();
  }

  /**
   * Expired files, without those that list a file which is not archived yet. Of several outputs
   * only one lists the inputs ({@code OrderedOutputs}). Without that output, an opening region
   * would take pinned inputs for data.
   */
  @Override
  public Collection<HStoreFile> getUnneededFiles(long maxTs, List<HStoreFile> filesCompacting) {
    Collection<HStoreFile> unneeded = delegate.getUnneededFiles(maxTs, filesCompacting);
    if (unneeded == null || unneeded.isEmpty()) {
      return unneeded;
    }
    Set<String> compacted =
        delegate.getCompactedfiles().stream()
            .map(file -> file.getPath().getName())
            .collect(Collectors.toSet());
    return unneeded.stream()
        .filter(
            file -> Collections.disjoint(StoreFileReferences.sourcesOf(List.of(file)), compacted))
        .toList();
  }

  @Override
  public double getCompactionPressure() {
    return delegate.getCompactionPressure();
  }

  @Override
  public Comparator<HStoreFile> getStoreFileComparator() {
    return delegate.getStoreFileComparator();
  }
}
