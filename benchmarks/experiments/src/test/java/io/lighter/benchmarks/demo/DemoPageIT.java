// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.benchmarks.dashboard.Browser;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** Opens the demo's page in a real browser: both plots are drawn without console errors. */
@EnabledIf("io.lighter.benchmarks.dashboard.Browser#isToBeUsed")
class DemoPageIT {
  @TempDir private Path folder;

  @Test
  void bothPlotsAreDrawn() throws Exception {
    Path page = Files.writeString(folder.resolve("demo.html"), DemoPage.of(SampleReports.good()));
    try (Browser browser = new Browser(Files.createDirectory(folder.resolve("profile")))) {
      browser.open(page.toUri().toString());

      browser.await("two plots that are drawn", () -> browser.drawnPlots() == 2);
      assertThat(browser.complaints()).isEmpty();
    }
  }
}
