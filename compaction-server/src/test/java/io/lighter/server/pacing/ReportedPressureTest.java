// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.pacing;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.protocol.LighterProtos.HeartbeatRequest;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.com.google.protobuf.UnknownFieldSet;
import org.junit.jupiter.api.Test;

class ReportedPressureTest {
  @Test
  void heartbeatOfAnOlderRegionServerSaysNothing() throws Exception {
    byte[] old = // job_id alone
        UnknownFieldSet.newBuilder()
            .addField(
                1,
                UnknownFieldSet.Field.newBuilder()
                    .addLengthDelimited(ByteString.copyFromUtf8("cj-1"))
                    .build())
            .build()
            .toByteArray();

    assertThat(ReportedPressure.of(HeartbeatRequest.parseFrom(old)))
        .isEqualTo(ReportedPressure.UNKNOWN);
  }

  /** An older server knows field 1 alone, and keeps the rest unread. */
  @Test
  void olderServerReadsTheJobOfANewHeartbeat() throws Exception {
    byte[] now =
        HeartbeatRequest.newBuilder()
            .setJobId("cj-1")
            .setWalSyncPercent(310)
            .setHandlerPercent(90)
            .setUrgent(true)
            .build()
            .toByteArray();

    UnknownFieldSet fields = UnknownFieldSet.parseFrom(now);

    assertThat(fields.getField(1).getLengthDelimitedList().get(0).toStringUtf8()).isEqualTo("cj-1");
    assertThat(fields.asMap().keySet()).containsExactly(1, 2, 3, 4);
  }

  @Test
  void highestOfBothCountsAndIsNamed() {
    assertThat(reported(OptionalDouble.of(3.14), OptionalDouble.of(2)).highest()).hasValue(3.14);
    assertThat(reported(OptionalDouble.of(3.14), OptionalDouble.of(2)).inWords())
        .isEqualTo("log sync 3.1 × idle");
    assertThat(reported(OptionalDouble.of(1), OptionalDouble.of(2)).inWords())
        .isEqualTo("calls 2.0 × idle");
    assertThat(reported(OptionalDouble.empty(), OptionalDouble.of(0.5)).highest()).hasValue(0.5);
    assertThat(ReportedPressure.UNKNOWN.highest()).isEmpty();
    assertThat(ReportedPressure.UNKNOWN.inWords()).isEqualTo("load unknown");
  }

  @Test
  void negativeRatioIsUnknown() {
    ReportedPressure reported =
        ReportedPressure.of(
            HeartbeatRequest.newBuilder()
                .setJobId("cj-1")
                .setWalSyncPercent(-1)
                .setUrgent(false)
                .build());

    assertThat(reported)
        .isEqualTo(
            new ReportedPressure(
                OptionalDouble.empty(), OptionalDouble.empty(), Optional.of(false)));
  }

  private static ReportedPressure reported(OptionalDouble walSync, OptionalDouble handlers) {
    return new ReportedPressure(walSync, handlers, Optional.empty());
  }
}
