package io.lighter.benchmarks.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class OpenRequestsTest {
  private long now = 1_000;
  private final OpenRequests requests = new OpenRequests(() -> now);

  @Test
  void longestOneCountsWhetherItSucceedsOrFails() throws Exception {
    assertThat(requests.timed(() -> answerAfter(5))).isEqualTo("answer");
    assertThat(requests.longestNanos()).isEqualTo(5);

    assertThatThrownBy(
            () ->
                requests.timed(
                    () -> {
                      now += 7;
                      throw new IOException("no answer");
                    }))
        .isInstanceOf(IOException.class);
    assertThat(requests.longestNanos()).isEqualTo(7);

    requests.timed(() -> answerAfter(6));
    assertThat(requests.longestNanos()).isEqualTo(7);
  }

  @Test
  void requestThatHasNoAnswerYetCounts() {
    requests.timed(
        () -> {
          now += 9;
          assertThat(requests.longestNanos()).isEqualTo(9);
          return "answer";
        });
  }

  @Test
  void whatBeganBeforeCountsFromTheRestartOn() {
    requests.timed(
        () -> {
          now += 100;
          requests.restart();
          assertThat(requests.longestNanos()).isZero();
          return answerAfter(3);
        });

    assertThat(requests.longestNanos()).isEqualTo(3);
  }

  private String answerAfter(long nanos) {
    now += nanos;
    return "answer";
  }
}
