// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.advise;

/**
 * What a simulated store did.
 *
 * @param flushes flushes that were played
 * @param writeAmplification bytes written, by flushes and compactions, for each byte flushed
 * @param compactedReads bytes that compactions read for each byte flushed
 * @param filesPerScan files that a scan of few rows meets, after a flush and its compactions: mean
 * @param mostFilesPerScan the most of these over time; over rows a mean
 * @param filesPerGet files that a get reads with a Bloom filter: those with the row, and 1 % of the
 *     others; mean
 * @param spaceAtRest bytes for each live byte, after a flush and its compactions: the most
 * @param spaceAtPeak bytes for each live byte with the output of a running compaction: the most
 * @param largestJobBytes bytes read and written by the largest compaction; 0 if there was none
 * @param files files at the end
 */
public record Forecast(
    SimulatedEngine engine,
    int flushes,
    double writeAmplification,
    double compactedReads,
    double filesPerScan,
    double mostFilesPerScan,
    double filesPerGet,
    double spaceAtRest,
    double spaceAtPeak,
    long largestJobBytes,
    int files) {}
