// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * Demonstration and measurement of Lighter on one machine: the {@link io.lighter.benchmarks.demo
 * demo} and the {@link io.lighter.benchmarks.experiment experiments} on a local cluster of real
 * processes. No installation contains this module.
 */
package io.lighter.benchmarks;
