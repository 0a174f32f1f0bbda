package io.lighter.benchmarks.check;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;

/**
 * One check of one table on a running cluster: creates the table, lets everything happen, compares
 * the outcome. Used once, by one thread; leaves the table behind.
 */
final class Checker {
  private static final Duration PROGRESS_INTERVAL = Duration.ofSeconds(30);

  private final CheckSettings settings;
  private final CompactionCounts.Source compactions;
  private final Consumer<String> progress;
  private final CheckContext context;
  private final List<Future<Void>> threads = new ArrayList<>();

  /**
   * A check that has not begun.
   *
   * @param configuration for bulk loads, of the same cluster as {@code connection}
   * @param compactions asked before and after
   * @param clock in nanoseconds, never going back
   * @param progress told in a few words what goes on
   */
  Checker(
      Configuration configuration,
      Connection connection,
      TableName table,
      CheckSettings settings,
      CompactionCounts.Source compactions,
      LongSupplier clock,
      Consumer<String> progress) {
    this.settings = settings;
    this.compactions = compactions;
    this.progress = progress;
    Tally tally = new Tally();
    StopSignal stop = new StopSignal();
    Cells cells = new Cells(settings.valueBytes());
    Model model =
        new Model(
            clock,
            settings.rows(),
            tally,
            () -> {
              if (settings.stopAtFirstViolation()) {
                stop.give();
              }
            });
    this.context =
        new CheckContext(
            configuration,
            connection,
            table,
            settings,
            cells,
            model,
            new ResultChecker(model, cells),
            tally,
            stop);
  }

  /**
   * Runs it.
   *
   * @throws IOException if the cluster fails, so that nothing can be said about the reads
   */
  CheckReport run() throws IOException, InterruptedException {
    try (Admin admin = context.connection().getAdmin()) {
      CheckTable.create(admin, context.table(), settings);
    }
    CompactionCounts before = compactions.read();
    long start = context.model().now();
    ExecutorService executor = Executors.newCachedThreadPool();
    try {
      startThreads(executor);
      watch(start);
    } finally {
      context.stop().give();
      executor.shutdown();
    }
    awaitThreads();
    Duration took = Duration.ofNanos(context.model().now() - start);
    if (!settings.stopAtFirstViolation() || context.model().violationCount() == 0) {
      new FinalCheck(context).run();
    }
    return report(took, compactions.read().minus(before));
  }

  private void startThreads(ExecutorService executor) {
    CheckSettings.Load load = settings.load();
    SplittableRandom random = new SplittableRandom(settings.seed());
    for (int i = 0; i < load.writers(); i++) {
      start(executor, "writer-" + i, new Writer(context, random.split(), i));
    }
    for (int i = 0; i < load.getters(); i++) {
      start(executor, "getter-" + i, new Getter(context, random.split()));
    }
    for (int i = 0; i < load.scanners(); i++) {
      start(executor, "scanner-" + i, new Scanner(context, random.split()));
    }
    start(executor, "files", new FileDisturber(context, random.split()));
    start(executor, "regions", new RegionDisturber(context, random.split()));
  }

  /** A thread that fails stops all. */
  private void start(ExecutorService executor, String name, Callable<Void> task) {
    threads.add(
        executor.submit(
            () -> {
              Thread.currentThread().setName("check-" + name);
              try {
                return task.call();
              } catch (Exception e) {
                context.stop().give();
                throw e;
              }
            }));
  }

  private void watch(long start) throws InterruptedException {
    Duration left = settings.duration();
    while (left.compareTo(Duration.ZERO) > 0) {
      boolean isShort = left.compareTo(PROGRESS_INTERVAL) < 0;
      if (context.stop().await(isShort ? left : PROGRESS_INTERVAL)) {
        return;
      }
      Duration passed = Duration.ofNanos(context.model().now() - start);
      left = settings.duration().minus(passed);
      Tally tally = context.tally();
      progress.accept(
          "%d s: %d rows checked, %d changes, %d violations"
              .formatted(
                  passed.toSeconds(),
                  tally.get(Tally.Event.ROW_CHECKED),
                  tally.get(Tally.Event.WRITE),
                  context.model().violationCount()));
    }
  }

  private void awaitThreads() throws IOException, InterruptedException {
    for (Future<Void> thread : threads) {
      try {
        thread.get();
      } catch (ExecutionException e) {
        throw new IOException("the check broke off: " + e.getCause(), e.getCause());
      }
    }
  }

  private CheckReport report(Duration took, CompactionCounts counts) {
    Map<Tally.Event, Long> events = new EnumMap<>(Tally.Event.class);
    for (Tally.Event event : Tally.Event.values()) {
      events.put(event, context.tally().get(event));
    }
    return new CheckReport(
        settings.seed(),
        took,
        events,
        counts,
        context.model().violationCount(),
        context.model().violations(),
        context.tally().firstFailure());
  }
}
