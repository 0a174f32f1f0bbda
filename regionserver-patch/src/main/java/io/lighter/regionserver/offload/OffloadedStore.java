// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import io.lighter.chunk.BlockFormName;
import io.lighter.chunk.ChunkVersion;
import io.lighter.common.CompactionJobId;
import io.lighter.common.OutputPlace;
import io.lighter.common.engine.OffloadedPlans;
import io.lighter.common.protocol.LighterProtos.CompactionPlan;
import io.lighter.common.protocol.LighterProtos.ConfigurationEntry;
import io.lighter.common.protocol.LighterProtos.SubmitRequest;
import io.lighter.index.region.IndexObserver;
import io.lighter.regionserver.directory.ServerChoice;
import io.lighter.regionserver.local.InFlightAwareCompactor;
import io.lighter.regionserver.local.InFlightProgress;
import io.lighter.regionserver.local.LocalReason;
import io.lighter.regionserver.local.OffloadFailedException;
import io.lighter.regionserver.local.OffloadFailedException.Next;
import io.lighter.regionserver.offload.CompactionObservers.Verdict;
import io.lighter.regionserver.output.PendingOutput;
import io.lighter.regionserver.output.PendingOutputs;
import io.lighter.regionserver.output.RegionFence;
import io.lighter.regionserver.warmup.StoreWarmups;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.ScanType;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.compactions.Compactor;
import org.apache.hadoop.hbase.security.User;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A store whose compactions may be offloaded.
 *
 * <p>The steps of one compaction, on HBase's compaction thread, without any lock of the store:
 *
 * <ol>
 *   <li>The rules ({@link OffloadRules}) or the region's observers ({@link CompactionObservers})
 *       may make the compaction local.
 *   <li>A fence below {@code .tmp} tells later whether the region is still here ({@link
 *       RegionFence}). After a failed attempt the fence must stand.
 *   <li>A job that an earlier owner of the region has left is adopted ({@link LeftJobs}).
 *   <li>Otherwise the compaction server that the region is assigned to is tried, and if that fails,
 *       one other ({@link ServerChoice}, {@link RemoteJob}). Each attempt has a job id and a folder
 *       of its own. If an object store asks for fewer requests, the server is tried again later
 *       ({@link StoreBackoff}). If HDFS has no room for the output, the server is tried again with
 *       a plan that the engine names ({@link OffloadedPlans#planAfter}).
 *   <li>The output is taken over by a rename, or where it is ({@link OutputTakeover}).
 *   <li>If all attempts fail, HBase's own compactor runs here.
 * </ol>
 *
 * <p>HBase commits the returned files ({@code HStore.doCompaction}) as if its own compactor had
 * written them. A crash at any point leaves files below {@code .tmp} only, or files that are on no
 * list. Thread-safe.
 */
final class OffloadedStore implements StoreOffload {
  private static final Logger LOG = LoggerFactory.getLogger(StoreOffload.class);

  private final HStore store;
  private final OffloadedPlans plans;

  private final OutputPlace place;
  private final OffloadSettings settings;
  private final RegionServerOffload shared;
  private final PooledLocalRunner locally;
  private final PendingOutputs pending;
  private final UncommittedOutputs uncommitted;
  private final StoreWarmups warmups;

  /** Site settings that HBase's own compactor of this store read when the store opened. */
  private final List<ConfigurationEntry> readAtOpening;

  private final InFlightProgress progress = new InFlightProgress();
  private final StoreJobs jobs;
  private final LeftJobs leftJobs;

  /** See {@link StoreOffload#of}. */
  OffloadedStore(
      HStore store,
      StoreEngine<?, ?, ?, ?> engine,
      OffloadedPlans plans,
      OutputPlace place,
      OffloadSettings settings,
      RegionServerOffload shared,
      PendingOutputs pending,
      StoreWarmups warmups) {
    this.store = store;
    this.plans = plans;
    this.place = place;
    OutputTakeover takeover =
        new OutputTakeover(
            store,
            engine,
            shared.deletions(),
            OutputAttributes.of(store, shared.fileSettings(), shared.metrics()),
            place);
    this.settings = settings;
    this.shared = shared;
    this.locally = new PooledLocalRunner(store, shared);
    this.pending = pending;
    this.uncommitted = new UncommittedOutputs(store, shared.deletions(), pending, place);
    this.warmups = warmups;
    this.readAtOpening = shared.requests().readAtOpening();
    this.jobs = new StoreJobs(store, plans, takeover, settings, shared, locally, progress);
    this.leftJobs =
        new LeftJobs(
            store, settings.grace(), shared.deletions(), shared.metrics(), System::nanoTime);
  }

  @Override
  public void opened(Collection<HStoreFile> files) {
    leftJobs.find(
        files,
        () ->
            shared
                .requests()
                .describing(store, plans.compactingEngine(), readAtOpening)
                .buildPartial());
  }

  @Override
  public boolean hasLeftJob() {
    return !leftJobs.isEmpty();
  }

  @Override
  public Optional<CompactionRequestImpl> selectLeftJob(
      Collection<HStoreFile> compacting, boolean needsMajor) {
    return leftJobs.select(compacting, needsMajor).map(request -> request);
  }

  @Override
  public List<HStoreFile> commit(List<Path> files, Commit hbaseCommit) throws IOException {
    return uncommitted.commit(files, hbaseCommit);
  }

  @Override
  public boolean isPassive() {
    return false;
  }

  @Override
  public StoreWarmups warmups() {
    return warmups;
  }

  @Override
  public Compactor<?> withInFlightProgress(Configuration conf, Compactor<?> compactor) {
    return new InFlightAwareCompactor(conf, store, compactor, progress);
  }

  @Override
  public List<Path> compact(
      CompactionRequestImpl request, CompactionPlan plan, User user, LocalCompaction local)
      throws IOException {
    if (request.getPriority() == Store.PRIORITY_USER) {
      warmups.askedFor(request.getFiles());
    }
    Optional<LocalReason> reason = reasonToRunLocally(request);
    if (reason.isPresent()) {
      return runLocally(request, reason.get(), local);
    }
    Verdict verdict = shared.observers().ask(store, request, scanType(request, plan), user);
    if (verdict == Verdict.DATA_CHANGED) {
      return runLocally(request, LocalReason.OBSERVER_CHANGES_DATA, local);
    }
    RegionFence fence =
        request instanceof AdoptedRequest adopted
            ? adopted.fence()
            : RegionFence.raise(store.getFileSystem(), store.getRegionFileSystem().getTempDir());
    List<Path> files = List.of();
    try {
      CompactionOutput output = compact(request, plan, verdict == Verdict.LABELS, fence, local);
      files = output.files();
      if (!files.isEmpty()) {
        Set<String> names = files.stream().map(Path::getName).collect(Collectors.toSet());
        pending.add(new PendingOutput(names, fence, output.retained(), output.whole()));
      }
      return files;
    } finally {
      if (files.isEmpty()) {
        uncommitted.remove(fence);
      }
    }
  }

  private CompactionOutput compact(
      CompactionRequestImpl request,
      CompactionPlan plan,
      boolean labels,
      RegionFence fence,
      LocalCompaction local)
      throws IOException {
    if (request instanceof AdoptedRequest adopted) {
      Optional<CompactionOutput> output = adopt(adopted, plan, labels, fence);
      if (output.isPresent()) {
        return output.get();
      }
    }
    long startedNanos = System.nanoTime();
    ServerChoice choice =
        new ServerChoice(
            shared.directory().taking(JobRequests.version(labels, place)),
            settings.group(),
            settings.fallback(),
            store.getRegionInfo().getEncodedName());
    StoreBackoff backoff =
        new StoreBackoff(
            locally::isWanted,
            () -> StorePriority.isUrgent(store),
            Timing.SYSTEM,
            new SplittableRandom());
    LocalReason failure = null;
    for (Optional<ServerName> next = choice.next(); next.isPresent(); next = choice.next()) {
      ServerName server = next.get();
      try {
        CompactionOutput output =
            attemptInSomePlace(server, labels, request, plan, fence, startedNanos);
        if (choice.fellBack()) {
          shared.metrics().fellBackToAnotherGroup();
        }
        return output;
      } catch (OffloadFailedException e) {
        failure = e.reason();
        if (e.next() == Next.LOCAL || (e.next() == Next.LATER && !pause(backoff, request, fence))) {
          break;
        }
        choice.failed(server, e.next());
      }
    }
    return CompactionOutput.of(
        failure == null
            ? locally.run(request, choice.reason(), false, () -> {}, local)
            : locally.run(request, failure, true, () -> requireRegion(fence), local));
  }

  /** Pauses, while the compaction counts as in flight; false if no other attempt is to follow. */
  private boolean pause(StoreBackoff backoff, CompactionRequestImpl request, RegionFence fence)
      throws InterruptedIOException {
    boolean ofLongPool = locally.isOfLongPool(request);
    shared.inFlight().begin(ofLongPool);
    try {
      if (!backoff.pause()) {
        return false;
      }
    } finally {
      shared.inFlight().end(ofLongPool);
    }
    requireRegion(fence);
    return true;
  }

  /**
   * Runs a job on a server, and further jobs with other plans of the engine while HDFS has no room
   * for the output.
   */
  private CompactionOutput attemptInSomePlace(
      ServerName server,
      boolean labels,
      CompactionRequestImpl request,
      CompactionPlan plan,
      RegionFence fence,
      long startedNanos)
      throws OffloadFailedException, InterruptedIOException {
    List<String> failures = new ArrayList<>();
    CompactionPlan next = plan;
    while (true) {
      CompactionJobId job = CompactionJobId.random();
      try {
        CompactionOutput output = attempt(job, server, labels, request, next, fence);
        offloaded(job, server, request.getSize(), System.nanoTime() - startedNanos);
        if (!next.equals(plan)) {
          plans.spilled(next, failures.get(0));
        }
        return output;
      } catch (OffloadFailedException e) {
        shared.metrics().attemptFailed();
        LOG.warn("compaction attempt failed: {} {}: {}", job, describe(), e.getMessage());
        LOG.debug("{}", job, e);
        requireRegion(fence);
        failures.add(e.getMessage());
        next = plans.planAfter(plan, failures).orElseThrow(() -> e);
      }
    }
  }

  /**
   * Ends a compaction if another region server has opened the region. Another attempt would read
   * files that the region's new owner changes, and move files to its folder.
   */
  private void requireRegion(RegionFence fence) throws InterruptedIOException {
    if (!locally.isWanted()) {
      throw new InterruptedIOException("the region closes; its compaction is given up");
    }
    boolean stands = true; // if HDFS does not answer, as in HBase
    try {
      stands = fence.stands();
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException e) {
      LOG.warn("cannot check the region's fence: {}", describe(), e);
    }
    if (!stands) {
      shared.metrics().cancelled();
      LOG.warn("compaction cancelled: {}: {} is gone", describe(), fence);
      throw new InterruptedIOException(
          "another region server has opened the region; its compaction is given up");
    }
  }

  private void offloaded(CompactionJobId job, ServerName server, long bytes, long nanos) {
    shared.metrics().offloaded(bytes, nanos);
    shared.tables().offloaded(store.getTableName());
    LOG.info(
        "compaction offloaded: {} {} server={} bytes={} ms={}",
        job,
        describe(),
        server,
        bytes,
        TimeUnit.NANOSECONDS.toMillis(nanos));
  }

  private List<Path> runLocally(
      CompactionRequestImpl request, LocalReason reason, LocalCompaction local) throws IOException {
    if (request instanceof AdoptedRequest adopted) {
      leftJobs.drop(adopted.left(), DropReason.LOCAL);
      uncommitted.remove(adopted.fence());
    }
    return locally.run(request, reason, false, () -> {}, local);
  }

  private Optional<LocalReason> reasonToRunLocally(CompactionRequestImpl request)
      throws InterruptedIOException {
    Optional<LocalReason> rule =
        OffloadRules.reasonToStay(store, settings, shared.observers(), shared.directory(), request);
    return rule.isEmpty() && warmups.writesThrough()
        ? Optional.of(LocalReason.WRITE_THROUGH)
        : rule;
  }

  private CompactionOutput attempt(
      CompactionJobId job,
      ServerName server,
      boolean labels,
      CompactionRequestImpl compaction,
      CompactionPlan plan,
      RegionFence fence)
      throws OffloadFailedException, InterruptedIOException {
    boolean retainOutput = warmups.wantsRetainedOutput(compaction.getSize());
    boolean whole = plans.isCachedLikeAFlush(plan, compaction.getSize());
    boolean mayOutlive = mayOutlive(plan);
    CompactionPlan asked =
        place == OutputPlace.FAMILY_FOLDER ? JobRequests.inFamilyFolder(plan) : plan;
    SubmitRequest.Builder request =
        shared
            .requests()
            .of(job, store, plans.compactingEngine(), compaction, asked, settings, readAtOpening)
            .toBuilder()
            .setKeepOutput(retainOutput)
            .setProtocolVersion(JobRequests.version(labels, place))
            .setInFamilyFolder(place == OutputPlace.FAMILY_FOLDER)
            .setVisibilityLabels(labels);
    if (mayOutlive) {
      request.setGraceMs(settings.grace().toMillis()).setCompactionServer(server.getServerName());
    }
    if (retainOutput) {
      BlockFormName.cached().ifPresent(request::setBlockForm);
      request.addAllChunkVersion(ChunkVersion.readable());
      request.setSecondaryReplicas(warmups.secondaryReplicas());
      warmups.residentMap(compaction.getFiles(), whole).ifPresent(request::setResident);
    }
    LOG.info(
        "compaction submitted: {} {} server={} files={} bytes={} major={}",
        job,
        describe(),
        server,
        compaction.getFiles().size(),
        compaction.getSize(),
        compaction.isMajor());
    return jobs.run(
        new StoreJobs.Attempt(job, server, compaction, plan, fence, retainOutput, mayOutlive),
        remote -> remote.run(request.build()));
  }

  /**
   * Waits for a job of an earlier owner.
   *
   * @return empty if the job is lost; an ordinary job with the same inputs then follows
   */
  private Optional<CompactionOutput> adopt(
      AdoptedRequest compaction, CompactionPlan plan, boolean labels, RegionFence fence)
      throws InterruptedIOException {
    SubmitRequest left = compaction.left();
    if (left.getVisibilityLabels() != labels) {
      leftJobs.drop(left, DropReason.SETTINGS);
      return Optional.empty();
    }
    long startedNanos = System.nanoTime();
    ServerName server = ServerName.valueOf(left.getCompactionServer());
    boolean retained =
        left.getKeepOutput()
            && warmups.wantsRetainedOutput(compaction.getSize())
            && BlockFormName.cached().filter(left.getBlockForm()::equals).isPresent();
    LOG.info("job adopted: {} {} server={}", compaction.job(), describe(), server);
    try {
      CompactionOutput output =
          jobs.run(
              new StoreJobs.Attempt(
                  compaction.job(), server, compaction, plan, fence, retained, true),
              RemoteJob::adopt);
      shared.metrics().adopted();
      offloaded(compaction.job(), server, compaction.getSize(), System.nanoTime() - startedNanos);
      return Optional.of(output);
    } catch (OffloadFailedException e) {
      shared.metrics().attemptFailed();
      shared.metrics().adoptionDropped(DropReason.LOST);
      LOG.warn("adopted job lost: {} {}: {}", compaction.job(), describe(), e.getMessage());
      LOG.debug("{}", compaction.job(), e);
      requireRegion(fence);
      return Optional.empty();
    }
  }

  /** Whether to ask for a job that may outlive this region server. */
  private boolean mayOutlive(CompactionPlan plan) {
    return !settings.grace().isZero()
        && place == OutputPlace.JOB_FOLDER
        && plan.equals(CompactionPlan.getDefaultInstance())
        && plans.compactingEngine().equals(DefaultStoreEngine.class.getName())
        && IndexObserver.of(store.getHRegion()).isEmpty();
  }

  /** Scan type that HBase's compactor passes to observers; its compactor of stripes has one. */
  private static ScanType scanType(CompactionRequestImpl request, CompactionPlan plan) {
    boolean ofStripes = plan.hasStripeBoundaries() || plan.hasStripeSizes() || plan.hasRanges();
    return request.isAllFiles() && !ofStripes
        ? ScanType.COMPACT_DROP_DELETES
        : ScanType.COMPACT_RETAIN_DELETES;
  }

  private String describe() {
    return LocalRunner.describe(store);
  }
}
