package io.lighter.benchmarks.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ModelTest {
  private final IOException cause = new IOException("the table is gone");

  private final AtomicLong clock = new AtomicLong(1_000);
  private final Model model = new Model(clock::get, 10, new Tally(), () -> {});

  @Test
  void checkThatBreaksOffTellsOfTheReadsThatWereWrong() {
    model.report(
        new Problem(Problem.Kind.STALE, "version 7"),
        Keys.ofRow(3),
        "version 6",
        new Read("get of 1", 1_000, 1_000));

    assertThat(model.withViolations(cause))
        .hasMessageContaining("1 reads were wrong")
        .hasMessageContaining("version 6")
        .hasMessageContaining("the table is gone")
        .hasCause(cause);
  }

  @Test
  void checkThatBreaksOffWithoutAWrongReadTellsOfItsCauseAlone() {
    assertThat(model.withViolations(cause)).isSameAs(cause);
  }
}
