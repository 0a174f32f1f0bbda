// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.micro;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class JmhCommandTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--forks 0 | --forks 0: expected 1 to 1000",
        "--iterations 1001 | --iterations 1001: expected 1 to 1000",
        "--seconds 0 | --seconds 0: expected 1 to 1000",
        "--forks two | Invalid value for option '--forks'",
        "Nonsense | Nonsense: no micro-benchmark matches",
        "[ | [: expected a regular expression"
      })
  void wrongArgumentIsNamedWithWhatIsAllowed(String line, String message) {
    StringWriter err = new StringWriter();

    int exitCode =
        new CommandLine(new JmhCommand())
            .setErr(new PrintWriter(err, true))
            .execute(line.split(" ", -1));

    assertThat(exitCode).isEqualTo(2);
    assertThat(err.toString()).startsWith(message);
  }

  /** Runs in forked JVMs, as usual. */
  @Test
  void resultsHaveTimesAndAllocation(@TempDir Path out) throws Exception {
    int exitCode =
        new CommandLine(new JmhCommand())
            .execute(
                "CandidateLookupBenchmark.owner",
                "--forks=1",
                "--iterations=1",
                "--warmup-iterations=0",
                "--out",
                out.toString());

    assertThat(exitCode).isZero();
    assertThat(out.resolve("results.json"))
        .content()
        .contains("CandidateLookupBenchmark.owner", "\"scoreUnit\" : \"ns/op\"")
        .contains("gc.alloc.rate.norm");
  }

  @Test
  void measuredReadsGetTheFilesOfTheirSideOfTheThreshold() throws Exception {
    RoutingBenchmark benchmark = new RoutingBenchmark();
    benchmark.oldFiles = 3;
    benchmark.setUp();

    assertThat(names(benchmark.stock())).containsExactlyInAnyOrder("output", "flushed");
    assertThat(names(benchmark.noWarmup())).containsExactlyInAnyOrder("output", "flushed");
    assertThat(names(benchmark.belowThreshold())).containsExactlyInAnyOrder("output", "flushed");
    assertThat(names(benchmark.aboveThreshold()))
        .containsExactlyInAnyOrder("old0", "old1", "old2", "flushed");
  }

  @Test
  void allMeasuredInsertionsReachTheCache() throws Exception {
    CacheInsertionBenchmark benchmark = new CacheInsertionBenchmark();
    benchmark.setUp();
    try {
      assertThat(benchmark.asRead()).isEqualTo(benchmark.asWarmed()).isEqualTo(16);
    } finally {
      benchmark.shutDown();
    }
  }

  private static List<String> names(Collection<HStoreFile> files) {
    return files.stream().map(file -> file.getPath().getName()).toList();
  }
}
