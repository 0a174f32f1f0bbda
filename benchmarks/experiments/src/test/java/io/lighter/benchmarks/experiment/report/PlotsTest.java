// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlotsTest {
  @TempDir private Path folder;

  @Test
  void everyStrategyHasPicturesInBothFormats() throws Exception {
    List<Path> written = Plots.write(ResultsJson.of(SampleResults.stockAndThrottled()), folder);

    assertThat(written)
        .extracting(path -> path.getFileName().toString())
        .containsExactly(
            "fig7-SS.png",
            "fig7-SS.svg",
            "fig7-TIW.png",
            "fig7-TIW.svg",
            "fig7-p99.png",
            "fig7-p99.svg");
    BufferedImage picture = ImageIO.read(folder.resolve("fig7-SS.png").toFile());
    assertThat(picture.getWidth()).isEqualTo(800);
    assertThat(Files.readString(folder.resolve("fig7-TIW.svg"))).contains("<svg");
  }
}
