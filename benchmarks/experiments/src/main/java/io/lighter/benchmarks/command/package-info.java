// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * Commands of {@code bin/lighter} outside of an installation, which {@link
 * io.lighter.benchmarks.command.BenchmarkCommands} adds. Each command reads its options and
 * delegates to another package; everything runs in the main thread.
 */
package io.lighter.benchmarks.command;
