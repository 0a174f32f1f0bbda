// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lighter.index.admin.BuildId;
import io.lighter.index.admin.BuildListener;
import io.lighter.index.admin.BuildProgress;
import io.lighter.index.admin.BuildStep;
import io.lighter.index.admin.IndexBuilder;
import io.lighter.index.admin.IndexRefusedException;
import io.lighter.index.spec.IndexSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The steps of a build with jobs and an index in memory. */
class IndexBuildTest {
  private static final IndexBuilder.Target TARGET =
      new IndexBuilder.Target(
          new BuildId("ib-0123456789abcdef"),
          TableName.valueOf("t"),
          IndexSpec.parse("city", "value f:city string"));

  private final FakeJobs jobs = new FakeJobs();
  private final FakeIndex index = new FakeIndex();
  private final List<BuildProgress> shown = new ArrayList<>();

  /** Runs and merged files as lists of index rows. */
  private static final class FakeJobs implements BuildJobs {
    final NavigableMap<String, List<String>> snapshot = new TreeMap<>();
    final ConcurrentMap<String, List<String>> runs = new ConcurrentHashMap<>();
    final ConcurrentMap<Path, List<String>> merged = new ConcurrentHashMap<>();
    final AtomicInteger reads = new AtomicInteger();
    final AtomicInteger merges = new AtomicInteger();

    /** The region whose run cannot be written, with the reason. */
    String bad = "";

    IOException reason = new IOException("disk");

    /** Whether a merge leaves out an entry. */
    boolean loses;

    @Override
    public List<String> regions() {
      return List.copyOf(snapshot.keySet());
    }

    @Override
    public long read(String region) throws IOException {
      if (region.equals(bad)) {
        throw reason;
      }
      return runs.computeIfAbsent(
              region,
              name -> {
                reads.incrementAndGet();
                return snapshot.get(name);
              })
          .size();
    }

    @Override
    public Optional<MergedFile> merge(byte[] start, byte[] stop) {
      List<String> rows =
          runs.values().stream()
              .flatMap(List::stream)
              .filter(
                  row ->
                      Bytes.toString(start).compareTo(row) <= 0
                          && (stop.length == 0 || row.compareTo(Bytes.toString(stop)) < 0))
              .sorted()
              .skip(loses ? 1 : 0)
              .toList();
      Path path = new Path("/merged-" + merges.incrementAndGet());
      merged.put(path, rows);
      return rows.isEmpty() ? Optional.empty() : Optional.of(new MergedFile(path, rows.size()));
    }

    @Override
    public void close() {}
  }

  /** Loads files one by one, and may fail behind one. */
  private final class FakeIndex implements IndexSide {
    final List<String> starts = new ArrayList<>(List.of("", "m"));
    final List<String> rows = new ArrayList<>();

    /** Loads that fail with half of the files loaded. */
    int failures;

    @Override
    public List<byte[]> starts() {
      return starts.stream().map(Bytes::toBytes).toList();
    }

    @Override
    public void load(List<Path> files) throws IOException {
      for (Path file : files) {
        rows.addAll(jobs.merged.get(file));
        if (failures > 0) {
          failures--;
          starts.set(1, "k"); // regions may have changed meanwhile
          throw new IOException("region server died");
        }
      }
    }
  }

  private final class Recorder implements BuildListener {
    private final BuildStep fatal;

    private Recorder(BuildStep fatal) {
      this.fatal = fatal;
    }

    @Override
    public void progress(BuildProgress progress) {
      shown.add(progress);
    }

    @Override
    public void ended(BuildStep step) {
      if (step == fatal) {
        throw new BuildCluster.Died();
      }
    }
  }

  private void run(BuildStep fatal) throws IOException {
    new IndexBuild(TARGET, jobs, index, 2, new Recorder(fatal)).run();
  }

  private void fill() {
    jobs.snapshot.put("one", List.of("b", "n"));
    jobs.snapshot.put("two", List.of("a", "l", "z"));
    jobs.snapshot.put("three", List.of());
  }

  @Test
  void everyEntryOfEveryRegionIsLoaded() throws IOException {
    fill();

    run(null);

    assertThat(index.rows).containsExactlyInAnyOrder("a", "b", "l", "n", "z");
    assertThat(shown.get(0))
        .isEqualTo(new BuildProgress("ib-0123456789abcdef", BuildStep.READ, 0, 3, 0));
    assertThat(shown)
        .contains(
            new BuildProgress("ib-0123456789abcdef", BuildStep.READ, 3, 3, 5),
            new BuildProgress("ib-0123456789abcdef", BuildStep.MERGE, 2, 2, 5));
  }

  @ParameterizedTest
  @EnumSource(
      value = BuildStep.class,
      names = {"READ", "MERGE", "LOAD"})
  void runsAreKeptWhenTheProcessDiesBehindAStep(BuildStep step) throws IOException {
    fill();
    assertThatExceptionOfType(BuildCluster.Died.class).isThrownBy(() -> run(step));

    run(null);

    assertThat(index.rows).contains("a", "b", "l", "n", "z");
    assertThat(jobs.reads).hasValue(3);
  }

  @Test
  void loadThatFailedInTheMiddleIsMergedAndLoadedAgain() throws IOException {
    fill();
    index.failures = 2;

    run(null);

    assertThat(index.rows).contains("a", "b", "l", "n", "z");
    assertThat(jobs.reads).hasValue(3);
    assertThat(jobs.merges).hasValue(6);
  }

  @Test
  void loadThatFailsAgainAndAgainEndsTheBuild() {
    fill();
    index.failures = 3;

    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> run(null))
        .withMessage("region server died");
  }

  @Test
  void failedJobEndsTheBuildWithItsReason() {
    fill();
    jobs.bad = "two";
    assertThatExceptionOfType(IOException.class).isThrownBy(() -> run(null)).withMessage("disk");

    jobs.reason = new IndexRefusedException(List.of("row 'x' is too long"));
    assertThatExceptionOfType(IndexRefusedException.class).isThrownBy(() -> run(null));
    assertThat(index.rows).isEmpty();
  }

  /** The mutant "counts are not compared" fails here. */
  @Test
  void lostEntryIsNoticedBeforeTheLoad() {
    fill();
    jobs.loses = true;

    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> run(null))
        .withMessageContaining("5 entries in runs and 3 in merged files");
    assertThat(index.rows).isEmpty();
  }

  @Test
  void tableWithoutRegionsOrEntriesIsBuilt() throws IOException {
    run(null);

    assertThat(index.rows).isEmpty();
  }
}
