package io.lighter.benchmarks.experiment;

/** A part of a trial's time; in this order. */
public enum Phase {
  /** Before the compaction: what the others are compared with. */
  BASELINE("baseline"),
  /** From the start of the compaction until its output is in use, wholly or in part. */
  COMPACTION("compaction"),
  /** From then on until the blocks are warm again. */
  WARMUP("warmup"),
  /** Afterwards. */
  REST("rest");

  private final String label;

  Phase(String label) {
    this.label = label;
  }

  /** Its name in files. */
  public String label() {
    return label;
  }
}
