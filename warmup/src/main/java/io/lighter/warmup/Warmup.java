package io.lighter.warmup;

import io.lighter.chunk.Chunk;
import io.lighter.chunk.ChunkBlock;
import io.lighter.warmup.FilePlan.Step;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.util.Bytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the output of one compaction into the block cache, in key order, and moves the threshold
 * (paper, §5.4.2).
 *
 * <p>First come the new files' index and Bloom blocks. Then, step by step:
 *
 * <ol>
 *   <li>the data blocks of a range of rows are cached, from the supply or else from the file;
 *   <li>the threshold passes those rows, hence reads that start there use the new files;
 *   <li>the old files' blocks of the step <em>before</em> are evicted: reads that began before (2)
 *       are done with them by then. One that is slower reads from the file again, which is right,
 *       only slower. Those of a step that did not arrive in the cache stay.
 * </ol>
 *
 * <p>So at most the steps under way are in the cache twice. Several new files, whatever their keys,
 * advance side by side, and the threshold is behind all of them. Used once, by one thread.
 */
public final class Warmup {
  private static final Logger LOG = LoggerFactory.getLogger(Warmup.class);

  private final Plan plan;
  private final WarmupThreshold threshold;
  private final WarmupControl control;
  private final WarmupMeter meter;
  private final FileReads reads;
  private final List<FilePlan> files = new ArrayList<>();
  private final List<OldFile> oldFiles = new ArrayList<>();
  private final Residency residency = new Residency(oldFiles);

  /** Requested, in the order in which they will be done. */
  private final Deque<Step> ahead = new ArrayDeque<>();

  /** Blocks of the step that is being cached which the cache has refused. */
  private int refused;

  /** The step that the threshold has passed last; null: none. */
  private Step last;

  /** Blocks of {@link #last} that the cache has refused; they are counted. */
  private int refusedOfLast;

  /**
   * Rows of steps of which a block has not arrived in the cache, and whatever is between these;
   * null: all have. The old files' blocks of those rows are left to the cache.
   */
  private BlockSpan cold;

  /** Null: the threshold has not moved yet. */
  private byte[] warmBefore;

  /**
   * What is to be warmed, and how.
   *
   * @param newFiles the output, open until the warm-up ends
   * @param oldFiles the inputs, open until the warm-up ends; empty: nothing is evicted
   * @param region whose rows they are: a reference's file has others, too
   * @param onlyResident caches as much as of the old files is cached, and of the same rows
   * @param stepBytes uncompressed, that are read from a file at a time
   * @param window steps that are requested ahead
   * @param rows of the new files that become warm; blocks without any of them are not read
   */
  public record Plan(
      List<NewFile> newFiles,
      List<HFile.Reader> oldFiles,
      RegionInfo region,
      WarmCache cache,
      Pace pace,
      boolean onlyResident,
      long stepBytes,
      int window,
      RowRange rows) {

    /** As the other one, for all rows of the new files. */
    public Plan(
        List<NewFile> newFiles,
        List<HFile.Reader> oldFiles,
        RegionInfo region,
        WarmCache cache,
        Pace pace,
        boolean onlyResident,
        long stepBytes,
        int window) {
      this(newFiles, oldFiles, region, cache, pace, onlyResident, stepBytes, window, RowRange.ALL);
    }

    /**
     * Bytes on disk of the new files' data blocks, which {@link WarmupMeter#passedBytes} reaches.
     * Looks through the files' indexes, and with that caches their blocks, at the same pace.
     *
     * @return fewer if it was stopped
     */
    public long dataBytes(WarmupControl control, WarmupMeter meter)
        throws IOException, InterruptedException {
      FileReads reads = new FileReads(cache, pace, control, meter);
      long bytes = 0;
      for (NewFile file : newFiles) {
        BlockWalk walk = new BlockWalk(file.reader(), rows, reads);
        while (walk.peek().isPresent() && !control.isStopped()) {
          bytes += walk.next().onDiskSize();
          reads.pay();
        }
      }
      return bytes;
    }
  }

  /**
   * A warm-up.
   *
   * @param threshold that moves with it; at its end it is complete
   */
  public Warmup(Plan plan, WarmupThreshold threshold, WarmupControl control, WarmupMeter meter) {
    this.plan = plan;
    this.threshold = threshold;
    this.control = control;
    this.meter = meter;
    this.reads = new FileReads(plan.cache(), plan.pace(), control, meter);
  }

  /**
   * Runs to the end, or until it is stopped.
   *
   * @return false if it was stopped; the threshold is where it was then
   * @throws IOException if a file cannot be read; the threshold is where it was then
   */
  public boolean run() throws IOException, InterruptedException {
    for (NewFile file : plan.newFiles()) {
      cacheIndexAndBloom(file);
      files.add(new FilePlan(file, plan.rows(), plan.stepBytes(), reads));
    }
    byte[] endKey = plan.region().getEndKey();
    for (HFile.Reader file : plan.oldFiles()) {
      oldFiles.add(
          new OldFile(
              file,
              plan.cache(),
              plan.region().getStartKey(),
              endKey.length == 0 ? null : endKey,
              reads));
    }
    while (!control.isStopped()) {
      lookAhead();
      reads.pay();
      Step step = ahead.poll();
      if (step == null) {
        threshold.complete();
        if (last != null) {
          checkArrival(last);
        }
        if (!control.isStopped()) {
          evictBefore(null);
        }
        return true;
      }
      cache(step);
      advance(step);
    }
    return false;
  }

  private void cacheIndexAndBloom(NewFile file) throws IOException, InterruptedException {
    for (ChunkSupply.Ticket ticket : file.supply().indexAndBloom()) {
      Chunk chunk = control.isStopped() ? null : fetch(ticket);
      if (chunk != null) {
        for (ChunkBlock block : chunk.blocks()) {
          insert(file, block.block());
        }
      }
    }
    BloomBlocks.cache(file.reader(), plan.rows(), control, reads);
  }

  /** Plans and requests as many steps as the window takes. */
  private void lookAhead() throws IOException {
    while (ahead.size() < plan.window()) {
      FilePlan next = null;
      for (FilePlan file : files) {
        if (file.nextRow().isPresent()
            && (next == null
                || Bytes.compareTo(file.nextRow().get(), next.nextRow().orElseThrow()) < 0)) {
          next = file;
        }
      }
      if (next == null) {
        return;
      }
      Step step = next.next();
      if (plan.onlyResident()) {
        step = step.caching(residency.choose(step.blocks()));
      }
      if (step.chunk() != null) {
        step.chunk().request();
      }
      ahead.add(step);
    }
  }

  private void cache(Step step) throws IOException, InterruptedException {
    refused = 0;
    Map<Long, HFileBlock> supplied = new HashMap<>();
    Chunk chunk = step.chunk() == null ? null : fetch(step.chunk());
    if (chunk != null) {
      chunk.blocks().forEach(block -> supplied.put(block.offset(), block.block()));
    }
    for (BlockSpan span : step.blocks()) {
      if (control.isStopped()) {
        return;
      }
      if (!step.wanted().contains(span)) {
        meter.skippedBlocks.increment();
      } else if (!plan.cache().contains(step.file().reader(), span.offset())) {
        HFileBlock block = supplied.get(span.offset());
        if (block != null) {
          insert(step.file(), block);
        } else {
          read(step.file(), span);
        }
      }
      meter.passedBytes.add(span.onDiskSize());
    }
  }

  /** Null when the supply fails: its blocks are read from the file. */
  private Chunk fetch(ChunkSupply.Ticket ticket) throws InterruptedException {
    try {
      return ticket.get();
    } catch (IOException e) {
      meter.lostChunks.increment();
      LOG.warn("A chunk of blocks is read from its file instead: {}", e.toString());
      LOG.debug("Lost chunk", e);
      return null;
    }
  }

  private void insert(NewFile file, HFileBlock block) throws InterruptedException {
    int bytes = block.getUncompressedSizeWithoutHeader();
    control.pause(plan.pace().nanosBefore(bytes));
    if (keep(file, block)) {
      meter.remoteBytes.add(bytes);
      meter.remoteBlocks.increment();
    }
  }

  private void read(NewFile file, BlockSpan span) throws IOException, InterruptedException {
    long refusals = plan.cache().refusals();
    HFileBlock block = reads.read(file.reader(), span.offset(), span.onDiskSize(), BlockType.DATA);
    try {
      if (plan.cache().refusals() != refusals) {
        keep(file, block);
      }
    } finally {
      block.release();
    }
    reads.pay();
  }

  /**
   * Waits for a cache that has no room for one moment: a second for the first block of a step, half
   * as long for each one after a refused one, so that a cache that never has room costs a step two
   * seconds.
   */
  private boolean keep(NewFile file, HFileBlock block) throws InterruptedException {
    HFile.Reader reader = file.reader();
    boolean kept =
        plan.cache()
            .keep(
                reader.getPath(),
                reader.isPrimaryReplicaReader(),
                block,
                control,
                Math.max(1, WarmCache.INSERTIONS >> Math.min(refused, Integer.SIZE - 1)));
    if (!kept && !control.isStopped()) {
      meter.refusedBlocks.increment();
      refused++;
    }
    return kept;
  }

  /**
   * Looks whether the cache has stored the blocks of a step, and waits for those that it has
   * accepted and not written yet, as long as for one that it refuses. Counts those that it has
   * dropped: HBase's bucket cache does that where there is no room or no working disk, and says
   * nothing.
   */
  private void checkArrival(Step step) throws InterruptedException {
    HFile.Reader file = step.file().reader();
    List<BlockSpan> missing = List.copyOf(step.wanted());
    for (int look = 1; look <= WarmCache.INSERTIONS; look++) {
      missing =
          missing.stream().filter(span -> !plan.cache().hasStored(file, span.offset())).toList();
      boolean waits =
          missing.stream().anyMatch(span -> plan.cache().isWaiting(file, span.offset()));
      // Twice in any case: a block may be written between the two questions.
      if (missing.isEmpty() || (!waits && look > 1)) {
        break;
      }
      if (!control.pause(WarmCache.REFUSAL_PAUSE_NANOS)) {
        return; // stopped: nothing is evicted any more
      }
    }
    if (!missing.isEmpty()) {
      meter.refusedBlocks.add(Math.max(0, missing.size() - refusedOfLast));
      cold = step.rows().and(cold);
    }
  }

  private void advance(Step step) throws IOException, InterruptedException {
    if (control.isStopped()) {
      return; // the step may be incomplete
    }
    step.done();
    byte[] before = warmBefore;
    byte[] now = null;
    for (FilePlan file : files) {
      now = FilePlan.earlier(now, file.warmBefore());
    }
    if (now != null) {
      threshold.advanceBefore(now);
      warmBefore = now;
    }
    if (last != null) {
      checkArrival(last); // one step late: the cache has had the time to store it
    }
    last = step;
    refusedOfLast = refused;
    if (before != null && !control.isStopped()) {
      evictBefore(before);
    }
  }

  private void evictBefore(byte[] row) throws IOException {
    for (OldFile old : oldFiles) {
      meter.evictedBlocks.add(old.evictBefore(row, cold));
    }
    if (cold != null && cold.endsBefore(row)) {
      cold = null;
    }
  }
}
