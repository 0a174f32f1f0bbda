package io.lighter.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AwayCompactionsTest {
  private int extraLong;
  private int extraShort;
  private final AwayCompactions away =
      new AwayCompactions(
          (moreLong, moreShort) -> {
            extraLong = moreLong;
            extraShort = moreShort;
          },
          3);

  @Test
  void eachCompactionThatIsAwayLendsItsPoolAThread() {
    away.away(true);
    away.away(false);
    away.away(false);

    assertThat(extraLong).isEqualTo(1);
    assertThat(extraShort).isEqualTo(2);
  }

  @Test
  void allThreadsAreTakenBackWhenAllAreBack() {
    away.away(true);
    away.away(false);
    away.back(false);
    away.back(true);

    assertThat(extraLong).isZero();
    assertThat(extraShort).isZero();
  }

  @Test
  void noMoreThreadsAreLentThanAllowedAndThoseToLongCompactionsFirst() {
    for (int i = 0; i < 5; i++) {
      away.away(true);
      away.away(false);
    }

    assertThat(extraLong).isEqualTo(3);
    assertThat(extraShort).isZero();
  }
}
