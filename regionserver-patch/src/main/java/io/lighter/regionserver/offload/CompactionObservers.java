// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import io.lighter.common.config.LighterOption;
import java.io.IOException;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.io.HalfStoreFileReader;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.InternalScanner;
import org.apache.hadoop.hbase.regionserver.RegionCoprocessorHost;
import org.apache.hadoop.hbase.regionserver.ScanInfo;
import org.apache.hadoop.hbase.regionserver.ScanType;
import org.apache.hadoop.hbase.regionserver.StoreFileReader;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.querymatcher.DeleteTracker;
import org.apache.hadoop.hbase.regionserver.querymatcher.ScanDeleteTracker;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.security.access.AccessController;
import org.apache.hadoop.hbase.security.visibility.DefaultVisibilityLabelServiceImpl;
import org.apache.hadoop.hbase.security.visibility.VisibilityController;
import org.apache.hadoop.hbase.security.visibility.VisibilityLabelServiceManager;
import org.apache.hadoop.hbase.security.visibility.VisibilityScanDeleteTracker;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The observers of a region with a hook inside its compactions. The class decides which observers
 * keep a compaction local, and calls the hooks of the others for an offloaded compaction.
 *
 * <p>Three kinds of observers let a compaction be offloaded: HBase's {@code AccessController};
 * those that {@code lighter.offload.permission.observers} names, which check permissions only; and
 * HBase's {@code VisibilityController}, whose delete tracker a compaction server has as well. The
 * region server calls all of them, with the user of the compaction, before a job is submitted.
 *
 * <p>Thread-safe.
 */
final class CompactionObservers {
  private static final Logger LOG = LoggerFactory.getLogger(CompactionObservers.class);

  /** The hooks of {@link RegionObserver} that run inside a compaction and can change it. */
  private static final Set<String> HOOKS =
      Set.of(
          "preCompactScannerOpen",
          "preCompact",
          "preStoreFileReaderOpen",
          "postStoreFileReaderOpen",
          "postInstantiateDeleteTracker");

  /** HBase's own readers. An observer that filters a file has to return another subclass. */
  private static final Set<Class<?>> READERS =
      Set.of(StoreFileReader.class, HalfStoreFileReader.class);

  private final Set<String> permissionObservers;

  /** Tables for which the log has reported that an observer changes data. */
  private final Set<TableName> told = ConcurrentHashMap.newKeySet();

  /** The observers' effect on an offloaded compaction. */
  enum Verdict {
    /** The compaction reads and drops the same cells as without observers. */
    DATA_UNTOUCHED,
    /** A delete marker covers only the cells that have its visibility labels. */
    LABELS,
    /** An observer changes what the compaction reads or drops, so the compaction is local. */
    DATA_CHANGED
  }

  /**
   * Creates the checks of one region server.
   *
   * @param permissionObservers names of coprocessor classes that only check permissions
   */
  CompactionObservers(Set<String> permissionObservers) {
    this.permissionObservers = Set.copyOf(permissionObservers);
  }

  /**
   * Whether a region has an observer that may change what a compaction reads or drops.
   *
   * @param host coprocessor host of the region; null if the region has none
   */
  boolean keepLocal(RegionCoprocessorHost host) {
    return host != null
        && host.findCoprocessors(RegionCoprocessor.class).stream().anyMatch(this::keepsLocal);
  }

  /** Whether this coprocessor keeps a compaction local. */
  boolean keepsLocal(RegionCoprocessor coprocessor) {
    return coprocessor.getRegionObserver().stream()
        .anyMatch(observer -> overridesHook(observer.getClass()) && !isKnown(coprocessor));
  }

  private boolean isKnown(RegionCoprocessor coprocessor) {
    return coprocessor.getClass() == AccessController.class
        || permissionObservers.contains(coprocessor.getClass().getName())
        || (coprocessor.getClass() == VisibilityController.class && hasHBasesLabelService());
  }

  /** Whether HBase's own service compares labels; other services exist on region servers only. */
  private static boolean hasHBasesLabelService() {
    return VisibilityLabelServiceManager.getInstance().getVisibilityLabelService().getClass()
        == DefaultVisibilityLabelServiceImpl.class;
  }

  private static boolean overridesHook(Class<?> observer) {
    return Arrays.stream(observer.getMethods())
        .filter(method -> HOOKS.contains(method.getName()))
        .anyMatch(method -> method.getDeclaringClass() != RegionObserver.class);
  }

  /**
   * Calls the hooks of a compaction in the order in which HBase's {@code Compactor} does, on the
   * calling thread. The hooks get a scanner without cells, since the compaction server reads the
   * cells. HBase called the hooks of readers when it opened the inputs; here the returned readers
   * are checked.
   *
   * @param user the user that requested the compaction; null for HBase itself
   * @throws IOException if a hook rejects the compaction, which then ends with this exception, as
   *     in HBase
   */
  Verdict ask(HStore store, CompactionRequestImpl request, ScanType scanType, User user)
      throws IOException {
    RegionCoprocessorHost host = store.getCoprocessorHost();
    if (host == null) {
      return Verdict.DATA_UNTOUCHED;
    }
    ScanInfo ours = store.getScanInfo();
    ScanInfo scanInfo =
        host.preCompactScannerOpen(store, scanType, request.getTracker(), request, user);
    DeleteTracker tracker = deleteTracker(store);
    InternalScanner noScanner = new NoScanner();
    InternalScanner scanner =
        host.preCompact(store, noScanner, scanType, request.getTracker(), request, user);

    String changed = null;
    if (scanInfo != ours && scanInfo != store.getScanInfo()) { // replaced by HBase meanwhile
      changed = "options of the scan";
    } else if (scanner != noScanner) {
      changed = "scanner, now " + scanner.getClass().getName();
    } else if (!isHBases(tracker)) {
      changed = "delete tracker, now " + tracker.getClass().getName();
    } else if (!request.getFiles().stream().allMatch(CompactionObservers::hasHBasesReader)) {
      changed = "reader of a store file";
    }
    if (changed != null) {
      tell(store.getTableName(), changed);
      return Verdict.DATA_CHANGED;
    }
    return tracker.getClass() == VisibilityScanDeleteTracker.class
        ? Verdict.LABELS
        : Verdict.DATA_UNTOUCHED;
  }

  @SuppressWarnings("deprecation") // the only hook where a compaction drops cells
  private static DeleteTracker deleteTracker(HStore store) throws IOException {
    return store
        .getCoprocessorHost()
        .postInstantiateDeleteTracker(new ScanDeleteTracker(store.getComparator()));
  }

  private static boolean isHBases(DeleteTracker tracker) {
    return tracker.getClass() == ScanDeleteTracker.class
        || tracker.getClass() == VisibilityScanDeleteTracker.class;
  }

  private static boolean hasHBasesReader(HStoreFile file) {
    return isHBases(file.getReader().getClass());
  }

  static boolean isHBases(Class<? extends StoreFileReader> reader) {
    return READERS.contains(reader);
  }

  /** Logs once for each table and region server; the metric counts every case. */
  private void tell(TableName table, String changed) {
    if (told.add(table)) {
      LOG.warn(
          "observer changes data: table={}: {}; its compactions stay local. Observers that {} names"
              + " must check permissions only",
          table,
          changed,
          LighterOption.OFFLOAD_PERMISSION_OBSERVERS.key());
    }
  }
}
