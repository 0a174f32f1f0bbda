// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.io.FSDataInputStreamWrapper;
import org.apache.hadoop.hbase.io.Reference;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.regionserver.InternalScanner;
import org.apache.hadoop.hbase.regionserver.ScanOptions;
import org.apache.hadoop.hbase.regionserver.ScanType;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.StoreFileReader;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequest;
import org.apache.hadoop.hbase.regionserver.querymatcher.DeleteTracker;
import org.apache.hadoop.hbase.regionserver.querymatcher.ScanDeleteTracker;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.User;

/**
 * Checks the user's permission to compact, and passes on all data, as Ranger's coprocessor does,
 * unless a test makes it break that promise. All instances share their state.
 */
public final class PermissionObserver implements RegionCoprocessor, RegionObserver {
  /** Ways to break the promise. */
  public enum Change {
    NONE,
    SCANNER,
    SCAN_OPTIONS,
    DELETE_TRACKER
  }

  private static final List<String> ASKED = new CopyOnWriteArrayList<>();
  private static volatile String denied = "";
  private static volatile Change change = Change.NONE;

  public static void reset() {
    ASKED.clear();
    denied = "";
    change = Change.NONE;
  }

  /**
   * The user of each compaction, in the order of the calls; "HBase" for HBase's own compactions.
   */
  public static List<String> asked() {
    return List.copyOf(ASKED);
  }

  public static void deny(String user) {
    denied = user;
  }

  public static void change(Change what) {
    change = what;
  }

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  public InternalScanner preCompact(
      ObserverContext<RegionCoprocessorEnvironment> c,
      Store store,
      InternalScanner scanner,
      ScanType scanType,
      CompactionLifeCycleTracker tracker,
      CompactionRequest request)
      throws IOException {
    String user = c.getCaller().map(User::getShortName).orElse("HBase");
    ASKED.add(user);
    if (user.equals(denied)) {
      throw new AccessDeniedException(user + " may not compact");
    }
    return change == Change.SCANNER ? new NoCells(scanner) : scanner;
  }

  @Override
  public void preCompactScannerOpen(
      ObserverContext<RegionCoprocessorEnvironment> c,
      Store store,
      ScanType scanType,
      ScanOptions options,
      CompactionLifeCycleTracker tracker,
      CompactionRequest request) {
    if (change == Change.SCAN_OPTIONS) {
      options.setMaxVersions(1);
    }
  }

  @Override
  @SuppressWarnings("deprecation") // the hook that Ranger's coprocessor has
  public DeleteTracker postInstantiateDeleteTracker(
      ObserverContext<RegionCoprocessorEnvironment> c, DeleteTracker tracker) {
    return change == Change.DELETE_TRACKER
        ? new ScanDeleteTracker(tracker.getCellComparator()) {}
        : tracker;
  }

  @Override
  @SuppressWarnings("deprecation") // the hook that Ranger's coprocessor has
  public StoreFileReader postStoreFileReaderOpen(
      ObserverContext<RegionCoprocessorEnvironment> c,
      FileSystem fs,
      Path path,
      FSDataInputStreamWrapper in,
      long size,
      CacheConfig cache,
      Reference reference,
      StoreFileReader reader) {
    return reader;
  }

  /** A scanner without cells in place of another scanner. */
  private static final class NoCells implements InternalScanner {
    private final InternalScanner wrapped;

    NoCells(InternalScanner wrapped) {
      this.wrapped = wrapped;
    }

    @Override
    public boolean next(List<Cell> result, ScannerContext context) throws IOException {
      boolean more = wrapped.next(result, context);
      result.clear();
      return more;
    }

    @Override
    public void close() throws IOException {
      wrapped.close();
    }
  }
}
