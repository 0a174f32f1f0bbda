package io.lighter.regionserver.offload;

import io.lighter.chunk.BlockFormName;
import io.lighter.common.CompactionJobId;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.protocol.LighterProtos.CompactionPlan;
import io.lighter.common.protocol.LighterProtos.ConfigurationEntry;
import io.lighter.common.protocol.LighterProtos.HeartbeatResponse;
import io.lighter.common.protocol.LighterProtos.SubmitRequest;
import io.lighter.regionserver.directory.ServerChoice;
import io.lighter.regionserver.local.AwayAwareCompactor;
import io.lighter.regionserver.local.AwayProgress;
import io.lighter.regionserver.local.LocalReason;
import io.lighter.regionserver.local.LocalRuns;
import io.lighter.regionserver.local.OffloadFailedException;
import io.lighter.regionserver.local.OffloadFailedException.Next;
import io.lighter.regionserver.offload.CompactionObservers.Verdict;
import io.lighter.regionserver.warmup.StoreWarmups;
import io.lighter.regionserver.warmup.WarmupSettings;
import io.lighter.regionserver.warmup.remote.KeptOutput;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.regionserver.CompactionPools;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.RegionServerServices;
import org.apache.hadoop.hbase.regionserver.ScanType;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionProgress;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.compactions.Compactor;
import org.apache.hadoop.hbase.security.User;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Offloads the compactions of one store, or runs them locally.
 *
 * <p>The steps of one compaction, on HBase's compaction thread, without any lock of the store:
 *
 * <ol>
 *   <li>The rules ({@link OffloadRules}) may keep it here, and so may the region's observers
 *       ({@link CompactionObservers}).
 *   <li>A fence below {@code .tmp} tells later whether the region is still here ({@link
 *       RegionFence}); after an attempt that failed it must be.
 *   <li>The region's server is asked, and if that fails, one other ({@link ServerChoice}, {@link
 *       RemoteJob}). Each attempt has an id of its own, and with it a folder of its own.
 *   <li>The output is taken over by a rename ({@link OutputTakeover}).
 *   <li>If nothing came of it, HBase's own compactor runs here.
 * </ol>
 *
 * <p>What is returned is committed by HBase ({@code HStore.doCompaction}) as if its own compactor
 * had written it. A crash at any point leaves files below {@code .tmp} only. Thread-safe.
 */
public final class StoreOffload {
  private static final Logger LOG = LoggerFactory.getLogger(StoreOffload.class);

  /** HBase's own compaction of the same request. */
  @FunctionalInterface
  public interface LocalCompaction {
    List<Path> run() throws IOException;
  }

  /** HBase's own commit of new files. */
  @FunctionalInterface
  public interface Commit {
    List<HStoreFile> run(List<Path> files) throws IOException;
  }

  /** Ends a compaction that nobody wants any more. */
  @FunctionalInterface
  private interface Check {
    void run() throws InterruptedIOException;
  }

  private final HStore store;
  private final String engineClass;

  /** Null iff {@link #staysAlways} is not: a store of a test or a tool may have no files. */
  private final OutputTakeover takeover;

  /** Why no compaction of this store ever leaves; null when they may. */
  private final LocalReason staysAlways;

  /** Null iff {@link #staysAlways} is not. */
  private final OffloadSettings settings;

  /** Null outside a region server. */
  private final RegionServerOffload shared;

  private final UncommittedOutputs uncommitted;
  private final StoreWarmups warmups;

  /** Settings of the site that HBase's own compactor of this store has read for good. */
  private final List<ConfigurationEntry> readAtOpening;

  private final AwayProgress progress = new AwayProgress();

  private StoreOffload(
      HStore store,
      StoreEngine<?, ?, ?, ?> engine,
      String engineClass,
      LocalReason staysAlways,
      OffloadSettings settings,
      RegionServerOffload shared,
      StoreWarmups warmups) {
    this.store = store;
    this.engineClass = engineClass;
    this.takeover =
        staysAlways == null
            ? new OutputTakeover(
                store,
                engine,
                shared.leftovers(),
                OutputAttributes.of(store, shared.fileSettings(), shared.metrics()))
            : null;
    this.staysAlways = staysAlways;
    this.settings = settings;
    this.shared = shared;
    this.uncommitted = new UncommittedOutputs(store, shared == null ? null : shared.leftovers());
    this.warmups = warmups;
    this.readAtOpening = staysAlways == null ? shared.requests().readAtOpening() : List.of();
  }

  /**
   * For a store whose compactions may leave.
   *
   * @param engine that HBase uses for the store
   * @param engineClass name of the engine underneath, which the compaction server shall use
   */
  public static StoreOffload of(
      HStore store,
      StoreEngine<?, ?, ?, ?> engine,
      String engineClass,
      LighterConfiguration conf,
      RegionServerServices server)
      throws IOException {
    OffloadSettings settings = OffloadSettings.of(conf);
    RegionServerOffload shared = RegionServerOffload.of(server);
    shared.directory().addGroup(settings.group());
    shared.directory().addGroup(ServerChoice.FALLBACK_GROUP);
    StoreWarmups warmups =
        StoreWarmups.of(
            store,
            engine,
            WarmupSettings.of(conf),
            shared.warmups(),
            () -> shared.directory().isSwitchedOn(store.getTableName()),
            shared.away()::whileThreadWaits);
    return new StoreOffload(store, engine, engineClass, null, settings, shared, warmups);
  }

  /**
   * For a store whose compactions all stay.
   *
   * @param reason for the log and the metric
   * @param server null outside a region server, where nothing is counted
   */
  public static StoreOffload staying(
      HStore store, StoreEngine<?, ?, ?, ?> engine, LocalReason reason, RegionServerServices server)
      throws IOException {
    RegionServerOffload shared = server == null ? null : RegionServerOffload.of(server);
    return new StoreOffload(store, engine, "", reason, null, shared, StoreWarmups.none());
  }

  /**
   * HBase's commit of the files of a flush, a compaction or a bulk load. After one that fails no
   * output of a compaction that was offloaded, or tried to be, is left ({@link
   * UncommittedOutputs}).
   *
   * @param files not yet in the store's folder, or written there
   */
  public List<HStoreFile> commit(List<Path> files, Commit hbases) throws IOException {
    return uncommitted.commit(files, hbases);
  }

  /**
   * Whether the engine underneath works alone: all compactions of the store run locally while it is
   * open, and none is warmed up. Not so outside a region server, where Lighter's parts are in place
   * although they have nothing to do: HBase's own tests run through them.
   */
  public boolean isPassive() {
    return staysAlways != null && staysAlways != LocalReason.NO_REGION_SERVER;
  }

  /** What becomes of the store's block cache after a compaction. */
  public StoreWarmups warmups() {
    return warmups;
  }

  /**
   * A compactor to ask for the progress of the store's compactions, those included that are away.
   *
   * @param compactor of the engine underneath
   */
  public Compactor<?> withAwayProgress(Configuration conf, Compactor<?> compactor) {
    return staysAlways == null
        ? new AwayAwareCompactor(conf, store, compactor, progress)
        : compactor;
  }

  /**
   * Compacts, somewhere.
   *
   * @param plan how the engine wants its compactor called
   * @param user who asked for the compaction; null: HBase itself
   * @return the written files, below the region's {@code .tmp} or where the local run put them
   * @throws InterruptedIOException when the region closes meanwhile, another region server has
   *     opened it, or an operator cancels the job: HBase ends the compaction without another
   *     attempt, and its files may be selected again
   */
  public List<Path> compact(
      CompactionRequestImpl request, CompactionPlan plan, User user, LocalCompaction local)
      throws IOException {
    if (request.getPriority() == Store.PRIORITY_USER) {
      warmups.askedFor(request.getFiles());
    }
    Optional<LocalReason> stays =
        staysAlways != null ? Optional.of(staysAlways) : reasonToStay(request);
    if (stays.isPresent()) {
      return runLocally(request, stays.get(), false, () -> {}, local);
    }
    Verdict verdict = shared.observers().ask(store, request, scanType(request, plan), user);
    if (verdict == Verdict.DATA_CHANGED) {
      return runLocally(request, LocalReason.OBSERVER_CHANGES_DATA, false, () -> {}, local);
    }
    RegionFence fence =
        RegionFence.raise(store.getFileSystem(), store.getRegionFileSystem().getTempDir());
    List<Path> output = List.of();
    try {
      output = compact(request, plan, verdict == Verdict.LABELS, fence, local);
      uncommitted.add(output, fence);
      return output;
    } finally {
      if (output.isEmpty()) {
        uncommitted.remove(fence);
      }
    }
  }

  private List<Path> compact(
      CompactionRequestImpl request,
      CompactionPlan plan,
      boolean labels,
      RegionFence fence,
      LocalCompaction local)
      throws IOException {
    long startedNanos = System.nanoTime();
    ServerChoice choice =
        new ServerChoice(
            shared.directory().taking(JobRequests.version(labels)),
            settings.group(),
            settings.fallback(),
            store.getRegionInfo().getEncodedName());
    LocalReason failure = null;
    for (Optional<ServerName> next = choice.next(); next.isPresent(); next = choice.next()) {
      ServerName server = next.get();
      CompactionJobId job = CompactionJobId.random();
      try {
        List<Path> output = attempt(job, server, labels, request, plan);
        offloaded(job, server, request.getSize(), System.nanoTime() - startedNanos);
        if (choice.fellBack()) {
          shared.metrics().fellBackToAnotherGroup();
        }
        return output;
      } catch (OffloadFailedException e) {
        shared.metrics().attemptFailed();
        failure = e.reason();
        LOG.warn("compaction attempt failed: {} {}: {}", job, describe(), e.getMessage());
        LOG.debug("{}", job, e);
        requireRegion(fence);
        if (e.next() == Next.LOCAL) {
          break;
        }
        choice.failed(server, e.next());
      }
    }
    return failure == null
        ? runLocally(request, choice.reason(), false, () -> {}, local)
        : runLocally(request, failure, true, () -> requireRegion(fence), local);
  }

  /**
   * Ends a compaction whose attempt failed because the region is not here any more. Another attempt
   * would read files that the region's new owner changes, and move files to its folder.
   */
  private void requireRegion(RegionFence fence) throws InterruptedIOException {
    if (!isWanted()) {
      throw new InterruptedIOException("the region closes; its compaction is given up");
    }
    boolean stands = true; // if HDFS does not say: HBase would go on as well
    try {
      stands = fence.stands();
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException e) {
      LOG.warn("{}: cannot tell whether the region is still here", describe(), e);
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

  private Optional<LocalReason> reasonToStay(CompactionRequestImpl request)
      throws InterruptedIOException {
    Optional<LocalReason> rule =
        OffloadRules.reasonToStay(
            store, settings, shared.observers(), shared.directory(), request.getSize());
    return rule.isEmpty() && warmups.writesThrough()
        ? Optional.of(LocalReason.WRITE_THROUGH)
        : rule;
  }

  private List<Path> attempt(
      CompactionJobId job,
      ServerName server,
      boolean labels,
      CompactionRequestImpl compaction,
      CompactionPlan plan)
      throws OffloadFailedException, InterruptedIOException {
    boolean keepOutput = warmups.wantsOutputKept(compaction.getSize());
    SubmitRequest.Builder request =
        shared
            .requests()
            .of(job, store, engineClass, compaction, plan, settings, readAtOpening)
            .toBuilder()
            .setKeepOutput(keepOutput)
            .setProtocolVersion(JobRequests.version(labels))
            .setVisibilityLabels(labels);
    if (keepOutput) {
      BlockFormName.cached().ifPresent(request::setBlockForm);
    }
    AwayProgress.Job moving = progress.begin(inputCells(compaction));
    RemoteJob remote =
        new RemoteJob(
            job,
            server,
            timeout -> shared.caller().compactionServer(server, timeout),
            settings,
            this::isWanted,
            () -> StorePriority.isUrgent(store),
            Timing.SYSTEM,
            moving::moved);
    LOG.info(
        "compaction submitted: {} {} server={} files={} bytes={} major={}",
        job,
        describe(),
        server,
        compaction.getFiles().size(),
        compaction.getSize(),
        compaction.isMajor());
    boolean ofLongPool = isOfLongPool(compaction);
    boolean completed = false;
    shared.metrics().jobStarted();
    shared.away().away(ofLongPool);
    try {
      HeartbeatResponse answer = remote.run(request.build());
      List<Path> output = takeover.take(job, answer, compaction.getFiles());
      completed = true;
      announce(compaction, output);
      if (keepOutput) {
        warmups.kept(output.stream().map(Path::getName).toList(), new KeptOutput(job, server));
      }
      remote.finish();
      countCells(compaction, answer);
      return output;
    } catch (InterruptedIOException e) {
      if (e instanceof OperatorCancelException) {
        shared.metrics().cancelledByOperator();
      } else {
        shared.metrics().cancelled();
      }
      LOG.info("compaction cancelled: {} {}: {}", job, describe(), e.getMessage());
      throw e;
    } finally {
      moving.end();
      shared.away().back(ofLongPool);
      shared.metrics().jobEnded();
      if (!completed) {
        takeover.discard(job);
      }
    }
  }

  /**
   * What HBase's writer does where it writes in place: between the move to the store's folder and
   * the commit, {@code BrokenStoreFileCleaner} would take the output for one that was left behind.
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

  /** What HBase's compactor does at its end, so that HBase's own metrics go on. */
  private void countCells(CompactionRequestImpl compaction, HeartbeatResponse answer) {
    CompactionProgress done = new CompactionProgress(answer.getProgress().getCellsRead());
    done.currentCompactedKVs = answer.getProgress().getCellsWritten();
    done.totalCompactedSize = answer.getProgress().getBytesWritten();
    done.complete();
    store.updateCompactedMetrics(compaction.isMajor(), done);
  }

  /** As HBase's compactor tells it to observers; that of the stripe engine knows one type. */
  private static ScanType scanType(CompactionRequestImpl request, CompactionPlan plan) {
    boolean ofStripes = plan.hasStripeBoundaries() || plan.hasStripeSizes();
    return request.isAllFiles() && !ofStripes
        ? ScanType.COMPACT_DROP_DELETES
        : ScanType.COMPACT_RETAIN_DELETES;
  }

  /**
   * @param check done after the wait for a thread
   */
  private List<Path> runLocally(
      CompactionRequestImpl request,
      LocalReason reason,
      boolean cameBack,
      Check check,
      LocalCompaction local)
      throws IOException {
    LOG.info("compaction local ({}): {} bytes={}", reason.tag(), describe(), request.getSize());
    if (shared == null) {
      return local.run();
    }
    LocalRuns.Caller caller =
        new LocalRuns.Caller(
            store.throttleCompaction(request.getSize()),
            isOfLongPool(request),
            cameBack,
            () -> Math.min(request.getPriority(), StorePriority.of(store)),
            this::isWanted);
    return shared
        .localRuns()
        .run(
            caller,
            () -> {
              check.run();
              shared.metrics().ranLocally(reason);
              shared.tables().ranLocally(store.getTableName(), reason);
              return local.run();
            });
  }

  /** Whose thread waits while the compaction is away. */
  private boolean isOfLongPool(CompactionRequestImpl compaction) {
    return CompactionPools.isLongPools(store.throttleCompaction(compaction.getSize()));
  }

  private boolean isWanted() {
    return store.areWritesEnabled() && !shared.isStopping();
  }

  private String describe() {
    return "table="
        + store.getTableName()
        + " region="
        + store.getRegionInfo().getEncodedName()
        + " family="
        + store.getColumnFamilyName();
  }
}
