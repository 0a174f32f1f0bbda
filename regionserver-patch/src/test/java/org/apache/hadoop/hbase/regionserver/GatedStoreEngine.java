// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;

/**
 * Lighter's engine with a gate between the steps of a commit. HBase creates the engine, hence the
 * static gate.
 */
public class GatedStoreEngine extends OffloadingStoreEngine {
  private static final AtomicReference<Gate> GATE = new AtomicReference<>();

  /** Files in the store's folder that this thread's commit has opened; null without a commit. */
  private static final ThreadLocal<Set<Path>> IN_PLACE = new ThreadLocal<>();

  /** A step at which a compaction can be stopped. */
  enum Stage {
    /** The output is below {@code .tmp}. */
    BEFORE_COMMIT,
    /** The store's folder has as many outputs as the gate sets. */
    FILES_MOVED,
    /** The output is in the store's folder, and neither the tracker nor the WAL lists it. */
    FILES_IN_PLACE,
    /** The tracker, the WAL and the readers have the output; the inputs are not archived. */
    AFTER_COMMIT
  }

  /** Stops the first compaction that reaches {@code stage}, once. */
  record Gate(Stage stage, int moves, CountDownLatch reached, CountDownLatch opened) {
    private static final long TIMEOUT_SECONDS = 300;

    static Gate close(Stage stage) {
      return close(stage, 0);
    }

    /** Closes a gate in a commit after {@code moves} moves to the store's folder. */
    static Gate closeAfter(int moves) {
      return close(Stage.FILES_MOVED, moves);
    }

    private static Gate close(Stage stage, int moves) {
      Gate gate = new Gate(stage, moves, new CountDownLatch(1), new CountDownLatch(1));
      GATE.set(gate);
      return gate;
    }

    /** Waits until a compaction has reached the gate, and returns false after a timeout. */
    boolean awaitReached() throws InterruptedException {
      return reached.await(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    }

    void open() {
      opened.countDown();
    }

    private void pass() throws InterruptedIOException {
      reached.countDown();
      try {
        if (!opened.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
          throw new InterruptedIOException("nobody opened the gate");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted at the gate");
      }
    }
  }

  private static void pass(Stage stage) throws InterruptedIOException {
    pass(stage, 0);
  }

  private static void pass(Stage stage, int moves) throws InterruptedIOException {
    Gate gate = GATE.get();
    if (gate != null
        && gate.stage() == stage
        && gate.moves() == moves
        && GATE.compareAndSet(gate, null)) {
      gate.pass();
    }
  }

  @Override
  public CompactionContext createCompaction() throws IOException {
    return new ObservedCompaction(super.createCompaction(), output -> pass(Stage.BEFORE_COMMIT));
  }

  @Override
  List<HStoreFile> commit(List<Path> files, Commit hbaseCommit) throws IOException {
    IN_PLACE.set(new HashSet<>());
    try {
      return super.commit(files, hbaseCommit);
    } finally {
      IN_PLACE.remove();
    }
  }

  @Override
  public HStoreFile createStoreFileAndReader(StoreFileInfo info) throws IOException {
    HStoreFile file = super.createStoreFileAndReader(info);
    Set<Path> inPlace = IN_PLACE.get();
    if (inPlace != null && !isBelowTmp(file.getPath()) && inPlace.add(file.getPath())) {
      pass(Stage.FILES_MOVED, inPlace.size());
    }
    return file;
  }

  private static boolean isBelowTmp(Path file) {
    return file.getParent().getParent().getName().equals(".tmp");
  }

  @Override
  public void replaceStoreFiles(
      Collection<HStoreFile> compactedFiles,
      Collection<HStoreFile> newFiles,
      IOExceptionRunnable walMarkerWriter,
      Runnable actionUnderLock)
      throws IOException {
    pass(Stage.FILES_IN_PLACE);
    super.replaceStoreFiles(compactedFiles, newFiles, walMarkerWriter, actionUnderLock);
    pass(Stage.AFTER_COMMIT);
  }
}
