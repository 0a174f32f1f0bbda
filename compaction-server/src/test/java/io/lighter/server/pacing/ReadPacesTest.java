// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.pacing;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.CompactionJobId;
import io.lighter.testing.fixtures.ManualClock;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Scenarios of heartbeats, by a clock that stands still while jobs read. */
class ReadPacesTest {
  private static final long MB = 1 << 20;
  private static final long MIN_RATE = 4 * MB;
  private static final long STEP = 8 * MB;
  private static final Duration STEP_TIME = Duration.ofNanos(DataNodePace.STEP_NANOS);
  private static final Duration FIRST_STEP_TIME = Duration.ofNanos(DataNodePace.FIRST_STEP_NANOS);
  private static final String REGION_SERVER = "rs1,16020,1";

  private final ManualClock clock = new ManualClock();
  private final ReadPaces paces =
      new ReadPaces(new PaceSettings(true, 2, STEP, MIN_RATE), clock, (bytes, delayMs) -> {});
  private final CompactionJobId a = CompactionJobId.random();
  private final CompactionJobId b = CompactionJobId.random();

  @Test
  void rateHalvesOnceForAllReportsOfAStepAndTheReasonIsShown() throws Exception {
    JobPace job = open(a, "dn1");
    job.read(100 * MB);
    clock.advance(FIRST_STEP_TIME);

    reports(a, 3.1);
    assertThat(job.pace())
        .hasValue(new Pace(OptionalLong.of(50 * MB), "slowed: log sync 3.1 × idle"));
    for (int i = 0; i < 9; i++) { // the same stall is in all of them
      clock.advance(Duration.ofMillis(500));
      reports(a, 3.1);
    }

    assertThat(limit(job)).isEqualTo(50 * MB);
  }

  @Test
  void jobsOfADataNodeShareARateAndJobsOfOthersAreNotTouched() throws Exception {
    JobPace one = open(a, "dn1");
    JobPace two = open(b, "dn1");
    JobPace other = open(CompactionJobId.random(), "dn2");
    one.read(100 * MB);
    clock.advance(FIRST_STEP_TIME);

    reports(b, 2.5); // also with another region server than that of a

    assertThat(limit(one)).isEqualTo(25 * MB);
    assertThat(limit(two)).isEqualTo(25 * MB);
    assertThat(other.pace().orElseThrow().limit()).isEmpty();
    assertThat(paces.limitedJobs()).isEqualTo(2);
  }

  @Test
  void busyStoreHalvesEveryRateWhichRisesByTheStepsAfterwards() throws Exception {
    JobPace one = open(a, "dn1");
    JobPace other = open(b, "dn2");
    one.read(100 * MB);
    clock.advance(FIRST_STEP_TIME);

    paces.storeBusy();
    assertThat(limit(one)).isEqualTo(50 * MB);
    assertThat(limit(other)).isEqualTo(MIN_RATE);
    paces.storeBusy(); // nothing was read since
    assertThat(limit(one)).isEqualTo(MIN_RATE);

    clock.advance(STEP_TIME);
    reports(a, 1.9); // does not use up its rate
    assertThat(one.pace().orElseThrow().limit()).isEmpty();
  }

  @Test
  void busyStoreChangesNothingWhilePacingIsOff() throws Exception {
    ReadPaces off =
        new ReadPaces(new PaceSettings(false, 2, STEP, MIN_RATE), clock, (bytes, delayMs) -> {});
    JobPace job = off.open(a, Optional.of("dn1"), REGION_SERVER, false);
    job.read(100 * MB);
    clock.advance(FIRST_STEP_TIME);

    off.storeBusy();

    assertThat(off.limitedJobs()).isZero();
  }

  @Test
  void urgentJobReadsAtFullSpeedWithinALimitedDataNode() throws Exception {
    JobPace one = open(a, "dn1");
    JobPace two = open(b, "dn1");
    clock.advance(FIRST_STEP_TIME);
    reports(a, 9);
    assertThat(limit(one)).isEqualTo(MIN_RATE);

    paces.report(
        b, new ReportedPressure(OptionalDouble.of(9), OptionalDouble.empty(), Optional.of(true)));

    assertThat(two.read(Long.MAX_VALUE / 2)).isZero(); // would wait for ever otherwise
    assertThat(two.pace()).hasValue(new Pace(OptionalLong.empty(), "full speed: urgent"));
    assertThat(paces.limitedJobs()).isEqualTo(1);
    paces.report(
        b, new ReportedPressure(OptionalDouble.of(9), OptionalDouble.empty(), Optional.of(false)));
    assertThat(two.pace().orElseThrow().limit()).isPresent();
  }

  @Test
  void requestOfAnOlderRegionServerMayBeUrgent() {
    JobPace job = paces.open(a, Optional.of("dn1"), REGION_SERVER, true);
    paces.report(a, ReportedPressure.UNKNOWN);

    assertThat(job.isUrgent()).isTrue();
  }

  @Test
  void eachJobKeepsItsMinimumRate() {
    JobPace one = open(a, "dn1");
    clock.advance(FIRST_STEP_TIME);
    reports(a, 9);
    assertThat(limit(one)).isEqualTo(MIN_RATE);

    open(b, "dn1");

    assertThat(limit(one)).isEqualTo(MIN_RATE);
  }

  @Test
  void unknownPressureIsFullSpeedAndOneSilentReportIsNotYetUnknown() throws Exception {
    JobPace job = open(a, "dn1");
    job.read(100 * MB);
    clock.advance(FIRST_STEP_TIME);
    reports(a, 3);

    clock.advance(STEP_TIME);
    paces.report(a, ReportedPressure.UNKNOWN); // no sync has ended in a stall
    assertThat(job.pace().orElseThrow().limit()).isPresent();

    clock.advance(Duration.ofNanos(DataNodePace.FRESH_NANOS));
    paces.report(a, ReportedPressure.UNKNOWN);
    assertThat(job.pace()).hasValue(new Pace(OptionalLong.empty(), "full speed: load unknown"));
  }

  @Test
  void nextJobWithinAMinuteContinuesAtTheRateAndALaterOneAtFullSpeed() throws Exception {
    JobPace first = open(a, "dn1");
    first.read(100 * MB);
    clock.advance(FIRST_STEP_TIME);
    reports(a, 3);
    first.close();
    assertThat(paces.limitedJobs()).isZero();

    clock.advance(Duration.ofSeconds(59));
    JobPace next = open(b, "dn1");
    clock.advance(FIRST_STEP_TIME);
    reports(b, 1); // opens its files
    assertThat(limit(next)).isEqualTo(50 * MB);
    next.close();

    clock.advance(Duration.ofSeconds(60));
    assertThat(open(a, "dn1").pace().orElseThrow().limit()).isEmpty();
    assertThat(paces.nodes()).isEqualTo(1);
  }

  @Test
  void jobsWithScatteredInputShareARateByRegionServer() {
    paces.open(a, Optional.empty(), REGION_SERVER, false);
    paces.open(b, Optional.empty(), REGION_SERVER, false);
    assertThat(paces.nodes()).isEqualTo(1);

    paces.open(CompactionJobId.random(), Optional.empty(), "rs2,16020,1", false);
    assertThat(paces.nodes()).isEqualTo(2);
  }

  @Test
  void reportsOfUnknownAndEndedJobsChangeNothing() {
    reports(CompactionJobId.random(), 9);
    JobPace job = open(a, "dn1");
    job.close();
    job.report(
        new ReportedPressure(OptionalDouble.of(9), OptionalDouble.empty(), Optional.empty()));

    assertThat(paces.limitedJobs()).isZero();
  }

  @Test
  void switchedOffNothingIsPaced() throws Exception {
    ReadPaces off = new ReadPaces(PaceSettings.OFF, clock, (bytes, delayMs) -> {});
    JobPace job = off.open(a, Optional.of("dn1"), REGION_SERVER, false);
    clock.advance(STEP_TIME);
    off.report(
        a, new ReportedPressure(OptionalDouble.of(9), OptionalDouble.empty(), Optional.empty()));

    assertThat(job.read(Long.MAX_VALUE / 2)).isZero();
    assertThat(job.pace()).isEmpty();
    assertThat(off.limitedJobs()).isZero();
  }

  @Test
  void minimumRateKeepsAJobFromStandingStill() {
    assertThat(new PaceSettings(true, 2, 1, 1).minRate()).isEqualTo(PaceSettings.LEAST_RATE);
  }

  private JobPace open(CompactionJobId id, String dataNode) {
    return paces.open(id, Optional.of(dataNode), REGION_SERVER, false);
  }

  private void reports(CompactionJobId id, double walSync) {
    paces.report(
        id,
        new ReportedPressure(OptionalDouble.of(walSync), OptionalDouble.empty(), Optional.empty()));
  }

  private static long limit(JobPace job) {
    return job.pace().orElseThrow().limit().orElseThrow();
  }
}
