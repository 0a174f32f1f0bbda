package io.lighter.warmup;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Chooses the blocks of an output that take the place of blocks of its inputs which are in the
 * cache: those whose rows are cached, and no more bytes than the inputs have there.
 *
 * <p>Rows alone are not enough. Where several inputs have the same rows and half of their blocks
 * are cached, nearly every block of the output shares a row with one of them, and caching them all
 * would push out what is cached.
 *
 * <p>Used by one thread.
 */
final class Residency {
  private final List<OldFile> oldFiles;

  /** Bytes on disk of the blocks chosen so far. */
  private long chosenBytes;

  Residency(List<OldFile> oldFiles) {
    this.oldFiles = oldFiles;
  }

  /** A block, and how much of the inputs' blocks with rows of it is cached: 0 to 1. */
  private record Candidate(BlockSpan block, double cachedPart) {}

  /**
   * Those of a step's blocks that are to be cached: the ones with the most cached rows first.
   *
   * @param blocks in key order, behind those of earlier calls for the same file
   */
  Set<BlockSpan> choose(List<BlockSpan> blocks) throws IOException {
    List<Candidate> candidates = new ArrayList<>();
    for (BlockSpan block : blocks) {
      double cachedPart = cachedPart(block);
      if (cachedPart > 0) {
        candidates.add(new Candidate(block, cachedPart));
      }
    }
    candidates.sort(Comparator.comparingDouble(Candidate::cachedPart).reversed());
    long cachedBytes = oldFiles.stream().mapToLong(OldFile::cachedBytesSeen).sum();
    Set<BlockSpan> chosen = new HashSet<>();
    for (Candidate candidate : candidates) {
      int bytes = candidate.block.onDiskSize();
      // Where all is cached it remains so, even if the output takes a little more than its inputs.
      if (candidate.cachedPart == 1 || chosenBytes + bytes <= cachedBytes) {
        chosen.add(candidate.block);
        chosenBytes += bytes;
      }
    }
    return chosen;
  }

  private double cachedPart(BlockSpan block) throws IOException {
    long cached = 0;
    long all = 0;
    for (OldFile file : oldFiles) {
      OldFile.Overlap overlap = file.overlap(block);
      cached += overlap.cachedBytes();
      all += overlap.bytes();
    }
    return all == 0 ? 0 : (double) cached / all;
  }
}
