// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import io.lighter.cli.EngineName;
import io.lighter.common.config.LighterOption;
import io.lighter.common.config.WarmupStrategy;
import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.LocalClusterSettings;
import io.lighter.testing.cluster.Role;
import io.lighter.testing.cluster.Satisfier;
import io.lighter.testing.cluster.Volumes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.apache.hadoop.hbase.TableName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code lighter check}: exits with 0 if the history allows every read. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Starts a local cluster, writes, reads, compacts, splits, merges, moves, bulk-loads, takes"
            + " snapshots, migrates the store file tracker and switches Lighter off and on at"
            + " random and at the same time, and checks every read against what was written: of a"
            + " table with HBase's default engine or another one, and of one with stripes, date"
            + " tiers and secondary replicas.")
public final class CheckCommand implements Callable<Integer> {
  private static final TableName TABLE = TableName.valueOf("checked");
  private static final TableName VARIED = TableName.valueOf("varied");
  private static final String ENGINE = "org.apache.hadoop.hbase.regionserver.OffloadingStoreEngine";
  private static final int ROWS = 4_000;
  private static final int VARIED_ROWS = 1_200;
  private static final int VALUE_BYTES = 200;

  /**
   * Size limit for warm-ups of the varied table: most major compactions are warmed, most minor ones
   * are not.
   */
  private static final String WARMED_BYTES = "60KB";

  /** Mean time between two changes of the live table from an engine of Lighter's and back. */
  private static final Duration ENGINE_PAUSE = Duration.ofSeconds(12);

  /** Size of a value in a table with tiers, whose stores have slow files of several megabytes. */
  private static final int TIERED_VALUE_BYTES = 1_000;

  /** Mean times between two disturbances of a table with tiers. */
  private static final Duration TRACKER_PAUSE = Duration.ofSeconds(30);

  private static final Duration TIERED_ENGINE_PAUSE = Duration.ofSeconds(25);

  /**
   * Size of a block of HBase's log, without which small blocks would have it rolled all the time.
   */
  private static final long LOG_BLOCK_BYTES = 64L << 20;

  /** Options with which a mean major compaction of one family takes about a second. */
  static final Map<LighterOption, String> SMALL =
      Map.of(
          LighterOption.OFFLOAD_MIN_BYTES, "1",
          LighterOption.OFFLOAD_POLL_INTERVAL, "100ms",
          LighterOption.WARMUP_MIN_BYTES, "1",
          LighterOption.WARMUP_RATE, "1MB",
          LighterOption.WARMUP_RATE_FLOOR, "256KB",
          LighterOption.WARMUP_CHUNK_SIZE, "16KB");

  /** Why a run with an engine of Lighter's does not pass. */
  public static final String ENGINE_STAYED =
      "the live table's engine never changed, so nothing is known of that";

  @Spec private CommandSpec spec;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      defaultValue = "5",
      description = "How long (default: ${DEFAULT-VALUE}).")
  private int minutes;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Seed of the random choices; the report names it (default: random).")
  private Long seed;

  @Option(names = "--json", paramLabel = "FILE", description = "Also writes the result here.")
  private Path json;

  @Option(
      names = "--strategy",
      paramLabel = "NAME",
      description = "Warm-up strategy, as in lighter.warmup.strategy (default: that option's).")
  private String strategy;

  @Option(
      names = "--engine",
      paramLabel = "NAME",
      description =
          "Store engine below Lighter's of the first table: default, stripe, date-tiered, range,"
              + " forest or tiered. With range or tiered, the live table changes to the default one"
              + " and back; with forest also to range in between. With tiered, there are three data"
              + " nodes with SSD, DISK and ARCHIVE; the tiers change, and the SSDs fill up"
              + " (default: default).")
  private String engine;

  @Option(
      names = "--index",
      description =
          "Checks one table with secondary indexes instead: each lookup is compared with the"
              + " history of writes, and in the end each key with its entry; region servers are"
              + " killed, too.")
  private boolean index;

  @Option(
      names = "--object-store",
      description =
          "Keeps store files in an object store, as 'lighter demo' does, which refuses some requests"
              + " and does not answer others; trackers are not migrated. In the end, no file may be"
              + " there that no list names, but for those that HBase's bulk loads leave.")
  private boolean objectStore;

  /** Creates the command without running it. */
  public CheckCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    LocalRun run = new LocalRun(spec);
    Duration duration = run.duration(minutes);
    run.checkJson(json);
    long chosenSeed = run.seed(seed);
    if (index) {
      refuseWithIndex("--engine", engine);
      refuseWithIndex("--strategy", strategy);
      refuseWithIndex("--object-store", objectStore ? "(no builds of indexes there)" : null);
      return new IndexCheckRun(run, Optional.ofNullable(json)).call(duration, chosenSeed);
    }
    EngineName chosenEngine = run.engine(engine);
    if (objectStore && chosenEngine == EngineName.TIERED) {
      throw new ParameterException(
          spec.commandLine(),
          "--engine tiered: expected without --object-store, which has no storage policies");
    }
    ReadPath reads = ReadPath.of(chosenSeed);
    return run.run(
        clusterSettings(reads, chosenEngine, chosenSeed),
        "Checking for %d min, seed %d%s%s"
            .formatted(
                minutes,
                chosenSeed,
                inTitle(chosenEngine),
                objectStore ? ", on an object store" : ""),
        cluster -> {
          if (chosenEngine != EngineName.TIERED) {
            return check(cluster, chosenEngine, chosenSeed, reads, duration, run, Optional.empty());
          }
          Satisfier satisfier = Satisfier.start(cluster.configuration());
          try (satisfier;
              Volumes volumes = Volumes.open(cluster)) {
            return check(
                cluster, chosenEngine, chosenSeed, reads, duration, run, Optional.of(volumes));
          }
        });
  }

  private void refuseWithIndex(String option, String value) {
    if (value != null) {
      throw new ParameterException(
          spec.commandLine(), "%s %s: expected without --index".formatted(option, value));
    }
  }

  private Optional<String> check(
      LocalCluster cluster,
      EngineName chosenEngine,
      long chosenSeed,
      ReadPath reads,
      Duration duration,
      LocalRun run,
      Optional<Volumes> volumes)
      throws IOException, InterruptedException {
    run.say("Reads, drawn by the seed: " + reads.describe(chosenEngine));
    if (chosenEngine != EngineName.DEFAULT) {
      run.say(
          "Left out with --engine %s: the number of files after a major compaction"
              .formatted(chosenEngine.tag()));
    }
    List<Checker> checkers =
        List.of(
            checker(
                cluster,
                TABLE,
                plainSettings(chosenEngine, chosenSeed, reads, duration),
                run,
                volumes),
            checker(
                cluster, VARIED, variedSettings(chosenSeed + 1, duration), run, Optional.empty()));
    CheckReport report;
    try {
      report = Checks.start(checkers).get();
    } catch (ExecutionException e) {
      throw new IOException("the check broke off: " + e.getCause(), e.getCause());
    }
    run.say(report.toText().stripTrailing());
    Optional<TierReport> tiers = Optional.empty();
    if (volumes.isPresent()) {
      tiers = Optional.of(TierReport.of(cluster, volumes.get(), TABLE));
      run.say(tiers.get().toText());
    }
    if (json != null) {
      String text = report.toJson();
      Files.writeString(json, tiers.map(found -> found.addTo(text)).orElse(text));
    }
    Optional<String> unowned =
        objectStore ? run.unownedFiles(cluster, Optional.empty()) : Optional.empty();
    Optional<String> unmet = objectStore ? unmetFaults(cluster, run) : Optional.empty();
    if (!report.passed()) {
      return Optional.of("a read was wrong or failed, or nothing was offloaded; see above");
    }
    if (unowned.isPresent() || unmet.isPresent()) {
      return unowned.or(() -> unmet);
    }
    if (chosenEngine.isOwn() && report.count(Tally.Event.ENGINE_CHANGE) == 0) {
      return Optional.of(ENGINE_STAYED);
    }
    if (chosenEngine != EngineName.DEFAULT && compactions(cluster, TABLE).read().offloaded() == 0) {
      return Optional.of(
          "no compaction of the table with engine %s was offloaded".formatted(chosenEngine.tag()));
    }
    Optional<String> shortfall =
        tiers.flatMap(found -> found.shortfall(report.count(Tally.Event.SLOW_TIER_SEEN)));
    if (shortfall.isPresent()) {
      return shortfall;
    }
    if (chosenEngine == EngineName.FOREST) {
      long ahead = SeeksAhead.of(cluster);
      run.say("%d seeks ahead".formatted(ahead));
      if (reads.alwaysSeeksAhead(chosenEngine) && ahead == 0) {
        return Optional.of("no read of the forest did a seek ahead, so nothing is known of that");
      }
    }
    return isTried(strategy, report.compactions())
        ? Optional.empty()
        : Optional.of("there was no warm-up, so nothing is known of the reads in one");
  }

  /** Prints the faults of the object store; returns the one that nothing met. */
  private static Optional<String> unmetFaults(LocalCluster cluster, LocalRun run)
      throws IOException {
    StoreFaults faults = StoreFaults.of(cluster);
    run.say("%s; %d jobs failed by a refusal".formatted(faults.inWords(), faults.busyJobs()));
    return faults.shortfallOfJobs();
  }

  private static String inTitle(EngineName engine) {
    return engine == EngineName.DEFAULT ? "" : ", engine " + engine.tag();
  }

  /**
   * Whether the strategy took effect.
   *
   * @param strategy name of the strategy; null for the default
   */
  static boolean isTried(String strategy, CompactionCounts counts) {
    return WarmupStrategy.NONE.configName().equals(strategy)
        || counts.warmups() + counts.warmupsEnded() > 0;
  }

  private static Checker checker(
      LocalCluster cluster,
      TableName table,
      CheckSettings settings,
      LocalRun run,
      Optional<Volumes> volumes)
      throws IOException {
    return new Checker(
        cluster.configuration(),
        cluster.connection(),
        table,
        settings,
        compactions(cluster, table),
        System::nanoTime,
        new DisturbanceGate(true),
        run::say,
        volumes);
  }

  /** Counts of a table's compactions in the logs of all region servers. */
  static CompactionCounts.Source compactions(LocalCluster cluster, TableName table) {
    return () ->
        new LogCounts(
                cluster.processNames().stream()
                    .filter(name -> name.role() == Role.REGION_SERVER)
                    .map(cluster::logFile)
                    .toList(),
                table)
            .read();
  }

  private CheckSettings variedSettings(long seed, Duration duration) {
    return new CheckSettings(
        seed,
        duration,
        VARIED_ROWS,
        VALUE_BYTES,
        Optional.of(ENGINE),
        Map.of(LighterOption.WARMUP_MIN_BYTES.key(), WARMED_BYTES),
        TableShape.varied(
            Instant.now(),
            objectStore ? TableShape.Migration.NONE : TableShape.Migration.ROUND_TRIP),
        false,
        new CheckSettings.Load(
            2,
            2,
            1,
            Duration.ofMillis(20),
            Duration.ofMillis(10),
            Duration.ofMillis(1_500),
            Duration.ofSeconds(10),
            Duration.ofSeconds(12),
            Duration.ofSeconds(15),
            CheckSettings.Load.NEVER,
            Duration.ofSeconds(30),
            CheckSettings.Load.NEVER));
  }

  private static CheckSettings plainSettings(
      EngineName engine, long seed, ReadPath reads, Duration duration) {
    boolean isTiered = engine == EngineName.TIERED;
    return new CheckSettings(
        seed,
        duration,
        ROWS,
        isTiered ? TIERED_VALUE_BYTES : VALUE_BYTES,
        Optional.of(ENGINE),
        reads.tableProperties(engine),
        isTiered ? TableShape.tiers() : TableShape.plain(engine, Instant.now()),
        false,
        new CheckSettings.Load(
            4,
            2,
            2,
            Duration.ofMillis(10),
            Duration.ofMillis(5),
            Duration.ofMillis(1_500),
            Duration.ofSeconds(6),
            Duration.ofSeconds(8),
            Duration.ofSeconds(7),
            Duration.ofMillis(500),
            isTiered ? TRACKER_PAUSE : CheckSettings.Load.NEVER,
            isTiered
                ? TIERED_ENGINE_PAUSE
                : engine.isOwn() ? ENGINE_PAUSE : CheckSettings.Load.NEVER));
  }

  private LocalClusterSettings clusterSettings(ReadPath reads, EngineName engine, long seed) {
    LocalClusterSettings.Builder cluster =
        LocalClusterSettings.builder()
            .compactionServers(1)
            .hdfs(1, 1)
            // Compacted files are archived while reads and snapshots may still need them.
            .site("hbase.hfile.compaction.discharger.interval", "5000")
            .site(LocalRun.REPLICA_REFRESH_KEY, LocalRun.REPLICA_REFRESH_MS);
    reads.siteProperties().forEach(cluster::site);
    SMALL.forEach((option, value) -> cluster.site(option.key(), value));
    if (engine == EngineName.TIERED) {
      addVolumes(cluster);
    }
    if (objectStore) {
      cluster.objectStore();
      StoreFaults.addTo(cluster, seed);
      StoreFaults.passOnRefusals(cluster);
    }
    if (strategy != null) {
      Optional<WarmupStrategy> known = WarmupStrategy.byName(strategy);
      if (known.isEmpty() || known.get() == WarmupStrategy.WRITE_THROUGH) {
        throw new ParameterException(
            spec.commandLine(),
            "--strategy %s: expected a value of %s other than write-through, which offloads nothing"
                .formatted(strategy, LighterOption.WARMUP_STRATEGY.key()));
      }
      cluster.site(LighterOption.WARMUP_STRATEGY.key(), strategy);
    }
    return cluster.build();
  }

  /** Three data nodes with SSD, DISK and ARCHIVE, of which two have each block. */
  private static void addVolumes(LocalClusterSettings.Builder cluster) {
    cluster
        .hdfs(3, 2)
        .typedVolumes()
        .site("dfs.heartbeat.interval", VolumeDisturber.HEARTBEAT_SECONDS)
        .site("dfs.blocksize", Long.toString(VolumeDisturber.BLOCK_BYTES))
        .site("hbase.regionserver.hlog.blocksize", Long.toString(LOG_BLOCK_BYTES))
        .site(LighterOption.TIERED_AUDIT_INTERVAL.key(), "1m")
        .site(LighterOption.WARMUP_RATE.key(), "4MB");
    Satisfier.SITE.forEach(cluster::site);
  }
}
