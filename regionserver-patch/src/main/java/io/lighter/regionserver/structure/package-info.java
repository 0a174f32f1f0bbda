// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * What the stores of a region server consist of, whatever their engine, and what flushes and
 * compactions wrote: write, read and space amplification of each table.
 *
 * <p>{@link io.lighter.regionserver.structure.StructureMonitor} is the entry. Its thread takes
 * samples of all stores; the reporter's thread reads the last sample, and the stores of tables that
 * the manager asked for. {@link io.lighter.regionserver.structure.SortedRuns} is the measure.
 */
package io.lighter.regionserver.structure;
