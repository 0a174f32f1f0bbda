package io.lighter.common.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProtocolTest {
  @Test
  void hbaseOfTheBuildIsAccepted() {
    assertThat(Protocol.hbaseVersionProblem()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"2.6.0", "2.6.4", "2.6.4-hadoop3", "2.6.10-SNAPSHOT"})
  void everyReleaseOfTheLineIsAccepted(String version) {
    assertThat(Protocol.hbaseVersionProblem(version)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"2.5.10", "2.60.1", "3.0.0-beta-1", "2.6", "Unknown", ""})
  void otherVersionIsNamedWithTheOneNeeded(String version) {
    assertThat(Protocol.hbaseVersionProblem(version))
        .hasValueSatisfying(
            problem -> assertThat(problem).contains("HBase " + version).contains("HBase 2.6.x"));
  }

  @Test
  void requestsOfOlderVersionsAreTakenDownToTheOldest() {
    assertThat(Protocol.takes(Protocol.VERSION)).isTrue();
    assertThat(Protocol.takes(Protocol.OLDEST_VERSION)).isTrue();
    assertThat(Protocol.takes(Protocol.OLDEST_VERSION - 1)).isFalse();
    assertThat(Protocol.takes(Protocol.VERSION + 1)).isFalse();
  }
}
