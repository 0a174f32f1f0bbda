// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinkSpeedTest {
  @TempDir Path devices;

  @Test
  void slowestLinkThatIsUpCounts() throws IOException {
    device("eth0", "25000", "up");
    device("eth1", "10000\n", "up\n");
    device("eth2", "100", "down");

    assertThat(LinkSpeed.slowest(devices)).hasValue(10_000L * 125_000);
  }

  @Test
  void speedThatLinuxDoesNotReportIsUnknown() throws IOException {
    device("eth0", "-1", "up");
    device("eth1", "fast", "up");
    Files.createDirectories(devices.resolve("eth2/device"));
    Path virtual = Files.createDirectories(devices.resolve("veth"));
    Files.writeString(virtual.resolve("speed"), "10000");
    Files.writeString(virtual.resolve("operstate"), "up");

    assertThat(LinkSpeed.slowest(devices)).isEmpty();
    assertThat(LinkSpeed.slowest(devices.resolve("missing"))).isEmpty();
  }

  private void device(String name, String speed, String state) throws IOException {
    Path device = devices.resolve(name);
    Files.createDirectories(device.resolve("device"));
    Files.writeString(device.resolve("speed"), speed);
    Files.writeString(device.resolve("operstate"), state);
  }
}
