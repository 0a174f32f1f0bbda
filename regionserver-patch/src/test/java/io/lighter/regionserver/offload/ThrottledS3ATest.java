// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.server.job.StoreBusy;
import java.io.IOException;
import org.apache.hadoop.fs.s3a.AWSServiceThrottledException;
import org.apache.hadoop.fs.s3a.S3AUtils;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * S3A's own exception for a store that asks for fewer requests; compaction servers know it by name.
 */
class ThrottledS3ATest {
  @Test
  void slowDownOfS3IsKnown() {
    IOException failure = S3AUtils.translateException("GET", "s3a://hbase/f", answer(503));

    assertThat(failure).isInstanceOf(AWSServiceThrottledException.class);
    assertThat(StoreBusy.isCauseOf(failure)).isTrue();
  }

  @Test
  void refusalOfS3IsAnotherFailure() {
    IOException failure = S3AUtils.translateException("GET", "s3a://hbase/f", answer(403));

    assertThat(StoreBusy.isCauseOf(failure)).isFalse();
  }

  private static SdkException answer(int status) {
    return S3Exception.builder()
        .statusCode(status)
        .awsErrorDetails(AwsErrorDetails.builder().errorCode("SlowDown").build())
        .build();
  }
}
