// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.engine;

/** A store engine that learns when inputs of committed compactions are free of Lighter's reads. */
@FunctionalInterface
public interface InputsListener {
  /**
   * Called after a warm-up has released files, of which some may be inputs of a committed
   * compaction. The calling thread holds no lock of the store, and the store may have closed.
   * Throws nothing.
   */
  void inputsReleased();
}
