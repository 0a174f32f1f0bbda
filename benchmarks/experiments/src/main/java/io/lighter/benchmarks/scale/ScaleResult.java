// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.scale;

/**
 * Costs that a simulation has measured.
 *
 * @param managerCores processor time of the manager's threads by the time that passed, of one core,
 *     while nothing but reports happened
 * @param processCores the same of the whole JVM: servers, ZooKeeper and garbage collection included
 * @param reportsPerSecond reports that servers of both kinds sent meanwhile
 * @param censuses readings of the catalogue meanwhile
 * @param censusesPerRestart further readings that a restarted compaction server caused
 * @param managerReadsPerSecond the manager's reads of ZooKeeper, while nothing but reports happened
 * @param serverReadsPerSecond reads of ZooKeeper by all compaction servers
 * @param regionServerReadsPerSecond reads of ZooKeeper by all region servers
 * @param readsPerRestart additional reads of all region servers for each compaction server that is
 *     restarted
 * @param readsPerRestartAndRegionServer the same for one region server, on average
 */
public record ScaleResult(
    double managerCores,
    double processCores,
    double reportsPerSecond,
    long censuses,
    double censusesPerRestart,
    double managerReadsPerSecond,
    double serverReadsPerSecond,
    double regionServerReadsPerSecond,
    double readsPerRestart,
    double readsPerRestartAndRegionServer) {}
