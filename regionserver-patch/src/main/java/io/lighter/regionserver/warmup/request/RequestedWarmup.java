// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup.request;

import io.lighter.regionserver.warmup.WarmupScheduler;
import java.util.Optional;
import java.util.function.Consumer;

/** The warm-up of one store for a request to warm a table. Any thread may read its figures. */
public interface RequestedWarmup extends WarmupScheduler.Warming {
  /** Bytes on disk of all blocks: an estimate until the warm-up runs, then {@link #doneBytes}. */
  long totalBytes();

  /** Bytes on disk of the blocks that are cached, including blocks that were cached before. */
  long doneBytes();

  /**
   * Sets the listener of the end. Called before the warm-up is submitted.
   *
   * @param listener called once, on the thread that ran the warm-up; gets the reason if not all
   *     blocks are cached, and nothing if they are or if the warm-up was cancelled before it ran
   */
  void whenEnded(Consumer<Optional<String>> listener);

  /** Ends the warm-up before its next block, also one that has not begun. Does not wait. */
  void cancel();
}
