// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class InjectionTest {
  @Test
  void argumentsDescribeAnEqualInjection() {
    Injection injection =
        Injection.NONE
            .withFirstByte(Duration.ofMillis(20))
            .withBytesPerSecond(50_000_000)
            .withRefused(new FaultShare(0.25, Set.of(RequestMethod.PUT, RequestMethod.GET)))
            .withLost(FaultShare.ofAllBut(RequestMethod.POST, 0.5));

    assertThat(injection.arguments())
        .containsExactly("20", "50000000", "0.25:GET,PUT", "0.5:DELETE,GET,HEAD,LIST,OTHER,PUT");
    assertThat(Injection.ofArguments(injection.arguments())).isEqualTo(injection);
    assertThat(Injection.ofArguments(Injection.NONE.arguments())).isEqualTo(Injection.NONE);
  }

  @Test
  void shareIsThatOfItsOwnKindsOfRequests() {
    FaultShare share = FaultShare.ofAllBut(RequestMethod.POST, 0.5);

    assertThat(share.of(RequestMethod.POST)).isZero();
    assertThat(share.of(RequestMethod.GET)).isEqualTo(0.5);
  }

  @Test
  void valuesOutOfRangeAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Injection.NONE.withFirstByte(Duration.ofMillis(-1)));
    assertThatIllegalArgumentException().isThrownBy(() -> Injection.NONE.withBytesPerSecond(-1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FaultShare.ofAll(1.5))
        .withMessage("share of requests 1.5: expected 0 to 1");
    assertThatIllegalArgumentException().isThrownBy(() -> FaultShare.ofAll(Double.NaN));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                Injection.NONE
                    .withRefused(FaultShare.ofAll(0.75))
                    .withLost(new FaultShare(0.5, Set.of(RequestMethod.PUT))))
        .withMessage("refused and lost requests 1.25 of PUT: expected at most 1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Injection.ofArguments(List.of("1", "2")))
        .withMessageContaining("expected: first-byte-ms");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Injection.ofArguments(List.of("1", "2", "0:GET", "0:GET,get")))
        .withMessageContaining("'get'");
  }
}
