package io.lighter.benchmarks.scale;

/**
 * What it cost.
 *
 * @param managerCores processor time of the manager's threads by the time that passed, of one core,
 *     while nothing but reports happened
 * @param processCores the same of the whole JVM: servers, ZooKeeper and garbage collection included
 * @param reportsPerSecond that servers of both kinds sent meanwhile
 * @param censuses readings of the catalogue meanwhile
 * @param censusesPerRestart further readings that a restarted compaction server caused
 * @param managerReadsPerSecond of ZooKeeper, while nothing but reports happened
 * @param serverReadsPerSecond of all compaction servers
 * @param regionServerReadsPerSecond of all region servers
 * @param readsPerRestart of all region servers, beyond those that they make anyway, for each
 *     compaction server that is restarted
 * @param readsPerRestartAndRegionServer of one region server, on the average
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
