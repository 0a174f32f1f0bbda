// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lighter.chunk.ChunkBuilder;
import io.lighter.common.config.ConfigurationException;
import io.lighter.common.config.LighterConfiguration;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerSettingsTest {
  private final Configuration conf = new Configuration(false);

  /** The type of the option repeats the limit of the format, which its module does not see. */
  @Test
  void largestChunkSizeIsThatOfTheFormat() throws ConfigurationException {
    conf.set("lighter.warmup.chunk.size", "64MB");
    assertThat(settings().cache().chunkBytes()).isEqualTo(ChunkBuilder.MAX_BYTES);

    conf.set("lighter.warmup.chunk.size", Integer.toString(ChunkBuilder.MAX_BYTES + 1));
    assertThat(LighterConfiguration.problems(conf)).hasSize(1);
  }

  /** A region server would give a job up that is paused for longer. */
  @ParameterizedTest
  @ValueSource(strings = {"30s", "31s"})
  void pauseNotBelowTheStallTimeoutIsRefusedNamingBothKeys(String pause) {
    conf.set("lighter.server.pause.max", pause);
    conf.set("lighter.offload.stall.timeout", "30s");

    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(this::settings)
        .satisfies(
            e ->
                assertThat(e.problems())
                    .containsExactly(
                        "lighter.server.pause.max = '%s': expected a time below".formatted(pause)
                            + " lighter.offload.stall.timeout, which is 30s"));
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "29s, 29"})
  void pauseBelowTheStallTimeoutIsUsed(String pause, long seconds) throws ConfigurationException {
    conf.set("lighter.server.pause.max", pause);
    conf.set("lighter.offload.stall.timeout", "30s");

    assertThat(ServerSettings.conflicts(LighterConfiguration.of(conf))).isEmpty();
    assertThat(settings().limits().maxPause()).hasSeconds(seconds);
  }

  private ServerSettings settings() throws ConfigurationException {
    return ServerSettings.of(LighterConfiguration.of(conf));
  }
}
