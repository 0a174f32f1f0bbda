package io.lighter.regionserver.warmup.request;

import io.lighter.common.protocol.LighterProtos.WarmProgress;
import io.lighter.common.protocol.LighterProtos.WarmupReport;
import io.lighter.regionserver.warmup.WarmupScheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What one region server does for one request to warm a table: one store after the other, in the
 * order of the rows.
 *
 * <p>Only one of its parts is with the scheduler at a time, so that the warm-up of a compaction
 * never waits for more than that, however large the table is; the rate is the region server's
 * anyway. A part that fails does not keep the others from being warmed. Thread-safe; {@code this}
 * is the lock.
 */
public final class WarmRun {
  private static final Logger LOG = LoggerFactory.getLogger(WarmRun.class);

  /** Failures that are told; of the others only the number. */
  private static final int MOST_MESSAGES = 3;

  private final int regions;
  private final List<Step> steps = new ArrayList<>();
  private final Consumer<WarmupScheduler.Warming> scheduler;
  private final Runnable whenDone;

  /** Index of the step that is with the scheduler, or will be. Guarded by this. */
  private int current;

  /** Guarded by this. */
  private int regionsDone;

  /** Of the first failures. Guarded by this. */
  private final List<String> messages = new ArrayList<>();

  /** Guarded by this. */
  private int failures;

  private volatile boolean cancelled;

  /**
   * A region of the request's range.
   *
   * @param parts of the families whose blocks are cached; may be empty
   */
  public record RegionParts(String region, List<WarmPart> parts) {}

  private record Step(WarmPart part, boolean lastOfRegion) {}

  /**
   * A run that has not started yet.
   *
   * @param scheduler takes what shall run, some time
   * @param whenDone called once, on some thread, when all parts have ended; not after {@link
   *     #cancel}
   */
  WarmRun(
      List<RegionParts> regions, Consumer<WarmupScheduler.Warming> scheduler, Runnable whenDone) {
    this.regions = regions.size();
    this.scheduler = scheduler;
    this.whenDone = whenDone;
    for (RegionParts region : regions) {
      int parts = region.parts().size();
      for (int i = 0; i < parts; i++) {
        steps.add(new Step(region.parts().get(i), i == parts - 1));
      }
      regionsDone += parts == 0 ? 1 : 0;
    }
  }

  /** A run that warms nothing, because of {@code reason}. */
  static WarmRun refused(int regions, String reason) {
    List<RegionParts> none = new ArrayList<>();
    for (int i = 0; i < regions; i++) {
      none.add(new RegionParts("", List.of()));
    }
    WarmRun run = new WarmRun(none, warming -> {}, () -> {});
    run.addFailure(reason);
    return run;
  }

  /** Once. */
  void start() {
    submitNext();
  }

  /** Nobody waits for it any more: it ends within a block. */
  void cancel() {
    cancelled = true;
  }

  synchronized boolean isDone() {
    return current == steps.size();
  }

  synchronized WarmProgress progress() {
    long total = 0;
    long done = 0;
    for (Step step : steps) {
      total += step.part.totalBytes();
      done += step.part.doneBytes();
    }
    WarmProgress.Builder progress =
        WarmProgress.newBuilder()
            .setRegions(regions)
            .setRegionsDone(regionsDone)
            .setBytesTotal(Math.max(total, done))
            .setBytesDone(done)
            .setFailed(failures > 0);
    if (failures > 0) {
      int more = failures - messages.size();
      progress.setMessage(
          String.join("; ", messages) + (more > 0 ? "; and " + more + " more" : ""));
    }
    return progress.build();
  }

  private void submitNext() {
    Optional<Step> next = next();
    if (cancelled) {
      return;
    }
    if (next.isEmpty()) {
      whenDone.run();
      return;
    }
    try {
      scheduler.accept(new Scheduled(next.get()));
    } catch (RejectedExecutionException e) { // its znode goes with the region server
      LOG.debug("the region server stops; nothing more is warmed", e);
    }
  }

  private synchronized Optional<Step> next() {
    return current < steps.size() ? Optional.of(steps.get(current)) : Optional.empty();
  }

  private void ended(Step step, Optional<String> failure) {
    synchronized (this) {
      current++;
      regionsDone += step.lastOfRegion ? 1 : 0;
      failure.ifPresent(this::addFailure);
    }
    submitNext();
  }

  private synchronized void addFailure(String message) {
    failures++;
    if (messages.size() < MOST_MESSAGES) {
      messages.add(message);
    }
  }

  /** A part, for the scheduler. */
  private final class Scheduled implements WarmupScheduler.Warming {
    private final Step step;
    private volatile boolean started;

    Scheduled(Step step) {
      this.step = step;
    }

    @Override
    public String region() {
      return step.part.region();
    }

    /** The command shows its own progress. */
    @Override
    public int percent() {
      return started ? 0 : -1;
    }

    @Override
    public void run() {
      started = true;
      Optional<String> failure = Optional.of("a warm-up died, see the region server's log");
      try {
        failure = cancelled ? Optional.empty() : step.part.warm(() -> cancelled);
      } finally {
        ended(step, failure);
      }
    }

    @Override
    public WarmupReport report() {
      return step.part.report();
    }

    @Override
    public boolean isMoving() {
      return started;
    }

    @Override
    public boolean isAdaptive() {
      return false;
    }

    @Override
    public void tick() {
      // Nothing to renew, no deadline: it goes on for as long as somebody waits.
    }
  }
}
