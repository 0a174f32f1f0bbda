package io.lighter.cli;

import java.util.Optional;

/**
 * A region server as the manager's REST API shows it.
 *
 * @param name host,port,startcode
 * @param fileSettings with what it creates files in HDFS, for people; empty if it does not say
 * @param offloaded compactions since the process started
 * @param outputsWithoutLocalReplica their outputs of which most bytes are on other machines only; 0
 *     if it does not say
 */
record ReportedRegionServer(
    String name,
    String version,
    Optional<String> fileSettings,
    long offloaded,
    long outputsWithoutLocalReplica) {}
