package io.lighter.service.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StrangerLogTest {
  private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 5_000); // overflows on its way
  private final StrangerLog log = new StrangerLog(clock::get);

  @Test
  void firstLineIsWrittenThenOnePerTenSeconds() {
    assertThat(denied()).isTrue();
    assertThat(denied()).isFalse();
    clock.addAndGet(9_999);
    assertThat(denied()).isFalse();
    clock.addAndGet(1);
    assertThat(denied()).isTrue();
    assertThat(denied()).isFalse();
  }

  private boolean denied() {
    return log.denied("10.0.0.7", "connect", "a test");
  }
}
