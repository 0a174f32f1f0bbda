// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SparklinesTest {
  private static final WarmupOutcome NO_WARMUP = new WarmupOutcome(0, 0, Map.of());

  @Test
  void bothTablesShareOneScale() {
    Scale scale = Scale.common(List.of(values(1, 2), values(4, 8))).orElseThrow();

    assertThat(scale).isEqualTo(new Scale(1, 8, false));
    assertThat(Glyphs.BLOCKS.line(values(1, 2), scale)).isEqualTo("▁▂");
    assertThat(Glyphs.BLOCKS.line(values(4, 8), scale)).isEqualTo("▄█");
    assertThat(Glyphs.ASCII.line(values(4, 8), scale)).isEqualTo(":#");
  }

  @Test
  void constantSeriesIsFlat() {
    Scale scale = Scale.common(List.of(values(3, 3, 3))).orElseThrow();

    assertThat(scale.logarithmic()).isFalse();
    assertThat(Glyphs.BLOCKS.line(values(3, 3, 3), scale)).isEqualTo("▁▁▁");
  }

  @Test
  void onePointIsOneCharacter() {
    Scale scale = Scale.common(List.of(values(7), List.of())).orElseThrow();

    assertThat(Glyphs.BLOCKS.line(values(7), scale)).isEqualTo("▁");
    assertThat(Glyphs.BLOCKS.line(List.of(), scale)).isEmpty();
  }

  @Test
  void seriesWithoutAValueHaveNoScale() {
    assertThat(Scale.common(List.of())).isEmpty();
    assertThat(Scale.common(List.of(List.of(OptionalDouble.empty()), List.of()))).isEmpty();
  }

  @Test
  void binWithoutAValueIsBlank() {
    Scale scale = new Scale(1, 2, false);

    assertThat(
            Glyphs.BLOCKS.line(
                List.of(OptionalDouble.of(1), OptionalDouble.empty(), OptionalDouble.of(2)), scale))
        .isEqualTo("▁ █");
  }

  @Test
  void extremeOutlierMakesTheScaleLogarithmic() {
    Scale linear = Scale.common(List.of(values(1, 20))).orElseThrow();
    Scale logarithmic = Scale.common(List.of(values(1, 10, 10_000_000))).orElseThrow();

    assertThat(linear.logarithmic()).isFalse();
    assertThat(logarithmic.logarithmic()).isTrue();
    assertThat(Glyphs.BLOCKS.line(values(1, 10, 10_000_000), logarithmic)).isEqualTo("▁▂█");
    assertThat(Scale.common(List.of(values(0, 100))).orElseThrow().logarithmic()).isFalse();
  }

  @Test
  void consoleThatLacksTheBlocksGetsAscii() {
    assertThat(Glyphs.of(StandardCharsets.UTF_8)).isEqualTo(Glyphs.BLOCKS);
    assertThat(Glyphs.of(StandardCharsets.US_ASCII)).isEqualTo(Glyphs.ASCII);
    assertThat(Glyphs.of(StandardCharsets.ISO_8859_1)).isEqualTo(Glyphs.ASCII);
  }

  @Test
  void pictureHasTheScaleBothLinesAndTheMarks() {
    List<String> lines =
        Sparklines.of(
                TableReport.pooled(List.of(SampleReports.turn(Side.STOCK, 2, NO_WARMUP, 1))),
                TableReport.pooled(
                    List.of(
                        SampleReports.turn(
                            Side.LIGHTER, 3, new WarmupOutcome(1.5, 4, Map.of()), 0.5))),
                Glyphs.BLOCKS)
            .lines()
            .toList();

    // 8 columns before the compaction; 4 ms are the common maximum, 0.5 ms the minimum.
    assertThat(lines)
        .hasSize(6)
        .first()
        .isEqualTo("gets over time, mean: ▁ 0.50 to █ 4.00 ms, linear scale; 0.5 s a column");
    assertThat(lines.get(1)).isEqualTo("stock    " + "▂".repeat(8) + "█".repeat(24));
    assertThat(lines.get(2)).isEqualTo("         " + " ".repeat(8) + "S   C");
    assertThat(lines.get(3)).isEqualTo("Lighter  " + "▁".repeat(8) + "▄".repeat(24));
    assertThat(lines.get(4)).isEqualTo("         " + " ".repeat(8) + "S     C  W");
    assertThat(lines.get(5)).startsWith("S compaction starts, C ");
  }

  @Test
  void longTurnsFitIntoALine() {
    TreeMap<Integer, Course.Slot> slots = new TreeMap<>();
    for (int slot = -60; slot < 3_000; slot++) {
      slots.put(slot, new Course.Slot(1, 1));
    }
    TableReport table =
        new TableReport(
            1,
            4,
            Map.of(),
            Map.of(),
            NO_WARMUP,
            new Course(slots),
            List.of(),
            new Span(-6, 0.1, 0.1, 300));

    assertThat(Sparklines.of(table, table, Glyphs.BLOCKS).lines())
        .allMatch(line -> line.length() <= 80)
        .element(0)
        .asString()
        .endsWith("5.0 s a column");
    // Both marks are in the column of the start.
    assertThat(Sparklines.of(table, table, Glyphs.BLOCKS)).contains("SC");
  }

  @Test
  void warmUpThatEndsAfterThePictureHasNoMark() {
    WarmupOutcome late = new WarmupOutcome(100, 4, Map.of());
    TableReport table = TableReport.pooled(List.of(SampleReports.turn(Side.LIGHTER, 3, late, 0.5)));

    List<String> lines = Sparklines.of(table, table, Glyphs.BLOCKS).lines().toList();

    assertThat(lines.get(4)).isEqualTo("         " + " ".repeat(8) + "S     C");
  }

  @Test
  void reportWithoutAGetHasNoPicture() {
    TableReport table =
        new TableReport(
            1,
            4,
            Map.of(),
            Map.of(),
            NO_WARMUP,
            new Course(new TreeMap<>()),
            List.of(),
            new Span(-1, 1, 1, 2));

    assertThat(Sparklines.of(table, table, Glyphs.BLOCKS).strip())
        .isEqualTo("gets over time: there was no get");
  }

  private static List<OptionalDouble> values(double... values) {
    return Arrays.stream(values).mapToObj(OptionalDouble::of).toList();
  }
}
