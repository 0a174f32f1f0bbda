// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import io.lighter.common.protocol.LighterProtos.ReportResponse;
import io.lighter.server.throughput.SharedThroughput;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class ManagerAdviceTest {
  private static final long OWN = 1_000;

  @Test
  void lowerOfOwnLimitAndShareApplies() {
    assertThat(limit(OptionalLong.of(OWN), share(3_000))).hasValue(OWN);
    assertThat(limit(OptionalLong.of(OWN), share(200))).hasValue(200);
    assertThat(limit(OptionalLong.of(OWN), share(0))).hasValue(0);
  }

  @Test
  void onlyOwnLimitAppliesWithoutACommonLimit() {
    assertThat(limit(OptionalLong.of(OWN), ReportResponse.getDefaultInstance())).hasValue(OWN);
    assertThat(limit(OptionalLong.empty(), ReportResponse.getDefaultInstance())).isEmpty();
    assertThat(limit(OptionalLong.empty(), share(200))).hasValue(200);
  }

  @Test
  void ownLimitOfZeroIsNone() throws Exception {
    Configuration conf = new Configuration(false);
    assertThat(ServerSettings.of(LighterConfiguration.of(conf)).throughput()).isEmpty();

    conf.set(LighterOption.SERVER_THROUGHPUT_LIMIT.key(), "2MB");
    assertThat(ServerSettings.of(LighterConfiguration.of(conf)).throughput()).hasValue(2 << 20);
  }

  @Test
  void pauseEndsWithoutAnAnswerOfAManager() {
    SharedThroughput throughput = new SharedThroughput(() -> 0);
    ManagerAdvice advice = new ManagerAdvice(throughput, OptionalLong.of(OWN), null);
    throughput.limit(OptionalLong.of(0));

    advice.managerLost();
    assertThat(throughput.limit()).hasValue(OWN);

    throughput.limit(OptionalLong.of(200));
    advice.managerLost();
    assertThat(throughput.limit()).as("its last share").hasValue(200);
  }

  private static OptionalLong limit(OptionalLong own, ReportResponse answer) {
    return ManagerAdvice.limit(own, answer);
  }

  private static ReportResponse share(long bytesPerSecond) {
    return ReportResponse.newBuilder().setBytesPerSecond(bytesPerSecond).build();
  }
}
