// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegionServerLogsTest {
  private static final TableName TABLE = TableName.valueOf("t");

  @TempDir private Path folder;

  @Test
  void countsTheCompactionsOfOneTableInAllLogs() throws IOException {
    Path first =
        log(
            "1.log",
            "INFO compaction offloaded: cj-00ff table=t region=a server=s",
            "INFO compaction offloaded: cj-01ff table=t2 region=a server=s",
            "INFO compaction offloaded: cj-02ff table=ns:t region=a server=s",
            "INFO Submitted cj-03ff table=t region=a");
    Path second =
        log(
            "2.log",
            "INFO compaction offloaded: cj-04ff table=t",
            "INFO compaction local (server-lost): cj-05ff table=t region=b",
            "INFO compaction local (server-lost): cj-06ff table=t region=c",
            "INFO compaction local (too-small): table=t region=d");

    JobCounts counts = new RegionServerLogs(List.of(first, second)).count(TABLE);

    assertThat(counts.offloaded()).isEqualTo(2);
    assertThat(counts.localByReason()).isEqualTo(Map.of("server-lost", 2, "too-small", 1));
    assertThat(counts.local()).isEqualTo(3);
    assertThat(counts.describe()).isEqualTo("2 offloaded, 3 local (server-lost x 2, too-small)");
  }

  private Path log(String name, String... lines) throws IOException {
    return Files.write(folder.resolve(name), List.of(lines));
  }
}
