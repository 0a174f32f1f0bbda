// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextStatusTest {
  @Test
  void showsManagerServersAndJobsRunningOnesFirst() {
    assertThat(TextStatus.render(new ClusterStatus.Managed(Statuses.busy())))
        .isEqualTo(
            """
            manager: m1.example:16050 (0.1.0, up 2h 5m)
            standby: m2.example:16050
            offloading: on, except for ns:quiet
            regions: 13
            group gold: tables name it, but none of its servers takes jobs

            1 compaction server
            SERVER            GROUP    REGIONS  RUNNING  QUEUED  MEMORY             CPU   COMPACTED  DONE  FAILED  REFUSED  REPORT
            s1.example:16040  default  13       1/4      1/100   512.0 MB / 1.0 GB  35 %  12.0 GB    88    1       3        0s ago
            s2.example:16040: registered, but has sent no report yet

            2 jobs
            JOB                      SERVER            STATE       TABLE  REGION  FAMILY  INPUT                AGE  PROGRESS
            cj-00000000000000000001  s1.example:16040  compacting  ns:t   cafe    f       512.0 MB in 3 files  12s  [##########..........]  50 %
            cj-00000000000000000002  s1.example:16040  queued      ns:t   beef    f       512.0 MB in 3 files  12s  [....................]   0 %
            """);
  }

  @Test
  void showsJobsOfIndexBuildsThatRunAndThatHaveEnded() {
    assertThat(TextStatus.render(new ClusterStatus.Managed(Statuses.building())))
        .endsWith(
            """

            2 jobs of index builds
            JOB                      SERVER            STATE      BUILD                INDEX         WORK          DONE       TIME    ENDED
            bj-00000000000000000001  s1.example:16040  running    ib-0123456789abcdef  city of ns:t  read cafe     1200 rows  1m 15s  -
            bj-00000000000000000002  s1.example:16040  completed  ib-0123456789abcdef  city of ns:t  merge Zürich  5 entries  2s      4s ago
            """);
  }

  @Test
  void showsAManagerWithoutReports() {
    assertThat(TextStatus.render(new ClusterStatus.Managed(Statuses.empty())))
        .isEqualTo(
            """
            manager: m1.example:16050 (0.1.0, up 0s)
            standby: none
            offloading: on
            regions: ?

            0 compaction servers

            0 jobs
            """);
  }

  @Test
  void showsLastReadableSwitchIfTheZnodeIsDamaged() {
    assertThat(
            TextStatus.render(
                new ClusterStatus.Managed(
                    Statuses.empty().toBuilder().setSwitchUnreadable(true).build())))
        .contains("offloading: on (unreadable now: see lighter switch)\n");
  }

  @Test
  void showsThatThereIsNoManager() {
    assertThat(TextStatus.render(Statuses.unmanaged()))
        .isEqualTo(
            """
            manager: none (no manager is running)
            offloading: off

            ZooKeeper knows 1 compaction server; without a manager nothing is known about their load.

            SERVER            GROUP    THREADS  CACHE   VERSION
            s1.example:16040  default  4        1.0 GB  0.1.0
            """);
  }
}
