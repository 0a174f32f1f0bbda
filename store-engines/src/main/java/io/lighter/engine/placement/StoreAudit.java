// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.placement;

import io.lighter.engine.placement.Placement.Misfit;
import java.io.IOException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks where the blocks of a store's files are, and settles the files ({@link SettleMode}).
 *
 * <p>A look takes two calls of HDFS, and more for a folder with more files than HDFS returns at
 * once. A failure is logged once per kind and store, until the store opens again. Looks at one
 * store must not overlap; the class has no state of its own.
 */
public final class StoreAudit {
  private static final Logger LOG = LoggerFactory.getLogger(StoreAudit.class);

  private final PolicyFileSystem files;
  private final boolean keepsFigures;

  /**
   * Creates an audit.
   *
   * @param files file system of all stores
   * @param keepsFigures whether a store is told what was found
   */
  public StoreAudit(PolicyFileSystem files, boolean keepsFigures) {
    this.files = files;
    this.keepsFigures = keepsFigures;
  }

  /** Looks at a store, and settles its files; does nothing if it is closed. Throws nothing. */
  public void look(AuditedStore store) {
    try {
      Optional<TierFiles> open = store.files();
      if (open.isPresent()) {
        look(store, open.get());
      }
    } catch (IOException | RuntimeException e) { // or the thread would audit no other store again
      logOnce(store, "list", "", e);
    }
  }

  private void look(AuditedStore store, TierFiles open) throws IOException {
    Placement found =
        open.files().isEmpty()
            ? Placement.EMPTY
            : Placement.of(open, files.list(open.folder()), files.types());
    if (keepsFigures) {
      long before = store.state().found(found).misplaced();
      if (before != found.misplaced()) {
        LOG.info(
            "tiers: {} misplaced bytes={} before={} files={}",
            store.name(),
            found.misplaced(),
            before,
            found.misfits().stream().filter(file -> file.misplaced() > 0).count());
      }
    }
    if (open.areTiersKnown() && store.settleMode() != SettleMode.NONE) {
      found.misfits().forEach(file -> settle(store, open.folder(), file));
    }
  }

  /** Settles one file, which may be archived meanwhile. */
  private void settle(AuditedStore store, String folder, Misfit file) {
    String step = "set the storage policy";
    try {
      if (file.hasOtherPolicy()) {
        if (file.policy().isPresent()) {
          files.setPolicy(folder, file.name(), file.policy().get());
        } else {
          files.unsetPolicy(folder, file.name());
        }
        LOG.info(
            "tiers: {} file={} has the storage policy {} now",
            store.name(),
            file.name(),
            file.policy().orElse("of its folder"));
      }
      if (store.settleMode() == SettleMode.SATISFY && file.misplaced() > 0) {
        step = "satisfy the storage policy";
        files.satisfy(folder, file.name());
      }
    } catch (IOException | RuntimeException e) { // the file stays where it is
      logOnce(store, step, file.name(), e);
    }
  }

  private static void logOnce(AuditedStore store, String step, String file, Exception e) {
    if (store.state().isFirst(step + e.getClass().getName())) {
      LOG.warn("tiers: {} file={} cannot {}; logged once", store.name(), file, step, e);
    }
  }
}
