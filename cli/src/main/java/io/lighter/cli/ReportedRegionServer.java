// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import java.util.Optional;

/**
 * A region server as the manager's REST API shows it.
 *
 * @param name host,port,startcode
 * @param fileSettings the HDFS settings for the files that it creates, as text; empty if not
 *     reported
 * @param offloaded offloaded compactions since the process started
 * @param outputsWithoutLocalReplica outputs with most bytes on other machines only; 0 if not
 *     reported
 */
record ReportedRegionServer(
    String name,
    String version,
    Optional<String> fileSettings,
    long offloaded,
    long outputsWithoutLocalReplica) {}
