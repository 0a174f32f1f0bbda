// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.advise;

import io.lighter.engine.policy.SizeRule.Selection;
import java.util.List;

/**
 * The files of a store under an engine, with an account of its compactions. A compaction takes no
 * time: none runs while another one is selected. Not thread-safe.
 */
abstract class StoreModel {
  private final int blockingFiles;

  private double live;
  private double readBytes;
  private double compactedBytes;
  private double largestJob;
  private double spaceAtPeak;

  /** More compactions than one flush makes due. */
  private static final int MOST_COMPACTIONS = 100_000;

  StoreModel(int blockingFiles) {
    this.blockingFiles = blockingFiles;
  }

  /**
   * Adds a flushed file, and compacts as often as HBase asks for it: also beyond {@code asks} while
   * flushes would wait.
   *
   * @param liveBytes live bytes of the store, with those of the flush
   */
  final void flush(Contents flushed, double liveBytes, long nowMillis, long asks) {
    live = liveBytes;
    add(flushed, nowMillis);
    spaceAtPeak = Math.max(spaceAtPeak, space());
    for (long asked = 0; asked < asks || depth() >= blockingFiles; asked++) {
      if (!compact(nowMillis)) {
        return;
      }
      if (asked > MOST_COMPACTIONS) {
        throw new IllegalStateException(
            "compactions of %d files go on for ever".formatted(files()));
      }
    }
  }

  /** Adds a flushed file. */
  abstract void add(Contents flushed, long nowMillis);

  /** Carries out the next compaction; false if there is none. */
  abstract boolean compact(long nowMillis);

  abstract double bytes();

  abstract int files();

  /** Files that a scan of few rows meets: the mean over all rows. */
  abstract double scanFiles();

  /** What HBase compares with the number of files at which flushes wait. */
  int depth() {
    return files();
  }

  /** Bytes of all files for each live byte. */
  final double space() {
    return bytes() / live;
  }

  /** Accounts for a compaction whose inputs are still there. */
  final void account(double in, double out) {
    readBytes += in;
    compactedBytes += out;
    largestJob = Math.max(largestJob, in + out);
    spaceAtPeak = Math.max(spaceAtPeak, (bytes() + out) / live);
  }

  /** Replaces consecutive files by their cells, and accounts for it. */
  final void merge(List<Contents> files, Selection selection) {
    List<Contents> inputs = files.subList(selection.from(), selection.to());
    Contents output = Contents.merged(inputs);
    account(Contents.bytes(inputs), output.bytes());
    inputs.clear();
    files.add(selection.from(), output);
  }

  final double readBytes() {
    return readBytes;
  }

  final double compactedBytes() {
    return compactedBytes;
  }

  final double largestJob() {
    return largestJob;
  }

  final double spaceAtPeak() {
    return spaceAtPeak;
  }
}
