package io.lighter.benchmarks.experiment.report;

import java.util.Map;
import java.util.Optional;

/** The figures of the paper's Figure 7, from a cluster of 2015 with disks. */
public final class PaperFigures {
  private static final Map<String, Row> FIGURE_7 =
      Map.of(
          "SS", new Row(11.5, 53, 320, 1_020, 642, 370),
          "WTC", new Row(106, 274, 560, 667, 408, 270),
          "CO", new Row(6.67, 23.3, 205, 1_040, 642, 360),
          "RC", new Row(6.91, 28.8, 210, 121, 224, 200),
          "PSW", new Row(86.4, 202, 560, 389, 238, 175),
          "IW", new Row(6.84, 27.6, 195, 26.2, 19.7, 325),
          "TIW", new Row(6.51, 20.1, 200, 9.30, 3.75, 465));

  private PaperFigures() {}

  /**
   * Degradations in percent and durations in seconds.
   *
   * @param compactionGet of gets while the compaction runs, and so on
   */
  public record Row(
      double compactionGet,
      double compactionScan,
      int compactionSeconds,
      double warmupGet,
      double warmupScan,
      int warmupSeconds) {}

  /** What the paper has of a strategy, if anything. */
  public static Optional<Row> of(String strategy) {
    return Optional.ofNullable(FIGURE_7.get(strategy));
  }
}
