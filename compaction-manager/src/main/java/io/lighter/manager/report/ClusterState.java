package io.lighter.manager.report;

/**
 * The compaction servers together, by their last reports. All 0 on a manager that does not lead.
 *
 * @param regions of the cluster; -1: not read yet
 * @param groupsWithoutServer groups that have regions and no server that takes jobs
 * @param idleBesideQueue servers that run nothing while jobs wait elsewhere in their group
 * @param oldestJobAgeMs of those that wait or run; 0: there is none
 * @param failuresInARow the highest of all servers
 * @param leastMemory of a server, for outputs; 0: there is no server
 * @param leastThreads of a server
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
