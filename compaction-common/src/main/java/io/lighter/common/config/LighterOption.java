// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.config;

import java.util.Arrays;
import java.util.Optional;

/**
 * Every option of Lighter: key, default, type, where it may be set, one line of help.
 *
 * <p>All keys live in {@code hbase-site.xml}; those of {@link Scope#TABLE} may also be set in a
 * table's or family's {@code CONFIGURATION}, which wins.
 */
public enum LighterOption {
  ENGINE_DELEGATE(
      "lighter.engine.delegate",
      "org.apache.hadoop.hbase.regionserver.DefaultStoreEngine",
      OptionType.CLASS,
      Scope.TABLE,
      "Store engine that OffloadingStoreEngine decorates: HBase's default, stripe or date-tiered"
          + " engine, Lighter's range, forest or tiered engine, or a class that extends one of"
          + " HBase's."),
  ENGINE_PREVIOUS(
      "lighter.engine.previous",
      "",
      OptionType.SETTINGS,
      Scope.TABLE,
      "What a table set before 'lighter engine enable' changed its engine; 'lighter engine disable'"
          + " restores it. Written by these commands only."),
  ENGINE_ARCHIVE_AT_ONCE(
      "lighter.engine.archive.at.once",
      "true",
      OptionType.BOOLEAN,
      Scope.TABLE,
      "Archive the inputs of a compaction of RangeStoreEngine, ForestStoreEngine or TieredStoreEngine"
          + " as soon as no read or warm-up needs them; false: when HBase next looks for them, every"
          + " hbase.hfile.compaction.discharger.interval."),
  POLICY_K(
      "lighter.policy.k",
      "4",
      OptionType.MERGE_WIDTH,
      Scope.TABLE,
      "Files that SteppedMergePolicy keeps on each level. Below hbase.hstore.blockingStoreFiles."),
  POLICY_R(
      "lighter.policy.r",
      "2",
      OptionType.GROWTH,
      Scope.TABLE,
      "Factor by which GeometricPolicy lets each file be larger than the next newer one."),
  POLICY_P(
      "lighter.policy.p",
      "0",
      OptionType.FILE_LIMIT,
      Scope.TABLE,
      "Most files that GeometricPolicy leaves after a compaction: it raises the factor with the"
          + " size of the store, and lighter.policy.r is not used. 0: lighter.policy.r."),
  POLICY_UNIT(
      "lighter.policy.unit",
      "",
      OptionType.OPTIONAL_SIZE,
      Scope.TABLE,
      "Size of a flushed file, from which SteppedMergePolicy and GeometricPolicy count levels."
          + " Empty: the table's flush size."),
  RANGE_SIZE(
      "lighter.range.size",
      "256MB",
      OptionType.RANGE_SIZE,
      Scope.TABLE,
      "Size above which RangeStoreEngine divides a key range."),
  RANGE_UNMERGED_RATIO(
      "lighter.range.unmerged.ratio",
      "0.1",
      OptionType.SHARE,
      Scope.TABLE,
      "Share of a store's large files that the small files of its key ranges may have together"
          + " before RangeStoreEngine merges them."),
  RANGE_UNMERGED_MIN(
      "lighter.range.unmerged.min",
      "",
      OptionType.OPTIONAL_SIZE,
      Scope.TABLE,
      "Bytes of small files below which lighter.range.unmerged.ratio starts no merge. Empty: the"
          + " table's flush size."),
  RANGE_MAX_FILES(
      "lighter.range.max.files",
      "4",
      OptionType.RANGE_FILES,
      Scope.TABLE,
      "Files of a key range above which RangeStoreEngine compacts the small ones."),
  RANGE_MAX_WIDE(
      "lighter.range.max.wide",
      "4",
      OptionType.FEW,
      Scope.TABLE,
      "Files over several key ranges, such as flushes, that RangeStoreEngine divides together."),
  RANGE_MAX_CONCURRENT(
      "lighter.range.max.concurrent",
      "2",
      OptionType.FEW,
      Scope.TABLE,
      "Compactions of one store that RangeStoreEngine runs at a time, each of other key ranges."),
  FOREST_FANOUT(
      "lighter.forest.fanout",
      "4",
      OptionType.GROWTH,
      Scope.TABLE,
      "Trees of one stage that ForestStoreEngine makes one tree of the next stage."),
  FOREST_SST_BYTES(
      "lighter.forest.sst.bytes",
      "128MB",
      OptionType.SST_SIZE,
      Scope.TABLE,
      "Size at which ForestStoreEngine ends an output file."),
  FOREST_SST_MIN_BYTES(
      "lighter.forest.sst.min.bytes",
      "8MB",
      OptionType.SIZE_OR_ZERO,
      Scope.TABLE,
      "Size below which ForestStoreEngine ends no output file, though the other trees of the stage"
          + " are cut at that row. At most a quarter of lighter.forest.sst.bytes."),
  FOREST_CLEAN_SSTS(
      "lighter.forest.clean.ssts",
      "10",
      OptionType.CLUSTER_FILES,
      Scope.TABLE,
      "Files of lighter.forest.sst.bytes that a compaction of ForestStoreEngine reads, about: trees"
          + " of a stage have common boundaries that far apart. At least lighter.forest.fanout."),
  FOREST_FLUSH_PIECES(
      "lighter.forest.flush.pieces",
      "1",
      OptionType.FEW,
      Scope.TABLE,
      "Most files of about equal size that ForestStoreEngine divides a flush into, each of a quarter"
          + " of lighter.forest.sst.bytes or more. Above 1 only with hbase.store.file-tracker.impl ="
          + " FILE."),
  FOREST_DROP_DELETES(
      "lighter.forest.drop.deletes",
      "no-older",
      OptionType.DROP_DELETES,
      Scope.TABLE,
      "When ForestStoreEngine drops delete markers: no-older if no older file has their rows,"
          + " all-files if no other file has them, as HBase's major compactions."),
  FOREST_FILTER(
      "lighter.forest.filter",
      "resident",
      OptionType.FILTER_PLACE,
      Scope.TABLE,
      "Where the Bloom filter blocks that ForestStoreEngine has read are: resident keeps them within"
          + " lighter.forest.filter.memory while their file is open, cache has HBase's block cache"
          + " only."),
  FOREST_FILTER_MEMORY(
      "lighter.forest.filter.memory",
      "256MB",
      OptionType.FILTER_MEMORY,
      Scope.SITE,
      "Heap of a region server for resident Bloom filter blocks, but at most a tenth of its heap."
          + " Further blocks are read through HBase's block cache. 0: all blocks are."),
  FOREST_SEARCH(
      "lighter.forest.search",
      "serial",
      OptionType.SEARCH,
      Scope.TABLE,
      "How reads of ForestStoreEngine seek in the files that may have the row: serial one after the"
          + " other, fixed in all at once, with lighter.forest.search.threads. adaptive: as fixed"
          + " while more than a fifth of the seeks miss the block cache, in as many files as recent"
          + " reads needed, and only with as many at a time as do not slow reads down."),
  FOREST_SEARCH_THREADS(
      "lighter.forest.search.threads",
      "16",
      OptionType.SEARCH_THREADS,
      Scope.SITE,
      "Threads of a region server for reads with lighter.forest.search = fixed or adaptive. A seek"
          + " that finds no free thread does not wait: the read does it itself."),
  TIERED_TIERS(
      "lighter.tiered.tiers",
      "*:4",
      OptionType.TIERS,
      Scope.TABLE,
      "Tiers of TieredStoreEngine, the fastest first, as POLICY:K:BYTES with ';' in between: storage"
          + " policy of outputs, files of a level that are merged, bytes of a store. The first policy"
          + " is *, the family's; the last tier has no bytes."),
  TIERED_BASE(
      "lighter.tiered.base",
      "0",
      OptionType.LEVEL_SIZE_OR_ZERO,
      Scope.TABLE,
      "Bytes of a flushed file, from which TieredStoreEngine counts levels. 0: the median of the"
          + " store's flushed files, rounded to a power of two."),
  TIERED_BASE_MIN(
      "lighter.tiered.base.min",
      "4MB",
      OptionType.LEAST_LEVEL_SIZE,
      Scope.TABLE,
      "Least bytes from which TieredStoreEngine counts levels where lighter.tiered.base is 0: smaller"
          + " flushes are all of the first level."),
  TIERED_MAJOR_PERIOD(
      "lighter.tiered.major.period",
      "0",
      OptionType.DURATION_OR_ZERO,
      Scope.TABLE,
      "Time after which TieredStoreEngine merges all files of a store, which puts the newest data into"
          + " one file with the oldest; with HBase's jitter. 0: only on request."
          + " hbase.hregion.majorcompaction has no effect."),
  TIERED_FORECAST(
      "lighter.tiered.forecast",
      "true",
      OptionType.BOOLEAN,
      Scope.TABLE,
      "Whether TieredStoreEngine expects an output to be smaller than its inputs by as much as the last"
          + " outputs of that level were, when it chooses the output's tier. false: as large as the"
          + " inputs."),
  TIERED_SETTLE(
      "lighter.tiered.settle",
      "policy",
      OptionType.SETTLE,
      Scope.TABLE,
      "What TieredStoreEngine does with a file that does not have the HDFS storage policy of its tier:"
          + " policy sets it, and HDFS's mover moves the blocks when it is run; satisfy also asks"
          + " HDFS's Storage Policy Satisfier to move them; none leaves the file."),
  TIERED_AUDIT_INTERVAL(
      "lighter.tiered.audit.interval",
      "10m",
      OptionType.AUDIT_INTERVAL_OR_ZERO,
      Scope.SITE,
      "Time between two looks of a region server at the storage types that blocks of TieredStoreEngine's"
          + " files are on. 0: none, and no metrics of that; files are settled after commits only."),
  OFFLOAD_ENABLED(
      "lighter.offload.enabled",
      "true",
      OptionType.BOOLEAN,
      Scope.TABLE,
      "Whether compactions may be offloaded and outputs warmed. false: as without Lighter. A site"
          + " that names the engine for all tables says false, and a table that is switched on says"
          + " true."),
  OFFLOAD_MIN_BYTES(
      "lighter.offload.min.bytes",
      "16MB",
      OptionType.SIZE,
      Scope.TABLE,
      "Compactions whose inputs are smaller run on the region server, unless they collect entries of"
          + " an index with cleanup=compaction."),
  OFFLOAD_SERVER_TIMEOUT(
      "lighter.offload.server.timeout",
      "10s",
      OptionType.DURATION,
      Scope.TABLE,
      "A compaction server that has not answered for this long is given up. A job whose region"
          + " server has not asked for this long, but at most 5m, is cancelled."),
  OFFLOAD_STALL_TIMEOUT(
      "lighter.offload.stall.timeout",
      "2m",
      OptionType.DURATION,
      Scope.TABLE,
      "A job that runs, but reads and writes nothing for this long, is given up."),
  OFFLOAD_JOB_TIMEOUT(
      "lighter.offload.job.timeout",
      "6h",
      OptionType.DURATION,
      Scope.TABLE,
      "A job that has not completed after this long, waiting included, is given up."),
  OFFLOAD_MAX_WAIT(
      "lighter.offload.max.wait",
      "10m",
      OptionType.DURATION,
      Scope.TABLE,
      "A job that has waited this long in a compaction server's queue goes elsewhere."),
  OFFLOAD_MAX_WAIT_URGENT(
      "lighter.offload.max.wait.urgent",
      "10s",
      OptionType.DURATION,
      Scope.TABLE,
      "lighter.offload.max.wait of a store that is two files or less from delaying writes"
          + " (hbase.hstore.blockingStoreFiles); the region server compacts it itself then."),
  OFFLOAD_POLL_INTERVAL(
      "lighter.offload.poll.interval",
      "500ms",
      OptionType.DURATION,
      Scope.TABLE,
      "Longest time between two heartbeats of a job, but at most a third of"
          + " lighter.offload.server.timeout, and 100s. Young jobs are asked more often."),
  OFFLOAD_GRACE(
      "lighter.offload.grace",
      "0",
      OptionType.DURATION_OR_ZERO,
      Scope.TABLE,
      "A running job whose region server closes the region, stops or fails goes on for this long, but"
          + " at most 1h, and the region's next region server adopts it. Only for tables with HBase's"
          + " default engine, without an index, and on a file system that renames. 0: the job is"
          + " cancelled."),
  OFFLOAD_MAX_CONCURRENT(
      "lighter.offload.max.concurrent",
      "32",
      OptionType.COUNT,
      Scope.SITE,
      "Compactions of one region server that may be in flight, or wait for a warm-up of the"
          + " strategy pre-switch, without taking one of HBase's compaction threads. More of them"
          + " wait in HBase's queue."),
  OFFLOAD_PERMISSION_OBSERVERS(
      "lighter.offload.permission.observers",
      "org.apache.ranger.authorization.hbase.RangerAuthorizationCoprocessor,"
          + "com.xasecure.authorization.hbase.XaSecureAuthorizationCoprocessor",
      OptionType.CLASSES,
      Scope.SITE,
      "Classes of region coprocessors that only check permissions in the hooks of a compaction:"
          + " they are asked on the region server and do not keep the compaction there."),
  SERVER_DATANODE_MAX_JOBS(
      "lighter.server.datanode.max.jobs",
      "0",
      OptionType.COUNT,
      Scope.SITE,
      "Jobs of all compaction servers that may read mostly from one DataNode at a time; further"
          + " ones wait. 0: no cap."),
  THROUGHPUT_LIMIT(
      "lighter.throughput.limit",
      "0",
      OptionType.RATE,
      Scope.SITE,
      "Bytes per second that all compaction servers may compact together, which the manager divides"
          + " among them. 0: no limit."),
  THROUGHPUT_LIMIT_OFFPEAK(
      "lighter.throughput.limit.offpeak",
      "",
      OptionType.RATE,
      Scope.SITE,
      "lighter.throughput.limit from hbase.offpeak.start.hour to hbase.offpeak.end.hour, by the"
          + " manager's clock; 0: no limit then, empty: lighter.throughput.limit."),
  WARMUP_STRATEGY(
      "lighter.warmup.strategy",
      "throttled",
      OptionType.WARMUP_STRATEGY,
      Scope.TABLE,
      "How the block cache gets a compaction's output; docs/operate/warm-up.md compares the"
          + " strategies."),
  WARMUP_MIN_BYTES(
      "lighter.warmup.min.bytes",
      "16MB",
      OptionType.SIZE,
      Scope.TABLE,
      "Outputs of a compaction that are smaller together are not warmed: reads switch at once."),
  WARMUP_RATE(
      "lighter.warmup.rate",
      "16MB",
      OptionType.SIZE,
      Scope.SITE,
      "Bytes per second, uncompressed, at which the warm-ups of a region server go on together"
          + " with the strategy throttled; the rate at which adaptive starts."),
  WARMUP_RATE_FLOOR(
      "lighter.warmup.rate.floor",
      "2MB",
      OptionType.SIZE,
      Scope.SITE,
      "Bytes per second below which the strategy adaptive never slows down."),
  WARMUP_RATE_CEILING(
      "lighter.warmup.rate.ceiling",
      "128MB",
      OptionType.SIZE,
      Scope.SITE,
      "Bytes per second above which the strategy adaptive never speeds up. At least"
          + " lighter.warmup.rate.floor."),
  WARMUP_ADAPTIVE_LINK_RATE(
      "lighter.warmup.adaptive.link.rate",
      "0",
      OptionType.RATE,
      Scope.SITE,
      "Bytes per second of a region server's network link. 0: of its slowest link that is up, as"
          + " Linux reports; no cap by the link where Linux reports none."),
  WARMUP_ADAPTIVE_LINK_PERCENT(
      "lighter.warmup.adaptive.link.percent",
      "50",
      OptionType.PERCENT,
      Scope.SITE,
      "Percent of the link's bytes per second that the strategy adaptive may reach, counted"
          + " uncompressed."),
  WARMUP_ADAPTIVE_CPU_PERCENT(
      "lighter.warmup.adaptive.cpu.percent",
      "25",
      OptionType.PERCENT,
      Scope.SITE,
      "Percent of one CPU that the threads of the warm-ups may use with the strategy adaptive, down"
          + " to lighter.warmup.rate.floor."),
  WARMUP_CHUNK_SIZE(
      "lighter.warmup.chunk.size",
      "256KB",
      OptionType.CHUNK_SIZE,
      Scope.SITE,
      "Uncompressed bytes of blocks that travel together, and that the threshold passes at once."
          + " Each process uses its own value: give compaction servers and region servers the"
          + " same."),
  WARMUP_WINDOW(
      "lighter.warmup.window",
      "4",
      OptionType.POSITIVE_COUNT,
      Scope.SITE,
      "Chunks that a warm-up has asked for and not yet cached."),
  WARMUP_DEADLINE(
      "lighter.warmup.deadline",
      "1h",
      OptionType.DURATION,
      Scope.TABLE,
      "A warm-up that has not completed after this long, waiting included, ends: reads switch to"
          + " the output as it is."),
  WARMUP_PRESWITCH_DEADLINE(
      "lighter.warmup.preswitch.deadline",
      "5m",
      OptionType.DURATION,
      Scope.TABLE,
      "Longest time for which the strategy pre-switch delays the commit of a compaction."),
  WARMUP_COMPACTION_STATE(
      "lighter.warmup.compaction.state",
      "true",
      OptionType.BOOLEAN,
      Scope.TABLE,
      "Whether HBase reports a requested compaction as running until its warm-up has released the"
          + " input files. HBase's MajorCompactor tool needs that; false: until the"
          + " commit."),
  WARMUP_REPLICAS(
      "lighter.warmup.replicas",
      "true",
      OptionType.BOOLEAN,
      Scope.TABLE,
      "Whether secondary replicas are warmed, too, from what a compaction server retains, with the"
          + " strategies incremental, throttled and adaptive; false: they switch at once."),
  WARMUP_MAX_CONCURRENT(
      "lighter.warmup.max.concurrent",
      "2",
      OptionType.POSITIVE_COUNT,
      Scope.SITE,
      "Warm-ups of one region server that go on at a time; a region has one at a time."),
  WARMUP_REMOTE_IDLE(
      "lighter.warmup.remote.idle",
      "5m",
      OptionType.DURATION,
      Scope.TABLE,
      "With the strategy remote, a compaction server is told to drop an output that no read has"
          + " needed for this long: later misses come from HDFS."),
  REGIONSERVER_REPORT_INTERVAL(
      "lighter.regionserver.report.interval",
      "1s",
      OptionType.REPORT_INTERVAL_OR_ZERO,
      Scope.SITE,
      "Time between two reports of a region server to the manager while compactions are in"
          + " flight or warm-ups go on, at least 10s otherwise; 0: it never reports."),
  WAL_ASYNC_MAX_DELAY(
      "lighter.wal.async.max.delay",
      "0",
      OptionType.SYNC_DELAY_OR_ZERO,
      Scope.SITE,
      "Longest time for which a region server's log may have entries that no sync covers, such as"
          + " writes with ASYNC_WAL; 3s is a good value. 0: HBase's own behaviour, without a"
          + " bound."),
  TRANSACTIONS_MAX_OPEN(
      "lighter.transactions.max.open",
      "1000",
      OptionType.POSITIVE_COUNT,
      Scope.SITE,
      "Open transactions of a region server, above which RegionTransactionEndpoint begins no other"
          + " one."),
  TRANSACTIONS_MAX_AGE(
      "lighter.transactions.max.age",
      "60s",
      OptionType.TRANSACTION_AGE,
      Scope.SITE,
      "Age at which a region-local transaction ends without a commit. Flushes and compactions keep"
          + " that long what an open transaction may read."),
  COMMIT_JOURNAL(
      "lighter.commit.journal",
      "wal",
      OptionType.JOURNAL,
      Scope.TABLE,
      "What makes region-local transactions of a table durable. wal: the write-ahead log. flush: a"
          + " flush of the region; the transactions are in no log, and a crash loses those since"
          + " the last flush. For tables with one family that is not replicated. Set it in the"
          + " table, not in a family."),
  GROUP(
      "lighter.group",
      "default",
      OptionType.NAME,
      Scope.TABLE,
      "Group of compaction servers that works for a table. Managers count regions by it, so give"
          + " their site the value of the region servers' site."),
  GROUP_FALLBACK(
      "lighter.group.fallback",
      "default",
      OptionType.GROUP_FALLBACK,
      Scope.TABLE,
      "What becomes of a compaction when no server of the table's group takes jobs. default: the"
          + " group 'default' gets it; local: it runs on the region server."),
  ZNODE_PARENT(
      "lighter.zookeeper.znode.parent",
      "",
      OptionType.ZNODE,
      Scope.SITE,
      "Root of Lighter's znodes; empty: 'lighter' below zookeeper.znode.parent."),
  ZOOKEEPER_SESSION_TIMEOUT(
      "lighter.zookeeper.session.timeout",
      "15s",
      OptionType.DURATION,
      Scope.SITE,
      "Session time-out of managers and compaction servers: how long a dead one is taken for"
          + " alive. They wait twice as long for ZooKeeper when they start."),
  SERVER_BIND_ADDRESS(
      "lighter.server.bind.address",
      "0.0.0.0",
      OptionType.HOST,
      Scope.SITE,
      "Address on which a compaction server listens."),
  SERVER_HOSTNAME(
      "lighter.server.hostname",
      "",
      OptionType.HOST,
      Scope.SITE,
      "Name under which region servers reach a compaction server; empty: this host's name."),
  SERVER_PORT(
      "lighter.server.port",
      "16040",
      OptionType.PORT,
      Scope.SITE,
      "Port of a compaction server; 0: any free one."),
  SERVER_CHUNK_PORT(
      "lighter.server.chunk.port",
      "16042",
      OptionType.OPTIONAL_PORT,
      Scope.SITE,
      "Port of a compaction server from which region servers pull chunks; 0: any free one; -1:"
          + " none, they pull over RPC."),
  SERVER_INFO_PORT(
      "lighter.server.info.port",
      "16041",
      OptionType.OPTIONAL_PORT,
      Scope.SITE,
      "Port of a compaction server's web page, with /prometheus and /jmx; 0: any free one, -1: no"
          + " page."),
  SERVER_INFO_BIND_ADDRESS(
      "lighter.server.info.bind.address",
      "0.0.0.0",
      OptionType.HOST,
      Scope.SITE,
      "Address on which a compaction server's web page listens."),
  SERVER_GROUP(
      "lighter.server.group",
      "default",
      OptionType.NAME,
      Scope.SITE,
      "Group that a compaction server joins."),
  SERVER_CACHE_SIZE(
      "lighter.server.cache.size",
      "1GB",
      OptionType.SIZE,
      Scope.SITE,
      "Memory of a compaction server, off the heap, for the outputs of running jobs (estimated) and"
          + " retained outputs (compressed). A larger job runs alone."),
  SERVER_CACHE_LEASE(
      "lighter.server.cache.lease",
      "1m",
      OptionType.DURATION,
      Scope.SITE,
      "A compaction server forgets an output that its region server has not asked for this long."),
  SERVER_CACHE_REPLICA_RETENTION(
      "lighter.server.cache.replica.retention",
      "5m",
      OptionType.DURATION_OR_ZERO,
      Scope.SITE,
      "Time for which an output stays for secondary replicas after the primary's warm-up, unless"
          + " other outputs need the memory. More than hbase.regionserver.storefile.refresh.period;"
          + " 0: not at all."),
  SERVER_THREADS(
      "lighter.server.threads",
      "0",
      OptionType.COUNT,
      Scope.SITE,
      "Compactions that a compaction server runs at a time; 0: one per processor."),
  SERVER_THROUGHPUT_LIMIT(
      "lighter.server.throughput.limit",
      "0",
      OptionType.RATE,
      Scope.SITE,
      "Bytes per second that one compaction server may compact, whatever its share of"
          + " lighter.throughput.limit is. 0: no limit of its own."),
  SERVER_OUTPUT_SYNC(
      "lighter.server.output.sync",
      "0",
      OptionType.SIZE_OR_ZERO,
      Scope.SITE,
      "Bytes of an output, such as 8MB, after which a job lets the DataNodes write them to their"
          + " disks, so that no whole block reaches a disk at once and delays a log there. 0: when"
          + " DataNodes do so."),
  SERVER_PACING_ENABLED(
      "lighter.server.pacing.enabled",
      "false",
      OptionType.BOOLEAN,
      Scope.SITE,
      "Whether a compaction server reads more slowly while log syncs or calls of its region servers"
          + " are slow. Jobs of stores that are about to delay writes run at full speed."),
  SERVER_PACING_THRESHOLD(
      "lighter.server.pacing.threshold",
      "200",
      OptionType.POSITIVE_COUNT,
      Scope.SITE,
      "Time of a log sync or of a call on the region server, in percent of its idle baseline, above"
          + " which the rate of its jobs is halved. At or below, the rate rises step by step."),
  SERVER_PACING_STEP(
      "lighter.server.pacing.step",
      "8MB",
      OptionType.SIZE,
      Scope.SITE,
      "Bytes per second by which the rate of the jobs that read from one DataNode rises every 5"
          + " s."),
  SERVER_PACING_MIN_RATE(
      "lighter.server.pacing.min.rate",
      "4MB",
      OptionType.SIZE,
      Scope.SITE,
      "Bytes per second, but at least 64KB, that pacing leaves to each job."),
  SERVER_PAUSE_MAX(
      "lighter.server.pause.max",
      "1m",
      OptionType.DURATION_OR_ZERO,
      Scope.SITE,
      "Longest time, in all, for which a job may be paused while urgent jobs use its thread. Below"
          + " lighter.offload.stall.timeout, also as the compaction server's site has it. 0: urgent"
          + " jobs wait for a thread."),
  SERVER_QUEUE_CAPACITY(
      "lighter.server.queue.capacity",
      "100",
      OptionType.POSITIVE_COUNT,
      Scope.SITE,
      "Jobs that may wait in a compaction server; beyond that, the answer is busy."),
  SERVER_HANDLERS(
      "lighter.server.handlers",
      "10",
      OptionType.POSITIVE_COUNT,
      Scope.SITE,
      "RPC handler threads of a compaction server. As many more accept new jobs, because that waits"
          + " for HDFS."),
  SERVER_INDEX_BUILD_THREADS(
      "lighter.server.index.build.threads",
      "1",
      OptionType.BUILD_THREADS,
      Scope.SITE,
      "Jobs of index builds that a compaction server runs at a time, beside its compactions. Each"
          + " takes about 150 MB of heap. 0: it takes none."),
  SERVER_DRAIN_TIMEOUT(
      "lighter.server.drain.timeout",
      "10m",
      OptionType.DURATION_OR_ZERO,
      Scope.SITE,
      "Longest time for which a compaction server runs after SIGTERM, to finish its jobs and to"
          + " serve its retained outputs; 0: it ends at once."),
  SERVER_REPORT_INTERVAL(
      "lighter.server.report.interval",
      "1s",
      OptionType.REPORT_INTERVAL,
      Scope.SITE,
      "Time between two reports of a compaction server to the manager."),
  MANAGER_BIND_ADDRESS(
      "lighter.manager.bind.address",
      "0.0.0.0",
      OptionType.HOST,
      Scope.SITE,
      "Address on which a manager listens."),
  MANAGER_HOSTNAME(
      "lighter.manager.hostname",
      "",
      OptionType.HOST,
      Scope.SITE,
      "Name under which region servers, compaction servers and the command line reach a manager;"
          + " empty: this host's name."),
  MANAGER_PORT(
      "lighter.manager.port",
      "16050",
      OptionType.PORT,
      Scope.SITE,
      "Port of a manager; 0: any free one."),
  MANAGER_HANDLERS(
      "lighter.manager.handlers",
      "10",
      OptionType.POSITIVE_COUNT,
      Scope.SITE,
      "RPC handler threads of a manager."),
  MANAGER_REGIONS_INTERVAL(
      "lighter.manager.regions.interval",
      "30s",
      OptionType.DURATION,
      Scope.SITE,
      "Time between two readings of hbase:meta by the manager."),
  MANAGER_INFO_PORT(
      "lighter.manager.info.port",
      "16051",
      OptionType.OPTIONAL_PORT,
      Scope.SITE,
      "Port of a manager's dashboard and REST API; 0: any free one, -1: neither."),
  MANAGER_INFO_BIND_ADDRESS(
      "lighter.manager.info.bind.address",
      "0.0.0.0",
      OptionType.HOST,
      Scope.SITE,
      "Address on which a manager's dashboard and REST API listen."),
  MANAGER_API_WRITES(
      "lighter.manager.api.writes",
      "false",
      OptionType.BOOLEAN,
      Scope.SITE,
      "Whether the REST API and the dashboard may change anything. With"
          + " hbase.security.authentication.ui, only those who are named administrators of HBase's"
          + " web pages."),
  MANAGER_BALANCE_ENABLED(
      "lighter.manager.balance.enabled",
      "true",
      OptionType.BOOLEAN,
      Scope.SITE,
      "Whether slots move from loaded to idle compaction servers. false: spread by number only."),
  MANAGER_BALANCE_INTERVAL(
      "lighter.manager.balance.interval",
      "10s",
      OptionType.DURATION,
      Scope.SITE,
      "Time between two rounds in which the manager looks at the loads."),
  MANAGER_BALANCE_COOLDOWN(
      "lighter.manager.balance.cooldown",
      "1m",
      OptionType.DURATION,
      Scope.SITE,
      "After slots of a group have moved, none of it moves by load for this long."),
  MANAGER_BALANCE_START(
      "lighter.manager.balance.start",
      "80",
      OptionType.POSITIVE_COUNT,
      Scope.SITE,
      "Percent of pressure (busy threads, expected wait, memory, CPU: the highest, smoothed) from"
          + " which a compaction server is loaded and gives slots away."),
  MANAGER_BALANCE_STOP(
      "lighter.manager.balance.stop",
      "50",
      OptionType.POSITIVE_COUNT,
      Scope.SITE,
      "Percent of pressure below which a loaded compaction server gives no more slots away, and"
          + " below which one takes slots. Below lighter.manager.balance.start."),
  MANAGER_BALANCE_MOVES(
      "lighter.manager.balance.moves",
      "16",
      OptionType.POSITIVE_COUNT,
      Scope.SITE,
      "Slots of a group that move in one round, at most."),
  MANAGER_BALANCE_WAIT(
      "lighter.manager.balance.wait",
      "30s",
      OptionType.DURATION,
      Scope.SITE,
      "Expected wait of a new job in a compaction server's queue that makes a pressure of 100 %."),
  MANAGER_BALANCE_WINDOW(
      "lighter.manager.balance.window",
      "30s",
      OptionType.DURATION,
      Scope.SITE,
      "Half-life of a compaction server's measured load; a server that has reported for less long"
          + " neither gives nor takes slots."),
  MANAGER_BALANCE_SLOT_WINDOW(
      "lighter.manager.balance.slot.window",
      "10m",
      OptionType.DURATION,
      Scope.SITE,
      "Half-life of a slot's measured load. Load that comes and goes faster moves nothing."),
  MANAGER_BALANCE_REPORT_AGE(
      "lighter.manager.balance.report.age",
      "10s",
      OptionType.DURATION,
      Scope.SITE,
      "A compaction server whose last report is older neither gives nor takes slots."),
  MANAGER_BALANCE_HISTORY(
      "lighter.manager.balance.history",
      "60",
      OptionType.POSITIVE_COUNT,
      Scope.SITE,
      "Rounds of balancing that the manager keeps for 'lighter balance'. Rounds in a row with the"
          + " same verdict and no move count as one."),
  INDEX_WRITE_TIMEOUT(
      "lighter.index.write.timeout",
      "3s",
      OptionType.INDEX_TIMEOUT,
      Scope.SITE,
      "Time for all index entries of one batch of writes; then the batch is refused and the client"
          + " tries again."),
  INDEX_LOCK_WAIT(
      "lighter.index.lock.wait",
      "10s",
      OptionType.LOCK_WAIT,
      Scope.SITE,
      "Time that a write to an indexed table waits for rows that other writes hold; then the batch is"
          + " refused and the client tries again."),
  INDEX_REMOVAL_DELAY(
      "lighter.index.removal.delay",
      "10s",
      OptionType.REMOVAL_DELAY,
      Scope.SITE,
      "Time between a write and the removal of the index entries that it superseded. Lookups that"
          + " take less time miss no row whose key changed meanwhile."),
  INDEX_REMOVAL_QUEUE(
      "lighter.index.removal.queue",
      "100000",
      OptionType.QUEUE_ROWS,
      Scope.SITE,
      "Rows of a region server whose superseded index entries wait for removal, at most. Entries of"
          + " further rows stay; lookups skip them."),
  INDEX_REPAIR_ENABLED(
      "lighter.index.repair.enabled",
      "true",
      OptionType.BOOLEAN,
      Scope.SITE,
      "Lookups ask for the removal of stale index entries that they meet. In the configuration of a"
          + " client: its lookups ask; in that of a region server: it does what they ask."),
  INDEX_REPAIR_QUEUE(
      "lighter.index.repair.queue",
      "10000",
      OptionType.QUEUE_ROWS,
      Scope.SITE,
      "Stale index entries, asked for by lookups, that wait for removal on a region server, at"
          + " most. Further ones stay until a lookup asks again."),
  INDEX_REPAIR_RATE(
      "lighter.index.repair.rate",
      "100",
      OptionType.POSITIVE_COUNT,
      Scope.SITE,
      "Stale index entries, asked for by lookups, that a region server judges in a second, at most."
          + " Each costs a read of its row, and a delete marker if it goes."),
  INDEX_HANDLERS(
      "lighter.index.handlers",
      "30",
      OptionType.HANDLERS,
      Scope.SITE,
      "Threads of a region server for index calls, if hbase.region.server.rpc.scheduler.factory.class"
          + " is io.lighter.index.rpc.IndexRpcSchedulerFactory."),
  INDEX_WAITING_SHARE(
      "lighter.index.waiting.share",
      "0.5",
      OptionType.WAITING_SHARE,
      Scope.SITE,
      "Part of hbase.regionserver.handler.count that may wait for index entries or locks at a time;"
          + " further writes to indexed tables are refused and the client tries again."),
  INDEX_SCHEDULER_DELEGATE(
      "lighter.index.scheduler.delegate",
      "org.apache.hadoop.hbase.regionserver.SimpleRpcSchedulerFactory",
      OptionType.CLASS,
      Scope.SITE,
      "Factory of the RPC scheduler for all calls but index calls, behind"
          + " io.lighter.index.rpc.IndexRpcSchedulerFactory."),
  INDEX_GC_ENABLED(
      "lighter.index.gc.enabled",
      "true",
      OptionType.BOOLEAN,
      Scope.TABLE,
      "Offloaded compactions of an index table drop stale entries. Belongs to the index table; in the"
          + " site of a compaction server, to all index tables."),
  INDEX_GC_MEMORY(
      "lighter.index.gc.memory",
      "256MB",
      OptionType.SIZE,
      Scope.SITE,
      "Heap of a compaction server for the live sets that its compactions of index tables use, all"
          + " together. Entries of rows whose live set has no room stay until a later compaction."),
  INDEX_GC_RATIO(
      "lighter.index.gc.ratio",
      "0.2",
      OptionType.SHARE_OR_ZERO,
      Scope.TABLE,
      "Estimated share of stale entries at which the manager asks for major compactions of an index"
          + " with cleanup=compaction and of its data table's family; 0: never. Belongs to the index"
          + " table; in the site of the manager, to all index tables."),
  INDEX_GC_INTERVAL(
      "lighter.index.gc.interval",
      "24h",
      OptionType.DURATION,
      Scope.SITE,
      "Shortest time between two rounds of the manager that collect stale entries of an index.");

  /** Where an option may be set. */
  public enum Scope {
    /** {@code hbase-site.xml} only. */
    SITE,
    /** {@code hbase-site.xml}, or the {@code CONFIGURATION} of a table or family. */
    TABLE
  }

  /** The prefix of every key. */
  public static final String PREFIX = "lighter.";

  private final String key;
  private final String defaultValue;
  private final OptionType type;
  private final Scope scope;
  private final String help;

  LighterOption(String key, String defaultValue, OptionType type, Scope scope, String help) {
    this.key = key;
    this.defaultValue = defaultValue;
    this.type = type;
    this.scope = scope;
    this.help = help;
  }

  public String key() {
    return key;
  }

  /** The default, in the same syntax as a configured value. */
  public String defaultValue() {
    return defaultValue;
  }

  public OptionType type() {
    return type;
  }

  public Scope scope() {
    return scope;
  }

  /** The help of the reference page, one line. */
  public String help() {
    return help;
  }

  /** The option with this key, if there is one. */
  public static Optional<LighterOption> byKey(String key) {
    return Arrays.stream(values()).filter(option -> option.key.equals(key)).findFirst();
  }
}
