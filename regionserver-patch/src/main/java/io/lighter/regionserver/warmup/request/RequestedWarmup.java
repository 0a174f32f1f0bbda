package io.lighter.regionserver.warmup.request;

import io.lighter.common.WarmId;
import io.lighter.common.config.WarmupStrategy;
import io.lighter.common.protocol.LighterProtos.WarmupReport;
import io.lighter.regionserver.warmup.HeldFiles;
import io.lighter.regionserver.warmup.RegionServerWarmups;
import io.lighter.regionserver.warmup.StoreParts;
import io.lighter.regionserver.warmup.StoreWarmups;
import io.lighter.regionserver.warmup.WarmupSettings;
import io.lighter.regionserver.warmup.WarmupState;
import io.lighter.warmup.ChunkSupply;
import io.lighter.warmup.NewFile;
import io.lighter.warmup.RowRange;
import io.lighter.warmup.WarmCache;
import io.lighter.warmup.Warmup;
import io.lighter.warmup.WarmupControl;
import io.lighter.warmup.WarmupMeter;
import io.lighter.warmup.WarmupThreshold;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Caches the blocks of one store that somebody asked for: those of the files that the store has
 * when it begins. It holds a reference on each, as a scan does, so that a compaction meanwhile does
 * not take them away, until the store closes; reads are not routed. Warms once; figures may be
 * asked for at any time.
 */
public final class RequestedWarmup implements WarmPart {
  private static final Logger LOG = LoggerFactory.getLogger(RequestedWarmup.class);

  /** Not one of the configured ones. */
  private static final String STRATEGY = "warm";

  private final WarmId id;
  private final StoreParts store;
  private final StoreWarmups warmups;
  private final RowRange rows;
  private final WarmupSettings settings;
  private final RegionServerWarmups shared;
  private final BooleanSupplier serverStops;
  private final WarmupMeter meter = new WarmupMeter();
  private final WarmupState state;

  /** Uncompressed bytes by bytes on disk. */
  private final double expansion;

  /** Written by the constructor and by the thread that warms. */
  private volatile long totalBytes;

  public RequestedWarmup(
      WarmId id,
      StoreParts store,
      StoreWarmups warmups,
      RowRange rows,
      WarmupSettings settings,
      RegionServerWarmups shared,
      BooleanSupplier serverStops) {
    this.id = id;
    this.store = store;
    this.warmups = warmups;
    this.rows = rows;
    this.settings = settings;
    this.shared = shared;
    this.serverStops = serverStops;
    this.totalBytes = store.fileBytes();
    this.expansion = (double) store.uncompressedFileBytes() / Math.max(1, totalBytes);
    this.state =
        new WarmupState(id.value(), Optional.empty(), store, STRATEGY, meter, System::nanoTime);
  }

  @Override
  public String region() {
    return store.region().getEncodedName();
  }

  @Override
  public long totalBytes() {
    return totalBytes;
  }

  @Override
  public long doneBytes() {
    return meter.passedBytes();
  }

  /** The total is estimated: by the compression of the files as they were at first. */
  @Override
  public WarmupReport report() {
    long onDisk = totalBytes;
    return state.report(
        (double) meter.passedBytes() / Math.max(1, onDisk), (long) (onDisk * expansion));
  }

  @Override
  public Optional<String> warm(BooleanSupplier unwanted) {
    long start = System.nanoTime();
    WarmupControl control = new WarmupControl(() -> !reasonToStop(unwanted).isEmpty());
    String reason = "it died, see the region server's log"; // of an Error
    HeldFiles files = store.holdFiles(warmups);
    shared.metrics().started();
    try {
      reason = warm(files.files(), control) ? "" : reasonToStop(unwanted);
    } catch (IOException | RuntimeException e) { // a closed file makes HBase's readers throw both
      reason = failed(e, reasonToStop(unwanted));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      reason = "interrupted";
    } finally {
      warmups.release(files);
      totalBytes = meter.passedBytes();
      ended(reason, System.nanoTime() - start);
    }
    return reason.isEmpty() ? Optional.empty() : Optional.of(store + ": " + reason);
  }

  private boolean warm(List<HStoreFile> files, WarmupControl control)
      throws IOException, InterruptedException {
    Warmup.Plan plan =
        new Warmup.Plan(
            files.stream()
                .map(file -> new NewFile(file.getReader().getHFileReader(), ChunkSupply.NONE))
                .toList(),
            List.of(),
            store.region(),
            new WarmCache(store.cache(), store.inMemory()),
            shared.pace(WarmupStrategy.THROTTLED),
            false,
            settings.stepBytes(),
            settings.window(),
            rows);
    totalBytes = plan.dataBytes(control, meter);
    LOG.info("warm-up started: {} {} strategy=warm bytes={}", id, store, totalBytes);
    return new Warmup(plan, new WarmupThreshold(), control, meter).run();
  }

  /** Empty: go on. */
  private String reasonToStop(BooleanSupplier unwanted) {
    if (unwanted.getAsBoolean()) {
      return "nobody waits for it any more";
    }
    if (serverStops.getAsBoolean()) {
      return "the region server stops";
    }
    return store.isServed() ? "" : "the region closes";
  }

  private String failed(Exception e, String reasonToStop) {
    if (!reasonToStop.isEmpty()) {
      LOG.debug("{} {} stopped: {}", id, store, reasonToStop, e);
      return reasonToStop;
    }
    LOG.warn("{} {}: warming failed", id, store, e);
    return e.toString();
  }

  private void ended(String reason, long nanos) {
    shared.metrics().stopped(reason.isEmpty(), meter, nanos);
    LOG.info(
        "warm-up {}: {} {} ms={} remoteBytes=0 hdfsBytes={}{}",
        reason.isEmpty() ? "completed" : "ended",
        id,
        store,
        TimeUnit.NANOSECONDS.toMillis(nanos),
        meter.fileBytes(),
        reason.isEmpty() ? "" : " reason=" + reason);
  }
}
