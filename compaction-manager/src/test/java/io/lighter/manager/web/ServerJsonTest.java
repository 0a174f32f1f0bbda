// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.protocol.LighterProtos.JobReport;
import io.lighter.common.protocol.LighterProtos.JobState;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.junit.jupiter.api.Test;

class ServerJsonTest {
  @Test
  void jobHasItsPaceAndItsLimitIfTheServerReportsThem() {
    JsonObject slowed =
        ServerJson.job(report().setPace("slowed: log sync 3.1 × idle").setReadLimit(7).build());
    assertThat(slowed.get("pace").getAsString()).isEqualTo("slowed: log sync 3.1 × idle");
    assertThat(slowed.get("read_limit").getAsLong()).isEqualTo(7);

    JsonObject ofAnOlderServer = ServerJson.job(report().build());
    assertThat(ofAnOlderServer.has("pace")).isFalse();
    assertThat(ofAnOlderServer.has("read_limit")).isFalse();
  }

  private static JobReport.Builder report() {
    return JobReport.newBuilder()
        .setJobId("cj-1")
        .setState(JobState.COMPACTING)
        .setTable("t")
        .setRegion("r")
        .setFamily("f")
        .setRegionServer("rs1,16020,1")
        .setMajor(true)
        .setInputBytes(1)
        .setInputFiles(1)
        .setPriority(1)
        .setAgeMs(1)
        .setRunningMs(1);
  }
}
