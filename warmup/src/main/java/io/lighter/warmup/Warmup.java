// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
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
 * Caches the output of one compaction in key order, and advances the threshold (paper, §5.4.2).
 *
 * <p>The output files' index and Bloom blocks come first. The threshold then passes the rows before
 * the first one of the output: a compaction may concern a part of the store's rows. Each step does
 * the following:
 *
 * <ol>
 *   <li>The data blocks of a range of rows are cached, from the supply or else from the file.
 *       Blocks that replace multi-access blocks of the inputs are promoted ({@link Residency}).
 *   <li>The threshold passes those rows, so reads that start there use the output files.
 *   <li>The input files' blocks of the step <em>before</em> are evicted, since most reads that
 *       began before (2) have ended. A slower read goes to the file, and returns the same cells.
 *       Blocks of a step that the cache has not stored completely stay.
 * </ol>
 *
 * <p>At most the steps in progress are in the cache twice. Several output files advance side by
 * side, and the threshold is behind all of them. Used once, by one thread.
 */
public final class Warmup {
  private static final Logger LOG = LoggerFactory.getLogger(Warmup.class);

  private final Plan plan;
  private final WarmupThreshold threshold;
  private final WarmupControl control;
  private final WarmupMeter meter;
  private final FileReads reads;
  private final List<FilePlan> files = new ArrayList<>();
  private final List<WarmupInput> inputFiles = new ArrayList<>();
  private final Residency residency;

  /** Requested steps, in the order of execution. */
  private final Deque<Step> ahead = new ArrayDeque<>();

  /** Number of blocks of the present step that the cache has refused. */
  private int refused;

  /** The step that the threshold has passed last; null if there is none. */
  private Step last;

  /** Number of blocks of {@link #last} that the cache has refused, which are counted already. */
  private int refusedOfLast;

  /**
   * Rows of the steps with blocks that the cache has not stored, and all rows between them; null if
   * there are none. The input files' blocks of those rows are not evicted.
   */
  private BlockSpan cold;

  /** Row that the threshold has reached; null before its first move. */
  private byte[] warmBefore;

  /**
   * The work of a warm-up.
   *
   * @param outputFiles output files, open until the warm-up ends
   * @param inputFiles input files, open until the warm-up ends; empty if nothing is evicted
   * @param region region of the rows: a reference's file has other rows, too
   * @param onlyResident caches as much as is cached of the inputs, and of the same rows
   * @param stepBytes uncompressed bytes that are read from a file at a time
   * @param window number of steps that are requested ahead
   * @param rows rows that become warm; blocks without any of them are not read
   */
  public record Plan(
      List<WarmupOutput> outputFiles,
      List<HFile.Reader> inputFiles,
      RegionInfo region,
      WarmCache cache,
      Pace pace,
      boolean onlyResident,
      long stepBytes,
      int window,
      RowRange rows) {

    /** Plan without a row restriction. */
    public Plan(
        List<WarmupOutput> outputFiles,
        List<HFile.Reader> inputFiles,
        RegionInfo region,
        WarmCache cache,
        Pace pace,
        boolean onlyResident,
        long stepBytes,
        int window) {
      this(
          outputFiles,
          inputFiles,
          region,
          cache,
          pace,
          onlyResident,
          stepBytes,
          window,
          RowRange.ALL);
    }

    /**
     * Bytes on disk of the output files' data blocks, which {@link WarmupMeter#passedBytes}
     * reaches. Reads the files' indexes at the same pace, which caches their blocks.
     *
     * @return fewer bytes if the warm-up was stopped
     */
    public long dataBytes(WarmupControl control, WarmupMeter meter)
        throws IOException, InterruptedException {
      FileReads reads = new FileReads(cache, pace, control, meter);
      long bytes = 0;
      for (WarmupOutput file : outputFiles) {
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
   * Creates a warm-up.
   *
   * @param threshold the threshold to advance, which is complete at the end
   */
  public Warmup(Plan plan, WarmupThreshold threshold, WarmupControl control, WarmupMeter meter) {
    this.plan = plan;
    this.threshold = threshold;
    this.control = control;
    this.meter = meter;
    this.reads = new FileReads(plan.cache(), plan.pace(), control, meter);
    this.residency =
        new Residency(inputFiles, plan.onlyResident(), plan.cache().hasMultiAccessBlocks());
  }

  /**
   * Runs to the end, or until the warm-up is stopped.
   *
   * @return false if the warm-up was stopped, which leaves the threshold at its last position
   * @throws IOException if a file cannot be read, which leaves the threshold at its last position
   */
  public boolean run() throws IOException, InterruptedException {
    for (WarmupOutput file : plan.outputFiles()) {
      cacheIndexAndBloom(file);
      files.add(new FilePlan(file, plan.rows(), plan.stepBytes(), reads));
    }
    passRowsThatAreWarm();
    byte[] endKey = plan.region().getEndKey();
    for (HFile.Reader file : plan.inputFiles()) {
      inputFiles.add(
          new WarmupInput(
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

  private void cacheIndexAndBloom(WarmupOutput file) throws IOException, InterruptedException {
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

  /** Plans and requests as many steps as the window allows. */
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
      Step planned = next.next();
      Step step = planned.caching(residency.choose(planned.blocks(), planned.wasCold()));
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
      if (step.promoted().contains(span)
          && plan.cache().promote(step.file().reader(), span.offset())) {
        meter.promotedBlocks.increment();
      }
      meter.passedBytes.add(span.onDiskSize());
    }
  }

  /** Returns null if the supply fails, so that the blocks are read from the file. */
  private Chunk fetch(ChunkSupply.Ticket ticket) throws InterruptedException {
    try {
      return ticket.get();
    } catch (IOException e) {
      meter.lostChunks.increment();
      LOG.warn("A chunk of blocks is read from its file instead: {}", e.toString());
      LOG.debug("chunk lost", e);
      return null;
    }
  }

  private void insert(WarmupOutput file, HFileBlock block) throws InterruptedException {
    int bytes = block.getUncompressedSizeWithoutHeader();
    control.pause(plan.pace().nanosBefore(bytes));
    if (keep(file, block)) {
      meter.remoteBytes.add(bytes);
      meter.remoteBlocks.increment();
    }
  }

  private void read(WarmupOutput file, BlockSpan span) throws IOException, InterruptedException {
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
   * Caches a block, and retries while the cache has no room. The limit is a second for the first
   * block of a step, and half as long after each refusal, so a step waits for two seconds at most.
   */
  private boolean keep(WarmupOutput file, HFileBlock block) throws InterruptedException {
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
   * Waits until the cache has stored the accepted blocks of a step, for about a second at most, and
   * counts dropped blocks. HBase's bucket cache drops blocks without an error if there is no room
   * or no working disk.
   */
  private void checkArrival(Step step) throws InterruptedException {
    HFile.Reader file = step.file().reader();
    List<BlockSpan> missing = List.copyOf(step.wanted());
    for (int look = 1; look <= WarmCache.INSERTIONS; look++) {
      missing =
          missing.stream().filter(span -> !plan.cache().hasStored(file, span.offset())).toList();
      boolean waits =
          missing.stream().anyMatch(span -> plan.cache().isWaiting(file, span.offset()));
      // Checks twice in any case, since a block may be written between the two checks.
      if (missing.isEmpty() || (!waits && look > 1)) {
        break;
      }
      if (!control.pause(WarmCache.pauseNanos(look))) {
        return; // after a stop, nothing is evicted
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
    byte[] now = passRowsThatAreWarm();
    if (now != null) {
      warmBefore = now;
    }
    if (last != null) {
      checkArrival(last); // one step late, so that the cache could store the blocks
    }
    last = step;
    refusedOfLast = refused;
    if (before != null && !control.isStopped()) {
      evictBefore(before);
    }
  }

  /** Returns the first row that is not warm in all output files; null if all rows are warm. */
  private byte[] passRowsThatAreWarm() {
    byte[] row = null;
    for (FilePlan file : files) {
      row = FilePlan.earlier(row, file.warmBefore());
    }
    if (row != null && !control.isStopped()) {
      threshold.advanceBefore(row);
    }
    return row;
  }

  private void evictBefore(byte[] row) throws IOException {
    for (WarmupInput input : inputFiles) {
      meter.evictedBlocks.add(input.evictBefore(row, cold));
    }
    if (cold != null && cold.endsBefore(row)) {
      cold = null;
    }
  }
}
