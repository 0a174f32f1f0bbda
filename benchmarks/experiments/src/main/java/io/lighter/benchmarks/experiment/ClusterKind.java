// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

/**
 * What the cluster of some trials is like. An experiment has one cluster of each kind.
 *
 * @param cacheFactor size of the block cache relative to the data
 */
public record ClusterKind(double cacheFactor, ClusterVariant variant) {
  /** The kind in words of messages. */
  public String inWords() {
    String cache = "cache " + cacheFactor;
    return variant == ClusterVariant.DEFAULT ? cache : cache + ", " + variant.label();
  }
}
