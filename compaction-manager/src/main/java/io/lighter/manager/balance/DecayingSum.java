// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.balance;

/** A sum whose amounts decay; see {@link Decay}. Not thread-safe. */
final class DecayingSum {
  private final Decay decay;
  private double sum;
  private long atNanos;

  DecayingSum(Decay decay, long nowNanos) {
    this.decay = decay;
    this.atNanos = nowNanos;
  }

  void add(long amount, long nowNanos) {
    forget(nowNanos);
    sum += amount;
  }

  double perMinute(long nowNanos) {
    forget(nowNanos);
    return decay.perMinute(sum);
  }

  private void forget(long nowNanos) {
    sum *= decay.left(nowNanos - atNanos);
    atNanos = nowNanos;
  }
}
