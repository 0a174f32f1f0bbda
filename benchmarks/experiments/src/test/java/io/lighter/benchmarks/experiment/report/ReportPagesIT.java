// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.benchmarks.dashboard.Browser;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** Opens pages of results in a real browser: every plot is drawn without console errors. */
@EnabledIf("io.lighter.benchmarks.dashboard.Browser#isToBeUsed")
class ReportPagesIT {
  @TempDir private static Path folder;
  private static Browser browser;

  @BeforeAll
  static void openBrowser() throws Exception {
    browser = new Browser(Files.createDirectory(folder.resolve("profile")));
  }

  @AfterAll
  static void closeBrowser() {
    browser.close();
  }

  @Test
  void figuresOfTheStrategiesAreDrawn() throws Exception {
    assertAllDrawn(HtmlReport.of(ResultsJson.of(SampleResults.stockAndThrottled())), 2);
  }

  @Test
  void loadsOfEnginesAreDrawn() throws Exception {
    assertAllDrawn(LoadPage.ofRanges(LoadJsonTest.sample()), 4);
  }

  @Test
  void groupsOfRowsAreDrawn() throws Exception {
    assertAllDrawn(LoadPage.ofForests(ForestJsonTest.sample()), 4);
  }

  @Test
  void clustersOfMachineAndSimulatorAreDrawn() throws Exception {
    assertAllDrawn(ScaleOutPage.of(ScaleOutJsonTest.sample()), 9);
  }

  @Test
  void runOfTransactionsIsDrawn() throws Exception {
    assertAllDrawn(TpccRunPage.of(TpccRunPageTest.sample(0, 0.5)), 3);
  }

  private static void assertAllDrawn(String html, int plots) throws Exception {
    Path page = Files.writeString(folder.resolve("page.html"), html);
    browser.open(page.toUri().toString());
    awaitDrawn(plots);
    assertThat(browser.run("return document.querySelectorAll('canvas').length"))
        .isEqualTo((long) plots);
    browser.run("document.getElementById('logarithmic').click()");
    awaitDrawn(plots);
    assertThat(browser.complaints()).isEmpty();
  }

  private static void awaitDrawn(int plots) throws Exception {
    browser.await("%d plots that are drawn".formatted(plots), () -> browser.drawnPlots() == plots);
  }
}
