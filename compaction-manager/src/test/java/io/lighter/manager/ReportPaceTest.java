package io.lighter.manager;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ReportPaceTest {
  @Test
  void fewServersReportAsOftenAsTheyLike() {
    assertThat(ManagerService.SERVER_PACE.interval(100)).isZero();
    assertThat(RegionServerReports.PACE.interval(50)).isZero();
  }

  @Test
  void manyServersTogetherReportAsOftenAsFewDo() {
    assertThat(ManagerService.SERVER_PACE.interval(150)).isEqualTo(Duration.ofMillis(1500));
    assertThat(RegionServerReports.PACE.interval(100)).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void intervalEndsWhereFiguresWouldBeTooOld() {
    assertThat(ManagerService.SERVER_PACE.interval(10_000)).isEqualTo(Duration.ofSeconds(2));
    assertThat(RegionServerReports.PACE.interval(10_000)).isEqualTo(Duration.ofSeconds(10));
  }
}
