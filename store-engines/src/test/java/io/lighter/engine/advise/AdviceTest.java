// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.advise;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Choices between forecasts that are made up. */
class AdviceTest {
  private static final long MB = 1 << 20;
  private static final Forecast DEFAULT = forecast(SimulatedEngine.DEFAULT, 4, 5);
  private static final Forecast STRIPE = forecast(SimulatedEngine.STRIPE, 8, 4);
  private static final Forecast RANGE = forecast(SimulatedEngine.RANGE, 7, 1);
  private static final Forecast TIERED = forecast(SimulatedEngine.DATE_TIERED, 1.1, 1);
  private static final Forecast STEPPED = forecast(SimulatedEngine.STEPPED_MERGE, 1, 1);
  private static final List<Forecast> ALL = List.of(STEPPED, RANGE, TIERED, STRIPE, DEFAULT);
  private static final Evidence SURE = evidence(Duration.ofDays(2), 200);
  private static final OptionalDouble SCANS = OptionalDouble.of(1);

  private KeyOrder order = KeyOrder.UNIFORM;
  private double overwrites = 0.5;

  @Test
  void writesDecideWithoutReads() {
    Advice advice = advise(reads(0, SCANS, 0), SURE);

    assertThat(advice.engine()).isEqualTo(SimulatedEngine.DEFAULT);
    assertThat(advice.confidence()).isEqualTo(Confidence.HIGH);
    assertThat(advice.doubts()).isEmpty();
    assertThat(advice.reasons())
        .containsExactly(
            "it takes 16.00 % of a device's time for a store, range takes 28.00 %",
            "writes decide: 4.0 bytes are written for each byte flushed (range: 7.0)");
  }

  @Test
  void readsDecideIfThereAreMany() {
    Advice advice = advise(reads(1_000, SCANS, 0), SURE);

    assertThat(advice.engine()).isEqualTo(SimulatedEngine.RANGE);
    assertThat(advice.confidence()).isEqualTo(Confidence.HIGH);
    assertThat(advice.reasons().get(1))
        .isEqualTo("reads decide: a scan meets 1.0 files (stripe: 4.0), a get 1.0 (1.0)");
  }

  @Test
  void cachedReadsCostNothing() {
    Advice advice = advise(reads(1_000, SCANS, 1), SURE);

    assertThat(advice.engine()).isEqualTo(SimulatedEngine.DEFAULT);
    assertThat(advice.reasons().get(2)).startsWith("the block cache holds 100 % of the data");
  }

  @Test
  void fasterDeviceMakesReadsCheaper() {
    ReadLoad disk = new ReadLoad(1_000, SCANS, 0, Device.DISK, 3);
    ReadLoad ssd = new ReadLoad(1_000, SCANS, 0, Device.SSD, 3);

    assertThat(ssd.seconds(DEFAULT, 1)).isLessThan(disk.seconds(DEFAULT, 1) / 50);
    assertThat(ssd.writeSeconds(DEFAULT, MB)).isLessThan(disk.writeSeconds(DEFAULT, MB) / 4);
    assertThat(disk.seconds(DEFAULT, 1)).isEqualTo(1_000 * 5 / 10.0 * 0.01);
    assertThat(disk.seconds(DEFAULT, 0)).isEqualTo(1_000 * 1 * 0.01);
    assertThat(disk.writeSeconds(DEFAULT, MB)).isEqualTo((3 * 4 + 4) / 100.0);
  }

  @Test
  void ascendingRowsAreAReason() {
    order = KeyOrder.ASCENDING;

    assertThat(advise(reads(0, SCANS, 0), SURE).reasons().get(1))
        .startsWith("rows are ascending: a scan meets one file with any engine")
        .endsWith("write 3.00 bytes for each byte flushed (range: 6.00)");
  }

  @Test
  void policiesAreNotChosenAndTiersOnlyForCellsThatExpire() {
    Evidence expires =
        new Evidence(
            Duration.ofDays(2),
            200,
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            true,
            List.of());
    overwrites = 0.05;

    Advice tiered = advise(reads(0, SCANS, 0), expires);

    assertThat(tiered.engine()).isEqualTo(SimulatedEngine.DATE_TIERED);
    assertThat(unfit(tiered, SimulatedEngine.STEPPED_MERGE)).isEqualTo("a policy to compare with");
    assertThat(tiered.candidates().get(0).forecast()).isEqualTo(STEPPED);
    assertThat(unfit(advise(reads(0, SCANS, 0), SURE), SimulatedEngine.DATE_TIERED))
        .isEqualTo("for cells that expire, and the family has no TTL");
    overwrites = 0.06;
    Advice overwritten = advise(reads(0, SCANS, 0), expires);
    assertThat(overwritten.engine()).isEqualTo(SimulatedEngine.DEFAULT);
    assertThat(unfit(overwritten, SimulatedEngine.DATE_TIERED))
        .isEqualTo("for cells that are hardly overwritten");
  }

  @Test
  void fewMeasurementsMakeAnAdviceLessSure() {
    assertDoubt(
        evidence(Duration.ofMinutes(59), 200),
        Confidence.LOW,
        "the counters cover 59 minutes only");
    assertDoubt(
        evidence(Duration.ofHours(23), 200),
        Confidence.MEDIUM,
        "the counters cover 1380 minutes only");
    assertDoubt(
        evidence(Duration.ofDays(1), 19),
        Confidence.LOW,
        "the counters cover 19 flushes of a store only");
    assertDoubt(
        evidence(Duration.ofDays(1), 99),
        Confidence.MEDIUM,
        "the counters cover 99 flushes of a store only");
    assertThat(advise(reads(0, SCANS, 0), evidence(Duration.ofDays(1), 100)).confidence())
        .isEqualTo(Confidence.HIGH);
  }

  @Test
  void simulationThatDiffersFromWhatWasMeasuredIsADoubt() {
    assertDoubt(
        measured(4, 4.7),
        Confidence.MEDIUM,
        "simulated write amplification differs by +18 % from what was measured");
    assertDoubt(
        measured(4, 3.2),
        Confidence.MEDIUM,
        "simulated write amplification differs by -20 % from what was measured");
    assertThat(advise(reads(0, SCANS, 0), measured(4, 4.5)).doubts()).isEmpty();
  }

  @Test
  void whatIsAssumedIsADoubt() {
    Evidence assumed =
        new Evidence(
            Duration.ofDays(2),
            200,
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            false,
            List.of("key order", "device"));

    assertDoubt(assumed, Confidence.MEDIUM, "not measured, so assumed: key order, device");
  }

  @Test
  void secondEngineThatCostsHardlyMoreIsADoubt() {
    Forecast close = forecast(SimulatedEngine.STRIPE, 4.4, 5);
    Forecast far = forecast(SimulatedEngine.STRIPE, 4.7, 5);

    Advice advice = Advice.of(List.of(close, DEFAULT), workload(1), reads(0, SCANS, 0), SURE);

    assertThat(advice.engine()).isEqualTo(SimulatedEngine.DEFAULT);
    assertThat(advice.confidence()).isEqualTo(Confidence.LOW);
    assertThat(advice.doubts()).containsExactly("stripe would cost only 10 % more");
    assertThat(Advice.of(List.of(far, DEFAULT), workload(1), reads(0, SCANS, 0), SURE).confidence())
        .isEqualTo(Confidence.HIGH);
  }

  @Test
  void shareOfScansThatDecidesAndIsNotKnownIsADoubt() {
    Forecast gets = forecast(SimulatedEngine.DEFAULT, 4, 60);

    Advice advice =
        Advice.of(List.of(gets, RANGE), workload(1), reads(1_000, OptionalDouble.empty(), 0), SURE);

    assertThat(advice.confidence()).isEqualTo(Confidence.LOW);
    assertThat(advice.doubts())
        .containsExactly(
            "the share of scans decides: with gets alone default, with scans alone range");
    assertThat(advise(reads(0, OptionalDouble.empty(), 0), SURE).doubts()).isEmpty();
  }

  @Test
  void cutSimulationIsADoubt() {
    Advice advice = Advice.of(List.of(DEFAULT, RANGE), workload(3_000), reads(0, SCANS, 0), SURE);

    assertThat(advice.confidence()).isEqualTo(Confidence.LOW);
    assertThat(advice.doubts())
        .containsExactly(
            "only 400 flushes are simulated, so merges may not be at their usual rate yet");
  }

  @Test
  void forestIsChosenOnlyIfItIsCheaperByMoreThanSimulationsErr() {
    Advice clear = adviseForest(4 / 1.16, 1, reads(0, SCANS, 0), SURE);
    Advice unclear = adviseForest(4 / 1.14, 1, reads(0, SCANS, 0), SURE);
    Advice dearer = adviseForest(4.1, 1, reads(0, SCANS, 0), SURE);

    assertThat(clear.engine()).isEqualTo(SimulatedEngine.FOREST);
    assertThat(clear.candidates())
        .filteredOn(each -> each.forecast().engine() == SimulatedEngine.FOREST)
        .singleElement()
        .satisfies(forest -> assertThat(forest.unfit()).isEmpty());
    assertThat(unclear.engine()).isEqualTo(SimulatedEngine.DEFAULT);
    assertThat(unclear.confidence()).isEqualTo(Confidence.HIGH);
    assertThat(unfit(unclear, SimulatedEngine.FOREST))
        .isEqualTo("not clearly better: default costs 14 % more, and costs are in doubt by 15 %");
    assertThat(unfit(dearer, SimulatedEngine.FOREST))
        .isEqualTo("costs no less than default if scans read 100 % of the rows");
  }

  @Test
  void deviationOfTheSimulationIsWhatItErrsBy() {
    Advice clear = adviseForest(4 / 1.52, 1, reads(0, SCANS, 0), measured(4, 2));
    Advice unclear = adviseForest(4 / 1.48, 1, reads(0, SCANS, 0), measured(4, 2));

    assertThat(clear.engine()).isEqualTo(SimulatedEngine.FOREST);
    assertThat(unclear.engine()).isEqualTo(SimulatedEngine.DEFAULT);
    assertThat(unfit(unclear, SimulatedEngine.FOREST)).endsWith("costs are in doubt by 50 %");
  }

  /** If scans read half of the rows, each of these forests is clearly cheaper. */
  @Test
  void forestHasToBeCheaperForGetsAndForScansIfTheirShareIsNotKnown() {
    Advice forGets = adviseByReads(9.5, 0.5);
    Advice forScans = adviseByReads(5, 0.95);

    assertThat(forGets.engine()).isEqualTo(SimulatedEngine.DEFAULT);
    assertThat(unfit(forGets, SimulatedEngine.FOREST)).startsWith("not clearly better: default");
    assertThat(forScans.engine()).isEqualTo(SimulatedEngine.DEFAULT);
    assertThat(unfit(forScans, SimulatedEngine.FOREST)).startsWith("not clearly better: default");
    assertThat(adviseByReads(5, 0.5).engine()).isEqualTo(SimulatedEngine.FOREST);
  }

  /** The other engines read ten files for a scan and one for a get, so all reads cost the same. */
  private Advice adviseByReads(double scanFiles, double getFiles) {
    return Advice.of(
        List.of(
            forecast(SimulatedEngine.DEFAULT, 1, 10, 1),
            forecast(SimulatedEngine.STRIPE, 2, 10, 1),
            forecast(SimulatedEngine.FOREST, 1, scanFiles, getFiles)),
        workload(1),
        reads(1_000, OptionalDouble.empty(), 0),
        SURE);
  }

  @Test
  void forestIsComparedWithEnginesThatCanBeChosen() {
    Advice advice = adviseForest(2, 1, reads(0, SCANS, 0), SURE);

    assertThat(advice.candidates().get(0).forecast().engine())
        .isEqualTo(SimulatedEngine.STEPPED_MERGE);
    assertThat(advice.engine()).isEqualTo(SimulatedEngine.FOREST);
  }

  @Test
  void forestIsChosenWithADoubtAndTheAdviceWithoutIt() {
    Forecast close = forecast(SimulatedEngine.STRIPE, 4.4, 5);
    Advice advice =
        Advice.of(
            List.of(close, DEFAULT, forecast(SimulatedEngine.FOREST, 2, 1)),
            workload(1),
            reads(0, SCANS, 0),
            SURE);

    assertThat(advice.confidence()).isEqualTo(Confidence.MEDIUM);
    assertThat(advice.doubts())
        .containsExactly("the simulation of forests was not compared with long runs of them");
    assertThat(advice.reasons())
        .containsExactly(
            "it takes 8.00 % of a device's time for a store, default takes 16.00 %",
            "writes decide: 2.0 bytes are written for each byte flushed (default: 4.0)",
            "without a forest the advice is default (confidence: low)");
  }

  @Test
  void forestIsNotForTablesThatTheCacheHolds() {
    String why = "for tables that the block cache does not hold";
    ReadLoad fits = new ReadLoad(0, SCANS, 0.1, Device.DISK, 3, true);

    assertThat(unfit(adviseForest(1, 1, reads(0, SCANS, 0.9), SURE), SimulatedEngine.FOREST))
        .isEqualTo(why);
    assertThat(unfit(adviseForest(1, 1, fits, SURE), SimulatedEngine.FOREST)).isEqualTo(why);
    assertThat(adviseForest(1, 1, reads(0, SCANS, 0.89), SURE).engine())
        .isEqualTo(SimulatedEngine.FOREST);
  }

  @Test
  void forestIsNotChosenFromFewMeasurements() {
    for (Evidence few :
        List.of(evidence(Duration.ofMinutes(59), 200), evidence(Duration.ofDays(2), 19))) {
      assertThat(unfit(adviseForest(1, 1, reads(0, SCANS, 0), few), SimulatedEngine.FOREST))
          .isEqualTo(
              "less than an hour or 20 flushes of a store were measured: too little for a preview");
    }
    assertThat(adviseForest(1, 1, reads(0, SCANS, 0), evidence(Duration.ofHours(1), 20)).engine())
        .isEqualTo(SimulatedEngine.FOREST);
  }

  /** Files in key order are not merged, however many are played. */
  @Test
  void forestIsNotChosenFromACutSimulationOfItsMerges() {
    List<Forecast> forecasts = List.of(DEFAULT, RANGE, forecast(SimulatedEngine.FOREST, 1, 1));

    Advice uniform = Advice.of(forecasts, workload(3_000), reads(0, SCANS, 0), SURE);
    order = KeyOrder.ASCENDING;
    Advice ascending = Advice.of(forecasts, workload(3_000), reads(0, SCANS, 0), SURE);

    assertThat(unfit(uniform, SimulatedEngine.FOREST))
        .isEqualTo("400 flushes are too few to play the merges of large trees");
    assertThat(ascending.engine()).isEqualTo(SimulatedEngine.FOREST);
    assertThat(ascending.confidence()).isEqualTo(Confidence.LOW);
  }

  private Advice adviseForest(double writes, double scanFiles, ReadLoad reads, Evidence evidence) {
    List<Forecast> forecasts = new ArrayList<>(ALL);
    forecasts.add(forecast(SimulatedEngine.FOREST, writes, scanFiles));
    return Advice.of(forecasts, workload(1), reads, evidence);
  }

  private void assertDoubt(Evidence evidence, Confidence confidence, String doubt) {
    Advice advice = advise(reads(0, SCANS, 0), evidence);
    assertThat(advice.doubts()).containsExactly(doubt);
    assertThat(advice.confidence()).isEqualTo(confidence);
  }

  private static String unfit(Advice advice, SimulatedEngine engine) {
    return advice.candidates().stream()
        .filter(each -> each.forecast().engine() == engine)
        .findFirst()
        .orElseThrow()
        .unfit()
        .orElseThrow();
  }

  private Advice advise(ReadLoad reads, Evidence evidence) {
    return Advice.of(ALL, workload(1), reads, evidence);
  }

  private StoreWorkload workload(int flushes) {
    return new StoreWorkload(MB, MB, flushes * MB, MB, overwrites, order);
  }

  private static ReadLoad reads(double rowsPerSecond, OptionalDouble scans, double cached) {
    return new ReadLoad(rowsPerSecond, scans, cached, Device.DISK, 3);
  }

  private static Evidence evidence(Duration covered, double flushes) {
    return new Evidence(
        covered, flushes, OptionalDouble.empty(), OptionalDouble.empty(), false, List.of());
  }

  private static Evidence measured(double measured, double simulated) {
    return new Evidence(
        Duration.ofDays(2),
        200,
        OptionalDouble.of(measured),
        OptionalDouble.of(simulated),
        false,
        List.of());
  }

  /** Compactions read as much as is written. A get reads one file. */
  private static Forecast forecast(SimulatedEngine engine, double writes, double scanFiles) {
    return forecast(engine, writes, scanFiles, 1);
  }

  private static Forecast forecast(
      SimulatedEngine engine, double writes, double scanFiles, double getFiles) {
    return new Forecast(engine, 2_000, writes, writes, scanFiles, scanFiles, getFiles, 1, 1, 0, 1);
  }
}
