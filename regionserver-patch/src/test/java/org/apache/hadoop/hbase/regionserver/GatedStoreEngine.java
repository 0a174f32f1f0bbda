package org.apache.hadoop.hbase.regionserver;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Collection;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;

/**
 * Our engine, with a place to stop between the steps of a commit. HBase creates it, hence the
 * static gate.
 */
public class GatedStoreEngine extends OffloadingStoreEngine {
  private static final AtomicReference<Gate> GATE = new AtomicReference<>();

  /** Where a compaction can be stopped. */
  enum Stage {
    /** The output is below {@code .tmp}. */
    BEFORE_COMMIT,
    /** The output is in the store's folder, and neither the tracker nor the WAL knows it. */
    FILES_IN_PLACE,
    /** The tracker, the WAL and the readers have the output; the inputs are not archived. */
    AFTER_COMMIT
  }

  /** Stops the first compaction that gets to {@code stage}, once. */
  record Gate(Stage stage, CountDownLatch reached, CountDownLatch opened) {
    private static final long TIMEOUT_SECONDS = 300;

    static Gate close(Stage stage) {
      Gate gate = new Gate(stage, new CountDownLatch(1), new CountDownLatch(1));
      GATE.set(gate);
      return gate;
    }

    /** Whether a compaction stands at the gate in time. */
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
    Gate gate = GATE.get();
    if (gate != null && gate.stage() == stage && GATE.compareAndSet(gate, null)) {
      gate.pass();
    }
  }

  @Override
  public CompactionContext createCompaction() throws IOException {
    return new ObservedCompaction(super.createCompaction(), output -> pass(Stage.BEFORE_COMMIT));
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
