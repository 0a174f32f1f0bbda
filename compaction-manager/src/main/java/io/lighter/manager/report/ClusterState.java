// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.report;

/**
 * The sums over the compaction servers' last reports. All 0 on a manager that does not lead.
 *
 * @param regions number of regions in the cluster; -1: not read yet
 * @param groupsWithoutServer groups that have regions and no server that takes jobs
 * @param idleBesideQueue servers that run nothing while jobs wait elsewhere in their group
 * @param oldestJobAgeMs age of the oldest waiting or running job; 0: there is none
 * @param failuresInARow maximum over all servers
 * @param leastMemory smallest memory of a server for outputs; 0: there is no server
 * @param leastThreads smallest number of a server's threads
 */
public record ClusterState(
    int regions,
    int groupsWithoutServer,
    int queuedJobs,
    int runningJobs,
    int idleBesideQueue,
    long oldestJobAgeMs,
    int failuresInARow,
    long leastMemory,
    int leastThreads) {}
