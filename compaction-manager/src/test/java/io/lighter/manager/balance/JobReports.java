// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.balance;

import io.lighter.common.protocol.LighterProtos.JobReport;
import io.lighter.common.protocol.LighterProtos.JobState;

/** Reports of jobs for tests. */
final class JobReports {
  private JobReports() {}

  /** The report of a job of table t. */
  static JobReport job(String id, String region, long bytes, JobState state) {
    return JobReport.newBuilder()
        .setJobId(id)
        .setState(state)
        .setTable("t")
        .setRegion(region)
        .setFamily("f")
        .setRegionServer("rs,1,1")
        .setMajor(false)
        .setInputBytes(bytes)
        .setInputFiles(1)
        .setPriority(1)
        .setAgeMs(0)
        .setRunningMs(0)
        .build();
  }
}
