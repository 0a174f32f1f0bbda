package io.lighter.regionserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InterruptedIOException;
import org.junit.jupiter.api.Test;

class LocalRunsTest {
  private final LocalRuns runs = new LocalRuns(1);

  @Test
  void compactionOfAClosingRegionDoesNotWaitForRoom() throws Exception {
    runs.run(
        () -> true,
        () -> {
          assertThatThrownBy(() -> runs.run(() -> false, () -> "ran"))
              .isInstanceOf(InterruptedIOException.class);
          return null;
        });
  }

  @Test
  void roomIsGivenBackAlsoByAFailedCompaction() throws Exception {
    assertThatThrownBy(
            () ->
                runs.run(
                    () -> true,
                    () -> {
                      throw new IOException("disk full");
                    }))
        .hasMessage("disk full");

    assertThat(runs.<String>run(() -> false, () -> "ran")).isEqualTo("ran");
  }
}
