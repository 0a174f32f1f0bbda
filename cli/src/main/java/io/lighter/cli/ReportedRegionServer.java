package io.lighter.cli;

import java.util.Optional;

/**
 * A region server as the manager's REST API shows it.
 *
 * @param name host,port,startcode
 * @param fileSettings the HDFS settings with which it creates files, as text; empty if not reported
 * @param offloaded compactions since the process started
 * @param outputsWithoutLocalReplica outputs of which most bytes are on other machines only; 0 if
 *     not reported
 */
record ReportedRegionServer(
    String name,
    String version,
    Optional<String> fileSettings,
    long offloaded,
    long outputsWithoutLocalReplica) {}
