package io.lighter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ServerCommandTest {
  @Test
  void directMemoryHasRoomForTheConfiguredCacheAndMore() {
    CliRun run =
        CliRun.of(CliRun.conf("lighter.server.cache.size", "8GB"), "server", "jvm-options");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).isEqualToIgnoringNewLines("-XX:MaxDirectMemorySize=" + (10L << 30));
  }

  @Test
  void jvmOptionsOfAnInvalidConfigurationAreAnErrorAndNothingElse() {
    CliRun run =
        CliRun.of(CliRun.conf("lighter.server.cache.size", "big"), "server", "jvm-options");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("lighter.server.cache.size = 'big'");
  }
}
