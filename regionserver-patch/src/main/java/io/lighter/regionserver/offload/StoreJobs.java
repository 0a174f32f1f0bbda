// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import io.lighter.common.CompactionJobId;
import io.lighter.common.engine.OffloadedPlans;
import io.lighter.common.engine.OutputCheck;
import io.lighter.common.protocol.LighterProtos.CompactionPlan;
import io.lighter.common.protocol.LighterProtos.HeartbeatResponse;
import io.lighter.regionserver.local.InFlightProgress;
import io.lighter.regionserver.local.OffloadFailedException;
import io.lighter.regionserver.output.RegionFence;
import io.lighter.regionserver.warmup.remote.RetainedOutput;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionProgress;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the jobs of one store: waits for one, takes its output over, and deletes what it wrote if it
 * is given up. Thread-safe.
 */
final class StoreJobs {
  private static final Logger LOG = LoggerFactory.getLogger(StoreOffload.class);

  private final HStore store;
  private final OffloadedPlans plans;
  private final OutputTakeover takeover;
  private final OffloadSettings settings;
  private final RegionServerOffload shared;
  private final PooledLocalRunner locally;
  private final InFlightProgress progress;

  /**
   * One attempt.
   *
   * @param fence made before the attempt
   * @param retained whether the compaction server retains the output for a warm-up
   * @param mayOutlive whether the job was asked to outlive its region server
   */
  record Attempt(
      CompactionJobId job,
      ServerName server,
      CompactionRequestImpl compaction,
      CompactionPlan plan,
      RegionFence fence,
      boolean retained,
      boolean mayOutlive) {}

  /** Submits or adopts a job, and waits for its completion. */
  @FunctionalInterface
  interface Call {
    HeartbeatResponse run(RemoteJob remote) throws OffloadFailedException, InterruptedIOException;
  }

  StoreJobs(
      HStore store,
      OffloadedPlans plans,
      OutputTakeover takeover,
      OffloadSettings settings,
      RegionServerOffload shared,
      PooledLocalRunner locally,
      InFlightProgress progress) {
    this.store = store;
    this.plans = plans;
    this.takeover = takeover;
    this.settings = settings;
    this.shared = shared;
    this.locally = locally;
    this.progress = progress;
  }

  /**
   * Runs one attempt.
   *
   * @throws OffloadFailedException if the server will not complete the job, or the output is bad
   * @throws InterruptedIOException if the compaction is no longer wanted
   */
  CompactionOutput run(Attempt attempt, Call call)
      throws OffloadFailedException, InterruptedIOException {
    CompactionRequestImpl compaction = attempt.compaction();
    InFlightProgress.Job moving = progress.begin(inputCells(compaction));
    RemoteJob remote = remote(attempt, moving);
    OutputCheck check = plans.outputCheck(attempt.plan(), compaction.getFiles());
    boolean ofLongPool = locally.isOfLongPool(compaction);
    boolean completed = false;
    shared.metrics().jobStarted();
    shared.inFlight().begin(ofLongPool);
    try {
      HeartbeatResponse answer = call.run(remote);
      List<Path> output = take(attempt, remote, answer, check);
      completed = true;
      announce(compaction, output);
      remote.finish();
      countCells(compaction, answer);
      return new CompactionOutput(
          output,
          attempt.retained()
              ? Optional.of(new RetainedOutput(attempt.job(), attempt.server()))
              : Optional.empty(),
          plans.isCachedLikeAFlush(attempt.plan(), compaction.getSize()));
    } catch (InterruptedIOException e) {
      countCancelled(attempt.job(), remote, e);
      throw e;
    } finally {
      moving.end();
      shared.inFlight().end(ofLongPool);
      shared.metrics().jobEnded();
      if (!completed && !remote.isLeft()) {
        discard(attempt);
      }
    }
  }

  private RemoteJob remote(Attempt attempt, InFlightProgress.Job moving) {
    ServerName server = attempt.server();
    return new RemoteJob(
        attempt.job(),
        server,
        shared.serverName(),
        timeout -> shared.caller().compactionServer(server, timeout),
        settings,
        locally::isWanted,
        () -> StorePriority.isUrgent(store),
        shared::pressure,
        Timing.SYSTEM,
        moving::moved);
  }

  private List<Path> take(
      Attempt attempt, RemoteJob remote, HeartbeatResponse answer, OutputCheck check)
      throws OffloadFailedException {
    return remote.outlives()
        ? takeover.takeIntoFence(
            attempt.job(), attempt.fence(), answer, attempt.compaction().getFiles(), check)
        : takeover.take(attempt.job(), answer, attempt.compaction().getFiles(), check);
  }

  /** Deletes the job's files, wherever the server wrote them: its answer may be lost. */
  private void discard(Attempt attempt) {
    takeover.discard(attempt.job());
    if (attempt.mayOutlive()) {
      takeover.discardOutliving(attempt.job(), attempt.fence());
    }
  }

  private void countCancelled(CompactionJobId job, RemoteJob remote, InterruptedIOException e) {
    if (e instanceof OperatorCancelException) {
      shared.metrics().cancelledByOperator();
    } else {
      shared.metrics().cancelled();
    }
    if (remote.isLeft()) {
      shared.metrics().left();
      LOG.info("job left to the region's next owner: {} {}", job, LocalRunner.describe(store));
    } else {
      LOG.info("compaction cancelled: {} {}: {}", job, LocalRunner.describe(store), e.getMessage());
    }
  }

  /**
   * Tells HBase which files are being written, as its own writer does for files that are written in
   * place. Otherwise {@code BrokenStoreFileCleaner} could delete an output between the move to the
   * store's folder and the commit.
   */
  private void announce(CompactionRequestImpl compaction, List<Path> output) {
    Consumer<Path> beingWritten = compaction.getWriterCreationTracker();
    if (beingWritten != null) {
      Path folder = store.getRegionFileSystem().getStoreDir(store.getColumnFamilyName());
      output.forEach(file -> beingWritten.accept(new Path(folder, file.getName())));
    }
  }

  private static long inputCells(CompactionRequestImpl compaction) {
    return compaction.getFiles().stream().mapToLong(file -> file.getReader().getEntries()).sum();
  }

  /** Counts the cells in HBase's own metrics, as HBase's compactor does at its end. */
  private void countCells(CompactionRequestImpl compaction, HeartbeatResponse answer) {
    CompactionProgress done = new CompactionProgress(answer.getProgress().getCellsRead());
    done.currentCompactedKVs = answer.getProgress().getCellsWritten();
    done.totalCompactedSize = answer.getProgress().getBytesWritten();
    done.complete();
    store.updateCompactedMetrics(compaction.isMajor(), done);
  }
}
