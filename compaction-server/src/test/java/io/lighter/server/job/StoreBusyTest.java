// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.fs.s3a.AWSServiceThrottledException;
import org.junit.jupiter.api.Test;

class StoreBusyTest {
  @Test
  void throttledAnswerIsFoundBelowOtherExceptions() {
    IOException answer = new AWSServiceThrottledException();

    assertThat(StoreBusy.isCauseOf(answer)).isTrue();
    assertThat(
            StoreBusy.isCauseOf(
                new UncheckedIOException(new IOException("Could not seek", answer))))
        .isTrue();
  }

  @Test
  void otherFailuresAreNot() {
    assertThat(StoreBusy.isCauseOf(new IOException("AWSServiceThrottledException"))).isFalse();
  }

  @Test
  void causesThatAreACycleEnd() {
    IOException one = new IOException("one");
    IOException two = new IOException("two", one);
    one.initCause(two);

    assertThat(StoreBusy.isCauseOf(one)).isFalse();
  }
}
