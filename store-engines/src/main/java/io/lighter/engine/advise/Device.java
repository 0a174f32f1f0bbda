// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.advise;

/** What the store files are on; assumed figures of one device, not measured ones. */
public enum Device {
  /** A spinning disk. */
  DISK("disk", 100L << 20, 0.01),
  /** A solid-state disk. */
  SSD("ssd", 500L << 20, 0.0001);

  private final String tag;
  private final long bytesPerSecond;
  private final double seekSeconds;

  Device(String tag, long bytesPerSecond, double seekSeconds) {
    this.tag = tag;
    this.bytesPerSecond = bytesPerSecond;
    this.seekSeconds = seekSeconds;
  }

  /** Returns the name for people. */
  public String tag() {
    return tag;
  }

  /** Returns the assumed sequential throughput. */
  public long bytesPerSecond() {
    return bytesPerSecond;
  }

  /** Returns the assumed time of one read of a block at random. */
  public double seekSeconds() {
    return seekSeconds;
  }
}
