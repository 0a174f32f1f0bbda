// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

/** A part of a trial's time, in this order. */
public enum Phase {
  /** Before the compaction; the other phases are compared with the baseline. */
  BASELINE("baseline"),
  /** From the start of the compaction until its output is in use, at least in part. */
  COMPACTION("compaction"),
  /** From the use of the output until the blocks are warm again. */
  WARMUP("warmup"),
  /** After the warm-up. */
  REST("rest");

  private final String label;

  Phase(String label) {
    this.label = label;
  }

  /** Name in files. */
  public String label() {
    return label;
  }
}
