// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.metrics;

import static io.lighter.common.metrics.MetricKind.COUNTER;
import static io.lighter.common.metrics.MetricKind.GAUGE;
import static io.lighter.common.metrics.MetricKind.HISTOGRAM;
import static io.lighter.common.metrics.MetricKind.TIMER;
import static io.lighter.common.metrics.MetricProcess.COMPACTION_SERVER;
import static io.lighter.common.metrics.MetricProcess.MANAGER;
import static io.lighter.common.metrics.MetricProcess.REGION_SERVER;
import static io.lighter.common.metrics.MetricUnit.BOOLEAN;
import static io.lighter.common.metrics.MetricUnit.BYTES;
import static io.lighter.common.metrics.MetricUnit.BYTES_PER_SECOND;
import static io.lighter.common.metrics.MetricUnit.COUNT;
import static io.lighter.common.metrics.MetricUnit.MICROSECONDS;
import static io.lighter.common.metrics.MetricUnit.MILLISECONDS;
import static io.lighter.common.metrics.MetricUnit.PERCENT;
import static io.lighter.common.metrics.MetricUnit.RATIO;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Every metric of Lighter's processes. Names are part of the interface: dashboards and alert rules
 * use them.
 */
public enum LighterMetric {
  MANAGER_LEADER(
      MANAGER,
      "leader",
      GAUGE,
      BOOLEAN,
      "1 while this manager leads. With 0, what it says of jobs, groups and need is 0 or -1."),
  MANAGER_LIVE_SERVERS(
      MANAGER,
      "liveServers",
      GAUGE,
      COUNT,
      "Compaction servers in ZooKeeper; -1: not read yet.",
      "Whether they report."),
  MANAGER_ALERTS(
      MANAGER, "alerts", GAUGE, COUNT, "On the dashboard now; 0 while this manager does not lead."),
  MANAGER_TABLES_STAYING_LOCAL(
      MANAGER,
      "tablesStayingLocal",
      GAUGE,
      COUNT,
      "Tables of which five or more, and most, compactions of the last hour ran on region servers"
          + " for one reason, if that has held for five minutes; 20 at most; 0 while this manager"
          + " does not lead.",
      "Reasons that an operator chose, such as too-small or a switch."),
  MANAGER_TABLES_MISPLACED(
      MANAGER,
      "tablesMisplaced",
      GAUGE,
      COUNT,
      "Tables with tiers of which more than 10 % of all replicas are on other types of storage than"
          + " the tiers ask for, if that has held for 30 minutes; 20 at most; 0 while this manager"
          + " does not lead."),
  MANAGER_TABLES_WITH_LATE_MERGES(
      MANAGER,
      "tablesWithLateMerges",
      GAUGE,
      COUNT,
      "Tables with levels of which a store has had full runs for 30 minutes without a break, and no"
          + " merge of them has begun; 20 at most; 0 while this manager does not lead."),
  MANAGER_TABLES_WITH_BROKEN_INDEXES(
      MANAGER,
      "tablesWithBrokenIndexes",
      GAUGE,
      COUNT,
      "Tables with a region that keeps no index, or that refuses writes since it cannot read the"
          + " definition of one, if that has held for 30 seconds; 20 at most; 0 while this manager"
          + " does not lead."),
  MANAGER_TABLES_WITH_SUSPECT_INDEXES(
      MANAGER,
      "tablesWithSuspectIndexes",
      GAUGE,
      COUNT,
      "Tables with an index whose lookups are refused, since a table was restored, truncated or"
          + " altered in its files; 20 at most; 0 while this manager does not lead."),
  MANAGER_SWITCHED_OFF(
      MANAGER,
      "switchedOff",
      GAUGE,
      BOOLEAN,
      "1 while offloading is switched off for all tables; 0 while this manager does not lead.",
      "Single tables that are switched off, and settings of tables or of the site."),
  MANAGER_WANTED_SERVERS(
      MANAGER,
      "wantedServers",
      GAUGE,
      COUNT,
      "Compaction servers that the measured load needs; the signal for scaling. It rises at once"
          + " and falls when the need was lower for 15 minutes. -1: nothing was measured in the last"
          + " 15 minutes, or this manager does not lead.",
      "Groups: all servers are taken for one.",
      "C = ⌈R / ⌊h / T⌋⌉, h = t / D · ⌊m / b⌋, D = b / c + b / w over the last hour; see"
          + " capacity.md."),
  MANAGER_GROUPS_WITHOUT_SERVER(
      MANAGER,
      "groupsWithoutServer",
      GAUGE,
      COUNT,
      "Groups that have regions and no live server that takes jobs: none, or all drain."),
  MANAGER_QUEUED_JOBS(
      MANAGER,
      "queuedJobs",
      GAUGE,
      COUNT,
      "Jobs that wait, by the last reports of live servers.",
      "Compactions that wait in HBase's own queues."),
  MANAGER_RUNNING_JOBS(
      MANAGER, "runningJobs", GAUGE, COUNT, "Jobs that run, by the last reports of live servers."),
  MANAGER_IDLE_BESIDE_QUEUE(
      MANAGER,
      "serversIdleBesideQueue",
      GAUGE,
      COUNT,
      "Servers that take new jobs, and on which none waits or runs, while jobs wait at another"
          + " server of their group."),
  MANAGER_OLDEST_JOB_AGE(
      MANAGER,
      "oldestJobAgeMs",
      GAUGE,
      MILLISECONDS,
      "Age of the oldest job that waits or runs; 0: there is none.",
      "Jobs that are complete and not yet taken over."),
  MANAGER_FAILURES_IN_A_ROW(
      MANAGER,
      "failuresInARow",
      GAUGE,
      COUNT,
      "Jobs that failed at one server since the last that it completed; the highest of all"
          + " servers."),
  MANAGER_REGIONS_AGE(
      MANAGER,
      "regionsAgeMs",
      GAUGE,
      MILLISECONDS,
      "Since the last complete reading of hbase:meta; -1: none yet."),
  MANAGER_SLOTS_MOVED(
      MANAGER,
      "slotsMoved",
      COUNTER,
      COUNT,
      "Slots that were written with another owner than before, first owners included."),
  MANAGER_SLOTS_MOVED_BY_LOAD(
      MANAGER, "slotsMovedByLoad", COUNTER, COUNT, "The part of slotsMoved that balancing moved."),
  MANAGER_BALANCE_MOVES(
      MANAGER, "balanceMoves", COUNTER, COUNT, "Rounds of balancing that moved slots."),
  MANAGER_COLLECTION_ROUNDS(
      MANAGER,
      "collectionRounds",
      COUNTER,
      COUNT,
      "Rounds that collected stale entries of indexes, and completed."),
  MANAGER_COLLECTION_ROUND_FAILURES(
      MANAGER,
      "collectionRoundFailures",
      COUNTER,
      COUNT,
      "Rounds of collection that failed; the manager starts another one later."),
  MANAGER_COLLECTION_BYTES_DROPPED(
      MANAGER,
      "collectionBytesDropped",
      COUNTER,
      BYTES,
      "Bytes by which the files of index tables shrank in rounds of collection, new entries"
          + " deducted."),
  MANAGER_REPORTS_RECEIVED(
      MANAGER,
      "reportsReceived",
      COUNTER,
      COUNT,
      "Reports of compaction servers to this manager while it led, those of unknown servers"
          + " included.",
      "Reports of region servers."),
  MANAGER_REGION_READ_FAILURES(
      MANAGER,
      "regionReadFailures",
      COUNTER,
      COUNT,
      "Readings of hbase:meta that HBase did not answer."),
  MANAGER_ASSIGNMENT_FAILURES(
      MANAGER,
      "assignmentFailures",
      COUNTER,
      COUNT,
      "Passes over the assignment that ZooKeeper did not answer."),
  MANAGER_ASSIGNMENT_CONFLICTS(
      MANAGER,
      "assignmentConflicts",
      COUNTER,
      COUNT,
      "Tables that another process had written, or that were written as a leader that had been"
          + " replaced; nothing was overwritten."),
  MANAGER_REFUSED_CALLS(
      MANAGER,
      "refusedCalls",
      COUNTER,
      COUNT,
      "Calls and web requests that were refused because their caller may not. Each has a line in"
          + " the audit log.",
      "Callers who are not known: unknownCallers, and the web server's status 401."),
  MANAGER_UNKNOWN_CALLERS(
      MANAGER,
      "unknownCallers",
      COUNTER,
      COUNT,
      "Connections to the RPC port that ended before their caller was known: plain text where TLS"
          + " is asked for, a certificate or a ticket that was not accepted, or just a look at the"
          + " port. One in 10 s is in the audit log."),

  SERVER_ACCEPTED_JOBS(
      COMPACTION_SERVER,
      "acceptedJobs",
      COUNTER,
      COUNT,
      "Jobs accepted, each once.",
      "Repeated requests for the same job."),
  SERVER_COMPLETED_JOBS(
      COMPACTION_SERVER,
      "completedJobs",
      COUNTER,
      COUNT,
      "Jobs whose output was durable; they may still have been cancelled then."),
  SERVER_FAILED_JOBS(
      COMPACTION_SERVER, "failedJobs", COUNTER, COUNT, "Jobs whose compactor failed."),
  SERVER_JOBS_STORE_BUSY(
      COMPACTION_SERVER,
      "storeBusyJobs",
      COUNTER,
      COUNT,
      "Failed jobs for which an object store had asked for fewer requests (S3: SlowDown), after the"
          + " file system's own retries. They are no failures in a row."),
  SERVER_CANCELLED_JOBS(
      COMPACTION_SERVER, "cancelledJobs", COUNTER, COUNT, "Jobs given up, by either side."),
  SERVER_STORE_REQUESTS(
      COMPACTION_SERVER,
      "storeRequests_",
      "kind",
      GAUGE,
      COUNT,
      "Requests to the object store since the start, as S3A counts them, without retries by Amazon's"
          + " library: get, head, put, list, delete. A file's get and put are added when the file is"
          + " closed. Appears on S3A only."),
  SERVER_REFUSED_REQUESTS(
      COMPACTION_SERVER, "refusedRequests", COUNTER, COUNT, "Requests refused, for all reasons."),
  SERVER_REFUSED_REQUESTS_BY(
      COMPACTION_SERVER,
      "refusedRequests_",
      "refusal",
      COUNTER,
      COUNT,
      "Requests refused, by Refusal in lower case: busy, draining, not_found and so on. Appears"
          + " with the first."),
  SERVER_BYTES_READ(
      COMPACTION_SERVER,
      "bytesRead",
      COUNTER,
      BYTES,
      "Read from the file system by jobs that completed.",
      "Jobs that run, failed or were cancelled."),
  SERVER_BYTES_WRITTEN(
      COMPACTION_SERVER,
      "bytesWritten",
      COUNTER,
      BYTES,
      "Written to the file system by jobs that completed.",
      "Jobs that run, failed or were cancelled."),
  SERVER_COMPACTING_TIME(
      COMPACTION_SERVER,
      "compactingMs",
      COUNTER,
      MILLISECONDS,
      "Running time of jobs that completed, summed.",
      "Waiting."),
  SERVER_WAIT(
      COMPACTION_SERVER,
      "waitMillis",
      HISTOGRAM,
      MILLISECONDS,
      "From acceptance to start, of jobs that started."),
  SERVER_RUN(
      COMPACTION_SERVER,
      "runMillis",
      HISTOGRAM,
      MILLISECONDS,
      "From start to durable output, of jobs that completed."),
  SERVER_QUEUED_JOBS(COMPACTION_SERVER, "queuedJobs", GAUGE, COUNT, "Jobs that wait."),
  SERVER_RUNNING_JOBS(
      COMPACTION_SERVER,
      "runningJobs",
      GAUGE,
      COUNT,
      "Threads that are busy, cancelled jobs that still stop included."),
  SERVER_OLDEST_JOB_AGE(
      COMPACTION_SERVER,
      "oldestJobAgeMs",
      GAUGE,
      MILLISECONDS,
      "Age of the oldest job that waits or runs; 0: there is none.",
      "Jobs that are complete and not yet taken over."),
  SERVER_FAILURES_IN_A_ROW(
      COMPACTION_SERVER,
      "failuresInARow",
      GAUGE,
      COUNT,
      "Jobs that failed since the last that completed.",
      "Cancelled ones."),
  SERVER_RESERVED_BYTES(
      COMPACTION_SERVER,
      "reservedBytes",
      GAUGE,
      BYTES,
      "Input of running jobs, and retained outputs: what admission compares with"
          + " lighter.server.cache.size."),
  SERVER_CACHED_OUTPUTS(COMPACTION_SERVER, "cachedOutputs", GAUGE, COUNT, "Retained outputs."),
  SERVER_CACHED_BYTES(
      COMPACTION_SERVER,
      "cachedBytes",
      GAUGE,
      BYTES,
      "All chunks in memory, compressed, also those of outputs that are being written or sent."),
  SERVER_SPARE_BYTES(
      COMPACTION_SERVER,
      "spareBytes",
      GAUGE,
      BYTES,
      "Chunks of outputs that only secondary replicas may still need; other outputs take the memory"
          + " when they need it. A part of cachedBytes, not of reservedBytes."),
  SERVER_LOOKUPS(
      COMPACTION_SERVER,
      "outputLookups",
      COUNTER,
      COUNT,
      "Look-ups of an output by secondary replicas; each replica looks at up to three servers."),
  SERVER_LOOKUPS_FOUND(
      COMPACTION_SERVER,
      "outputLookupsFound",
      COUNTER,
      COUNT,
      "Look-ups of which this server had the output; a part of outputLookups."),
  SERVER_REPLICAS_ORDERED(
      COMPACTION_SERVER,
      "replicasOrdered",
      GAUGE,
      COUNT,
      "1: jobs read the replica on the region server's machine last, unless this server runs there;"
          + " 0: in HDFS's order."),
  SERVER_RETAINED_OUTPUTS(
      COMPACTION_SERVER,
      "retainedOutputs",
      COUNTER,
      COUNT,
      "Outputs that were retained for a warm-up."),
  SERVER_CHUNKS_SERVED(
      COMPACTION_SERVER, "chunksServed", COUNTER, COUNT, "Chunks, as often as they were sent."),
  SERVER_CHUNK_BYTES_SERVED(
      COMPACTION_SERVER,
      "chunkBytesServed",
      COUNTER,
      BYTES,
      "Bytes of the chunks sent, compressed."),
  SERVER_CHUNKS_DROPPED(
      COMPACTION_SERVER,
      "chunksDropped",
      COUNTER,
      COUNT,
      "Chunks left out: no memory, or they could not be made. A warm-up reads their blocks from"
          + " HDFS."),
  SERVER_LEASES_ENDED(
      COMPACTION_SERVER,
      "leasesEnded",
      COUNTER,
      COUNT,
      "Outputs forgotten because no region server asked for them for lighter.server.cache.lease."),
  SERVER_CHANNELS_OPENED(
      COMPACTION_SERVER,
      "chunkChannelsOpened",
      COUNTER,
      COUNT,
      "Connections to the chunk port that came with a good ticket."),
  SERVER_CHANNELS_REFUSED(
      COMPACTION_SERVER,
      "chunkChannelsRefused",
      COUNTER,
      COUNT,
      "Connections to the chunk port that were closed for what their peer did: no ticket or a bad"
          + " one, no TLS, asking for too much, not reading. One in 10 s is in the audit log."),
  SERVER_UNKNOWN_CALLERS(
      COMPACTION_SERVER,
      "unknownCallers",
      COUNTER,
      COUNT,
      "As the manager's: connections to the RPC port that ended before their caller was known."),
  SERVER_PACED_BYTES(
      COMPACTION_SERVER,
      "pacedBytes",
      COUNTER,
      BYTES,
      "Read by jobs while pacing limited them.",
      "Bytes read at full speed."),
  SERVER_PACED_TIME(
      COMPACTION_SERVER,
      "pacedMs",
      COUNTER,
      MILLISECONDS,
      "Time for which pacing delayed jobs, summed over the jobs."),
  SERVER_PACED_JOBS(
      COMPACTION_SERVER,
      "pacedJobs",
      GAUGE,
      COUNT,
      "Running jobs that pacing limits now.",
      "Jobs that run at full speed, such as urgent ones."),
  SERVER_JOBS_PAUSED(
      COMPACTION_SERVER,
      "jobsPaused",
      COUNTER,
      COUNT,
      "Pauses of running jobs, each for an urgent job that needed a thread."),
  SERVER_JOBS_UNOWNED(
      COMPACTION_SERVER,
      "unownedJobs",
      COUNTER,
      COUNT,
      "Jobs that went on after their region server had not asked for them any more"
          + " (lighter.offload.grace); each time a job does so counts."),
  SERVER_JOBS_ADOPTED(
      COMPACTION_SERVER,
      "adoptedJobs",
      COUNTER,
      COUNT,
      "Jobs that another region server adopted, because it had opened the region."),
  SERVER_LIVE_SETS_WRITTEN(
      COMPACTION_SERVER,
      "liveSetsWritten",
      COUNTER,
      COUNT,
      "Live sets that compactions of indexed families published, one for each index.",
      "Sets of jobs that were given up."),
  SERVER_LIVE_SET_BYTES(
      COMPACTION_SERVER, "liveSetBytes", COUNTER, BYTES, "Length of those live sets."),
  SERVER_INDEX_ENTRIES_DROPPED(
      COMPACTION_SERVER,
      "indexEntriesDropped",
      COUNTER,
      COUNT,
      "Stale entries, and older versions of them, that compactions of index tables did not write.",
      "What HBase drops by itself, such as entries under a delete marker."),
  SERVER_INDEX_ENTRIES_TOO_NEW(
      COMPACTION_SERVER,
      "indexEntriesTooNew",
      COUNTER,
      COUNT,
      "Entries that compactions of index tables kept because they are younger than the live set of"
          + " their row, which lacks them: stale, or of rows that were written since."),
  SERVER_INDEX_SETS_LEFT_OUT(
      COMPACTION_SERVER,
      "indexSetsLeftOut",
      COUNTER,
      COUNT,
      "Live sets that a compaction of an index table did not use, because lighter.index.gc.memory"
          + " was in use."),
  SERVER_BUILD_JOBS_STARTED(
      COMPACTION_SERVER,
      "indexBuildJobsStarted",
      COUNTER,
      COUNT,
      "Jobs of index builds that started on this server: a region read, or a region of the index"
          + " merged."),
  SERVER_BUILD_JOBS_FAILED(
      COMPACTION_SERVER,
      "indexBuildJobsFailed",
      COUNTER,
      COUNT,
      "Those that failed, also if a row could not have an entry. The command runs the job"
          + " elsewhere.",
      "Jobs that were cancelled."),
  SERVER_BUILD_JOBS_CANCELLED(
      COMPACTION_SERVER,
      "indexBuildJobsCancelled",
      COUNTER,
      COUNT,
      "Those that the command gave up, or did not ask for in 30 s."),
  SERVER_BUILD_JOBS_RUNNING(
      COMPACTION_SERVER, "indexBuildJobsRunning", GAUGE, COUNT, "Jobs of index builds that run."),
  SERVER_BUILD_ENTRIES_WRITTEN(
      COMPACTION_SERVER,
      "indexBuildEntriesWritten",
      COUNTER,
      COUNT,
      "Entries in the files of completed jobs of index builds. Each entry is written when its"
          + " region is read, and again when runs are merged."),

  OFFLOADED_COMPACTIONS(
      REGION_SERVER,
      "offloadedCompactions",
      COUNTER,
      COUNT,
      "Compactions whose output was taken over."),
  OFFLOADED_INPUT_BYTES(
      REGION_SERVER, "offloadedInputBytes", COUNTER, BYTES, "Input of those compactions."),
  ADOPTED_COMPACTIONS(
      REGION_SERVER,
      "adoptedCompactions",
      COUNTER,
      COUNT,
      "Of those compactions, the ones whose job an earlier owner of the region had submitted."),
  JOBS_LEFT(
      REGION_SERVER,
      "leftJobs",
      COUNTER,
      COUNT,
      "Running jobs that were left to the region's next owner, because the region closed or the"
          + " region server stopped. They also count as cancelled here.",
      "Jobs of a region server that was killed."),
  ADOPTIONS_DROPPED(
      REGION_SERVER,
      "adoptionsDropped_",
      "reason",
      COUNTER,
      COUNT,
      "Jobs of earlier owners that were not adopted, by reason; troubleshooting.md has the list."),
  FAILED_ATTEMPTS(
      REGION_SERVER,
      "failedAttempts",
      COUNTER,
      COUNT,
      "Attempts on a compaction server that failed; another attempt or a local run followed."),
  GROUP_FALLBACKS(
      REGION_SERVER,
      "groupFallbacks",
      COUNTER,
      COUNT,
      "Offloaded compactions that the group 'default' took, because no server of the table's group"
          + " took jobs."),
  OUTPUTS_CORRECTED(
      REGION_SERVER,
      "outputsCorrected",
      COUNTER,
      COUNT,
      "Outputs of which the region server set replication or permissions at the take-over: the"
          + " compaction server had written them with its own."),
  OUTPUTS_DIFFERENT(
      REGION_SERVER,
      "outputsDifferent",
      COUNTER,
      COUNT,
      "Outputs that were taken over with another HDFS block size or kind of checksum than the"
          + " region server writes."),
  OUTPUTS_WITHOUT_LOCAL_REPLICA(
      REGION_SERVER,
      "outputsWithoutLocalReplica",
      COUNTER,
      COUNT,
      "Outputs that were taken over, and of which most bytes have no replica on the region server's"
          + " machine. Where that machine has no DataNode, these are all outputs.",
      "Erasure-coded files."),
  COMPACTIONS_CANCELLED_BY_OPERATOR(
      REGION_SERVER,
      "compactionsCancelledByOperator",
      COUNTER,
      COUNT,
      "Compactions whose job was cancelled with 'lighter queue'; they ran nowhere else."),
  CANCELLED_COMPACTIONS(
      REGION_SERVER,
      "cancelledCompactions",
      COUNTER,
      COUNT,
      "Compactions that the region server itself gave up: close, split, move, compaction switch."),
  COMPACTIONS_IN_FLIGHT(
      REGION_SERVER, "compactionsInFlight", GAUGE, COUNT, "Jobs submitted and not yet ended."),
  OFFLOAD_TIME(
      REGION_SERVER,
      "offloadTime",
      TIMER,
      MICROSECONDS,
      "From the first submit to the take-over.",
      "Compactions that were not taken over."),
  LOCAL_COMPACTIONS(
      REGION_SERVER,
      "localCompactions_",
      "reason",
      COUNTER,
      COUNT,
      "Compactions that ran here, by reason; troubleshooting.md has the list."),
  WAL_SYNC_PRESSURE(
      REGION_SERVER,
      "walSyncPressure",
      GAUGE,
      PERCENT,
      "Time of a sync of the write-ahead logs in the last 5 s, of its idle baseline; -1: too few"
          + " syncs to tell."),
  WAL_ASYNC_OLDEST(
      REGION_SERVER,
      "walAsyncOldestMs",
      GAUGE,
      MILLISECONDS,
      "Age of the oldest entry of a write-ahead log that no sync covers, of all logs of the region"
          + " server, rounded up by as much as an eighth of lighter.wal.async.max.delay. 0: there is"
          + " no such entry, or that option is 0."),
  WAL_ASYNC_SYNCS(
      REGION_SERVER,
      "walAsyncSyncs",
      COUNTER,
      COUNT,
      "Syncs of write-ahead logs that lighter.wal.async.max.delay asked for.",
      "Syncs that a write, a flush or a roll of HBase asked for."),
  WAL_ASYNC_SYNC_FAILURES(
      REGION_SERVER,
      "walAsyncSyncFailures",
      COUNTER,
      COUNT,
      "Those syncs that failed, and attempts to look at the logs that failed. Each is repeated."),
  TRANSACTIONS_OPEN(
      REGION_SERVER,
      "transactionsOpen",
      GAUGE,
      COUNT,
      "Open transactions; lighter.transactions.max.open is the most."),
  TRANSACTIONS_COMMITTED(
      REGION_SERVER,
      "transactionsCommitted",
      COUNTER,
      COUNT,
      "Transactions that were applied, durable or not."),
  TRANSACTIONS_REFUSED(
      REGION_SERVER,
      "transactionsRefused_",
      "cause",
      COUNTER,
      COUNT,
      "Calls of transactions that were refused, by cause: conflict, snapshot-gone, too-many,"
          + " flush-busy, invalid; transactions.md says what to do."),
  FLUSH_COMMITS(
      REGION_SERVER,
      "flushCommits",
      COUNTER,
      COUNT,
      "Durable commits with lighter.commit.journal = flush that were answered after a flush.",
      "Commits that failed or were refused."),
  FLUSH_COMMIT_MILLIS(
      REGION_SERVER,
      "flushCommitMillis",
      HISTOGRAM,
      MILLISECONDS,
      "Time that these commits waited for a flush."),
  FLUSH_COMMIT_FLUSHES(
      REGION_SERVER,
      "flushCommitFlushes",
      COUNTER,
      COUNT,
      "Flushes that durable commits asked for.",
      "Flushes of HBase's own, which may make commits durable as well."),
  FLUSH_COMMIT_WAITERS(
      REGION_SERVER,
      "flushCommitWaiters",
      GAUGE,
      COUNT,
      "Handlers with a durable commit that a flush has to make durable. Half of the handlers is the"
          + " most."),
  INDEX_INSERTS(
      REGION_SERVER,
      "indexInserts",
      COUNTER,
      COUNT,
      "Index entries that writes of this region server inserted before they were committed."),
  INDEX_INSERTS_SKIPPED(
      REGION_SERVER,
      "indexInsertsSkipped",
      COUNTER,
      COUNT,
      "Keys of written rows that needed no entry, since the row had the key already."),
  INDEX_INSERT_MILLIS(
      REGION_SERVER,
      "indexInsertMillis",
      HISTOGRAM,
      MILLISECONDS,
      "Time of a batch of writes to insert all its index entries.",
      "Batches that inserted none, and batches that failed."),
  INDEX_INSERT_FAILURES(
      REGION_SERVER,
      "indexInsertFailures",
      COUNTER,
      COUNT,
      "Batches of writes that were refused since an entry could not be inserted within"
          + " lighter.index.write.timeout."),
  INDEX_SERVER_CALLS(
      REGION_SERVER,
      "indexServerCalls",
      COUNTER,
      COUNT,
      "Calls that carried entries of several index regions of one server, to insert or to remove.",
      "Calls for one region."),
  INDEX_SERVER_CALL_FALLBACKS(
      REGION_SERVER,
      "indexServerCallFallbacks",
      COUNTER,
      COUNT,
      "Index regions that such a call did not confirm, and that got their entries by further calls:"
          + " they had moved or split, or their server did not answer."),
  INDEX_REFUSED_BY_BREAKER(
      REGION_SERVER,
      "indexRefusedByBreaker",
      COUNTER,
      COUNT,
      "Batches of writes that were refused at once, since a region of the index had just timed out."),
  INDEX_REFUSED_BUSY(
      REGION_SERVER,
      "indexRefusedBusy",
      COUNTER,
      COUNT,
      "Batches of writes that were refused since lighter.index.waiting.share of the handlers were"
          + " waiting, or since a row was held for longer than lighter.index.lock.wait."),
  INDEX_WAITING_HANDLERS(
      REGION_SERVER,
      "indexWaitingHandlers",
      GAUGE,
      COUNT,
      "Writes that wait for index entries or for a row."),
  INDEX_REMOVALS(
      REGION_SERVER,
      "indexRemovals",
      COUNTER,
      COUNT,
      "Superseded index entries that were removed."),
  INDEX_REMOVALS_DROPPED(
      REGION_SERVER,
      "indexRemovalsDropped",
      COUNTER,
      COUNT,
      "Rows whose superseded entries stay: the queue was full, the region moved, the call failed, or"
          + " an unsynced write followed. Lookups skip such entries."),
  INDEX_REPAIRS_ASKED(
      REGION_SERVER,
      "indexRepairsAsked",
      COUNTER,
      COUNT,
      "Requests of lookups to remove an index entry whose row does not have its key.",
      "Requests that reach a region server with lighter.index.repair.enabled = false."),
  INDEX_REPAIRS(
      REGION_SERVER,
      "indexRepairs",
      COUNTER,
      COUNT,
      "Stale index entries that were removed because a lookup asked.",
      "Entries that the removal after the write reached first."),
  INDEX_REPAIRS_REFUSED(
      REGION_SERVER,
      "indexRepairsRefused",
      COUNTER,
      COUNT,
      "Index entries that stay although a lookup asked: younger than the last flush, of a row that"
          + " has or may get the key, of a row that was being written, or of a table that is"
          + " held."),
  INDEX_REPAIRS_DROPPED(
      REGION_SERVER,
      "indexRepairsDropped",
      COUNTER,
      COUNT,
      "Index entries that a lookup asked to remove and that were not looked at, or not removed: the"
          + " queue was full, the region moved, or a call failed. A lookup will ask again."),
  INDEX_UNOBSERVED_REGIONS(
      REGION_SERVER,
      "indexUnobservedRegions",
      GAUGE,
      COUNT,
      "Open regions of indexed tables that did not load the observer: their writes insert no"
          + " entries, and lookups miss their rows. Looked at every 10 s."),
  INDEX_REMOVAL_QUEUE(
      REGION_SERVER,
      "indexRemovalQueue",
      GAUGE,
      COUNT,
      "Rows whose superseded entries wait for removal; lighter.index.removal.queue is the most."),
  HANDLER_PRESSURE(
      REGION_SERVER,
      "handlerPressure",
      GAUGE,
      PERCENT,
      "Time of a call in a handler in the last 5 s, of its idle baseline; -1: too few calls to"
          + " tell."),
  WARMUPS_RUNNING(
      REGION_SERVER,
      "warmupsRunning",
      GAUGE,
      COUNT,
      "Warm-ups that go on.",
      "Those that wait for their turn."),
  WARMUPS_WAITING(
      REGION_SERVER, "warmupsWaiting", GAUGE, COUNT, "Warm-ups that wait for their turn."),
  WARMUP_PERCENT(
      REGION_SERVER,
      "warmupPercent",
      GAUGE,
      PERCENT,
      "How far those that go on are, on average, by bytes on disk; 100 when none does."),
  WARMUP_ADAPTIVE_RATE(
      REGION_SERVER,
      "warmupAdaptiveRate",
      GAUGE,
      BYTES_PER_SECOND,
      "What strategy adaptive allows now, all warm-ups together, uncompressed."),
  WARMUP_ADAPTIVE_CALL_TIME(
      REGION_SERVER,
      "warmupAdaptiveCallTime",
      GAUGE,
      PERCENT,
      "Time of a call in a handler during the last 2 s with strategy adaptive, of the time without"
          + " warm-ups; -1: no such warm-up moves, or too few calls to tell."),
  WARMUPS_STARTED(REGION_SERVER, "warmupsStarted", COUNTER, COUNT, "Warm-ups begun."),
  WARMUPS_COMPLETED(
      REGION_SERVER,
      "warmupsCompleted",
      COUNTER,
      COUNT,
      "Warm-ups after which all was warm that should be."),
  WARMUPS_ENDED(
      REGION_SERVER,
      "warmupsEnded",
      COUNTER,
      COUNT,
      "Warm-ups that ended early; the log has the reason."),
  WARMUPS_REPLICA(
      REGION_SERVER,
      "warmupsReplica",
      COUNTER,
      COUNT,
      "Warm-ups begun in secondary replicas, whose output a compaction server retained; a part of"
          + " warmupsStarted."),
  WARMUPS_REPLICA_UNSERVED(
      REGION_SERVER,
      "warmupsReplicaUnserved",
      COUNTER,
      COUNT,
      "Compactions that secondary replicas saw, and whose output no compaction server retained:"
          + " reads switched at once."),
  WARMUP_TIME(
      REGION_SERVER,
      "warmupTime",
      TIMER,
      MICROSECONDS,
      "From start to end, either way.",
      "Waiting."),
  WARMUP_BYTES_REMOTE(
      REGION_SERVER,
      "warmupBytesRemote",
      COUNTER,
      BYTES,
      "Blocks cached from a compaction server, uncompressed; added when the warm-up ends."),
  WARMUP_BLOCKS_REMOTE(
      REGION_SERVER,
      "warmupBlocksRemote",
      COUNTER,
      COUNT,
      "Blocks cached from a compaction server; added when the warm-up ends."),
  WARMUP_BYTES_HDFS(
      REGION_SERVER,
      "warmupBytesHdfs",
      COUNTER,
      BYTES,
      "Blocks cached from HDFS, uncompressed; added when the warm-up ends.",
      "Blocks that reads fetched themselves."),
  WARMUP_BLOCKS_HDFS(
      REGION_SERVER,
      "warmupBlocksHdfs",
      COUNTER,
      COUNT,
      "Blocks cached from HDFS; added when the warm-up ends.",
      "Blocks that reads fetched themselves."),
  WARMUP_STORE_GETS(
      REGION_SERVER,
      "warmupStoreGets",
      COUNTER,
      COUNT,
      "GET requests of warm-ups to an object store (S3A); added when the warm-up ends.",
      "Requests of clients' reads, and those that open a file."),
  WARMUP_BLOCKS_SKIPPED(
      REGION_SERVER,
      "warmupBlocksSkipped",
      COUNTER,
      COUNT,
      "Data blocks that strategy adaptive left out; added when the warm-up ends."),
  WARMUP_BLOCKS_REFUSED(
      REGION_SERVER,
      "warmupBlocksRefused",
      COUNTER,
      COUNT,
      "Blocks that the block cache did not take for a second, or took and did not store; their rows"
          + " are read from HDFS. Added when the warm-up ends."),
  WARMUP_BLOCKS_PROMOTED(
      REGION_SERVER,
      "warmupBlocksPromoted",
      COUNTER,
      COUNT,
      "Output data blocks that took over the multi-access priority of input blocks in the on-heap"
          + " block cache; added when the warm-up ends.",
      "Blocks in other caches, which have no such priority."),
  WARMUP_BLOCKS_EVICTED(
      REGION_SERVER,
      "warmupBlocksEvicted",
      COUNTER,
      COUNT,
      "Data blocks of inputs that a warm-up evicted; added when the warm-up ends.",
      "Blocks that the cache itself evicted."),
  WARMUP_FALLBACKS(
      REGION_SERVER,
      "warmupFallbacks",
      COUNTER,
      COUNT,
      "Warm-ups whose blocks came from HDFS because the compaction server no longer retained the"
          + " output, or did not serve it."),
  WARMUP_CHUNKS_REFETCHED(
      REGION_SERVER,
      "warmupChunksRefetched",
      COUNTER,
      COUNT,
      "Chunks that came damaged and were asked for again."),
  WARMUP_CHANNELS_OPENED(
      REGION_SERVER,
      "warmupChannelsOpened",
      COUNTER,
      COUNT,
      "Chunk channels that could be used; one for each warm-up that has chunks."),
  WARMUP_CHANNELS_GIVEN_UP(
      REGION_SERVER,
      "warmupChannelsGivenUp",
      COUNTER,
      COUNT,
      "Chunk channels that could not be opened, or failed; that warm-up went on over RPC."),
  FILTER_RESIDENT_BYTES(
      REGION_SERVER,
      "filterResidentBytes",
      GAUGE,
      BYTES,
      "Heap that resident Bloom filter blocks of forest stores take. This and the next two are there"
          + " once a forest store has opened."),
  FILTER_READS_AVOIDED(
      REGION_SERVER,
      "filterReadsAvoided",
      COUNTER,
      COUNT,
      "Look-ups of Bloom filter blocks of forest stores that found a resident block, so that neither"
          + " block cache nor HDFS was asked."),
  FILTER_NOT_RESIDENT(
      REGION_SERVER,
      "filterNotResident",
      COUNTER,
      COUNT,
      "Look-ups of Bloom filter blocks of forest stores that went to block cache or HDFS and found"
          + " no room in lighter.forest.filter.memory for the block.",
      "The first look-up of a block that becomes resident."),
  TIERED_FLUSH_SPILLS(
      REGION_SERVER,
      "tieredFlushSpills",
      COUNTER,
      COUNT,
      "Flushes of tiered stores that went to a slower tier because HDFS had no room on the volumes of"
          + " a faster one. There once a tiered store has opened.",
      "Flushes that HDFS wrote to other volumes by itself."),
  TIERED_MERGE_SPILLS(
      REGION_SERVER,
      "tieredMergeSpills",
      COUNTER,
      COUNT,
      "Merges of tiered stores, local or offloaded, whose output went to another tier because HDFS had"
          + " no room on the volumes of its own one. There once a tiered store has opened.",
      "Outputs that HDFS wrote to other volumes by itself."),
  SEARCH_AHEAD(
      REGION_SERVER,
      "searchAhead",
      COUNTER,
      COUNT,
      "Seeks of forest stores that a thread of lighter.forest.search.threads began. This and the next"
          + " four are there once a store with lighter.forest.search = fixed or adaptive has"
          + " opened."),
  SEARCH_JOINED(
      REGION_SERVER,
      "searchJoined",
      COUNTER,
      COUNT,
      "The part of searchAhead whose result its read used, or failed with."),
  SEARCH_WASTED(
      REGION_SERVER,
      "searchWasted",
      COUNTER,
      COUNT,
      "The part of searchAhead whose result its read did not use: it had found its cells before."),
  SEARCH_REJECTED(
      REGION_SERVER,
      "searchRejected",
      COUNTER,
      COUNT,
      "Seeks that found no free thread, so that their read did them itself.",
      "Further seeks of the read that it did not try to begin then, and seeks beyond searchLimit."),
  SEARCH_LIMIT(
      REGION_SERVER,
      "searchLimit",
      GAUGE,
      COUNT,
      "Seeks that all stores with lighter.forest.search = adaptive may have in flight at a time. It"
          + " falls while reads of files are slow, and begins at 1 again each minute."),
  TIERED_MISPLACED_BYTES(
      REGION_SERVER,
      "tieredMisplacedBytes",
      GAUGE,
      BYTES,
      "Bytes of files of tiered stores whose replicas are on other storage types than the policy of the"
          + " file's tier asks for, by the last look at each store. This and the next two are there"
          + " once a tiered store has opened on HDFS, unless lighter.tiered.audit.interval is 0.",
      "Erasure-coded files, references and links."),
  TIERED_BYTES_INTENDED(
      REGION_SERVER,
      "tieredBytesIntended_",
      "type",
      GAUGE,
      BYTES,
      "Bytes of those files, each replica, that should be on the storage type (disk, ssd, archive) by"
          + " the policies of the files' tiers."),
  TIERED_BYTES_REAL(
      REGION_SERVER,
      "tieredBytesReal_",
      "type",
      GAUGE,
      BYTES,
      "Bytes of those files, each replica, that are on the storage type (disk, ssd, archive)."),
  TIERED_FORECAST_ERROR(
      REGION_SERVER,
      "tieredForecastErrorPercent",
      GAUGE,
      PERCENT,
      "How far the size of a merge's output was from what a tiered store expected when it chose the"
          + " tier, mean of the last 64 merges; -1: none yet.",
      "Merges of references, and those that a coprocessor chose.",
      "100 * |expected - written| / max(expected, written)"),
  TIERED_BYTES(
      REGION_SERVER,
      "tieredBytes_",
      "level",
      GAUGE,
      BYTES,
      "Bytes of files of tiered stores in the level, from 0; 9 stands for all deeper levels, too."
          + " This and the next three are there once a tiered store has opened.",
      "Inputs of committed merges, and all replicas of a block but one.",
      ""),
  TIERED_FULL_RUNS(
      REGION_SERVER,
      "tieredFullRuns",
      GAUGE,
      COUNT,
      "Runs of tiered stores with as many files as a merge needs, of which no merge has begun.",
      "Runs of a store that has seen no flush since it opened, and files of a merge that has failed,"
          + " until the store selects the next one."),
  TIERED_FLUSHED_BYTES(
      REGION_SERVER,
      "tieredFlushedBytes",
      COUNTER,
      BYTES,
      "Bytes that flushes of tiered stores wrote.",
      "Bulk loads."),
  TIERED_MERGED_BYTES(
      REGION_SERVER,
      "tieredMergedBytes_",
      "level",
      COUNTER,
      BYTES,
      "Bytes that merges of tiered stores, local or offloaded, wrote to files of the level, from 0;"
          + " 9 stands for all deeper levels, too.",
      "Outputs that were not committed.",
      "Write amplification = 1 + sum over levels / tieredFlushedBytes"),
  READS_BELOW_THRESHOLD(
      REGION_SERVER,
      "readsBelowThreshold",
      GAUGE,
      COUNT,
      "Reads of stores with a warm-up that got the output. Only grows. With two warm-ups of one"
          + " store a read may count in both this and the next."),
  READS_ABOVE_THRESHOLD(
      REGION_SERVER,
      "readsAboveThreshold",
      GAUGE,
      COUNT,
      "Reads of stores with a warm-up that got the inputs. Only grows."),
  TABLE_FLUSHED_BYTES(
      REGION_SERVER,
      "tableFlushedBytes_",
      "table",
      COUNTER,
      BYTES,
      "Files that flushes of the table wrote here, with any store engine. Starts again at 0 with"
          + " the process, and when the table has had no region here for an hour; a region that"
          + " moves resets nothing.",
      "What was written in the 10 s before a region closes or moves, and the flush of the close.",
      ""),
  TABLE_COMPACTED_BYTES(
      REGION_SERVER,
      "tableCompactedBytes_",
      "table",
      COUNTER,
      BYTES,
      "Files that compactions of the table wrote, local and offloaded, with any store engine."
          + " Starts again as tableFlushedBytes does.",
      "Outputs that were never committed, and those of the 10 s before a region closes or moves.",
      ""),
  TABLE_WRITE_AMPLIFICATION(
      REGION_SERVER,
      "tableWriteAmplification_",
      "table",
      GAUGE,
      RATIO,
      "Bytes written per byte flushed, since tableFlushedBytes was 0; -1: nothing was flushed yet.",
      "Bulk loads, the write-ahead log, and HDFS's replication.",
      "(tableFlushedBytes + tableCompactedBytes) / tableFlushedBytes"),
  TABLE_READ_AMPLIFICATION(
      REGION_SERVER,
      "tableReadAmplification_",
      "table",
      GAUGE,
      RATIO,
      "Sorted runs of a store, mean of the table's stores here: as many files as a read of one row"
          + " may have to look at. -1: no store here has a file.",
      "What Bloom filters, time ranges and the block cache save.",
      ""),
  TABLE_READ_AMPLIFICATION_MAX(
      REGION_SERVER,
      "tableReadAmplificationMax_",
      "table",
      GAUGE,
      COUNT,
      "Sorted runs of the store here that has the most; 0: no store here has a file."),
  TABLE_SPACE_AMPLIFICATION(
      REGION_SERVER,
      "tableSpaceAmplification_",
      "table",
      GAUGE,
      RATIO,
      "Estimate of bytes stored per live byte: all files, and compacted files that are not archived"
          + " yet, per byte of each store's largest sorted run. 1 after a major compaction. -1: no"
          + " store here has a file.",
      "Outputs that are being written, and archived files that snapshots keep.",
      ""),
  TABLE_UNMERGED_BYTES(
      REGION_SERVER,
      "tableUnmergedBytes_",
      "table",
      GAUGE,
      BYTES,
      "Files outside of each store's largest sorted run.",
      "Compacted files that are not archived yet.",
      "");

  /** Word boundaries that {@code /prometheus} of HBase's web server detects. */
  private static final String WORDS = "(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|\\W|_+";

  /** Suffixes that HBase exports of a histogram; the first one is a counter. */
  private static final List<String> HISTOGRAM_PARTS =
      List.of(
          "_num_ops",
          "_min",
          "_max",
          "_mean",
          "_25th_percentile",
          "_median",
          "_75th_percentile",
          "_90th_percentile",
          "_95th_percentile",
          "_98th_percentile",
          "_99th_percentile",
          "_99.9th_percentile");

  /** Suffixes that HBase exports of a timer, beside its histogram. */
  private static final List<String> METER_PARTS =
      List.of("_count", "_mean_rate", "_1min_rate", "_5min_rate", "_15min_rate");

  private final MetricProcess process;
  private final String metricName;
  private final String label;
  private final MetricKind kind;
  private final MetricUnit unit;
  private final String counts;
  private final String leavesOut;
  private final String formula;

  LighterMetric(
      MetricProcess process, String metricName, MetricKind kind, MetricUnit unit, String counts) {
    this(process, metricName, "", kind, unit, counts, "", "");
  }

  LighterMetric(
      MetricProcess process,
      String metricName,
      MetricKind kind,
      MetricUnit unit,
      String counts,
      String leavesOut) {
    this(process, metricName, "", kind, unit, counts, leavesOut, "");
  }

  LighterMetric(
      MetricProcess process,
      String metricName,
      MetricKind kind,
      MetricUnit unit,
      String counts,
      String leavesOut,
      String formula) {
    this(process, metricName, "", kind, unit, counts, leavesOut, formula);
  }

  LighterMetric(
      MetricProcess process,
      String prefix,
      String label,
      MetricKind kind,
      MetricUnit unit,
      String counts) {
    this(process, prefix, label, kind, unit, counts, "", "");
  }

  LighterMetric(
      MetricProcess process,
      String metricName,
      String label,
      MetricKind kind,
      MetricUnit unit,
      String counts,
      String leavesOut,
      String formula) {
    this.process = process;
    this.metricName = metricName;
    this.label = label;
    this.kind = kind;
    this.unit = unit;
    this.counts = counts;
    this.leavesOut = leavesOut;
    this.formula = formula;
  }

  public MetricProcess process() {
    return process;
  }

  /** The name in the registry; for a family, the prefix of its members' names. */
  public String metricName() {
    return metricName;
  }

  /** The name in the registry of a member of this family. */
  public String metricName(String labelValue) {
    return metricName + labelValue;
  }

  /** Whether this is a family of metrics, whose names end with a label. */
  public boolean isFamily() {
    return !label.isEmpty();
  }

  /** The label of a family, for people; empty otherwise. */
  public String label() {
    return label;
  }

  public MetricKind kind() {
    return kind;
  }

  public MetricUnit unit() {
    return unit;
  }

  /** What the metric counts. */
  public String counts() {
    return counts;
  }

  /** What the metric leaves out although a reader might expect it; may be empty. */
  public String leavesOut() {
    return leavesOut;
  }

  /** The formula of a derived metric; empty for a metric that is counted directly. */
  public String formula() {
    return formula;
  }

  /** The attributes of the process's MBean; for a family, of the member with this label. */
  public List<String> attributes(String labelValue) {
    String name = metricName(labelValue);
    String attribute = name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    return switch (kind) { // no default: a new kind must have a case
      case COUNTER, GAUGE -> List.of(attribute);
      case HISTOGRAM -> HISTOGRAM_PARTS.stream().map(attribute::concat).toList();
      case TIMER ->
          Stream.concat(HISTOGRAM_PARTS.stream(), METER_PARTS.stream())
              .map(attribute::concat)
              .toList();
    };
  }

  /** The names under {@code /prometheus}; for a family, of the member with this label. */
  public List<String> exportedNames(String labelValue) {
    String record = process.recordName();
    return attributes(labelValue).stream().map(name -> exportedName(record + name)).toList();
  }

  private static String exportedName(String name) {
    return String.join("_", name.split(WORDS, -1)).toLowerCase(Locale.ROOT);
  }

  /** The metrics of a process, in the order of the reference page. */
  public static List<LighterMetric> of(MetricProcess process) {
    return Arrays.stream(values()).filter(metric -> metric.process == process).toList();
  }

  /** Whether this metric declares the name in a registry. */
  public boolean declares(String registered) {
    return isFamily()
        ? registered.startsWith(metricName) && registered.length() > metricName.length()
        : registered.equals(metricName);
  }
}
