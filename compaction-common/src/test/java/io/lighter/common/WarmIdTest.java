package io.lighter.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WarmIdTest {
  @Test
  void randomIdsDifferAndParse() {
    var ids =
        IntStream.range(0, 1000)
            .mapToObj(i -> WarmId.random().toString())
            .collect(Collectors.toSet());

    assertThat(ids).hasSize(1000).allSatisfy(id -> assertThat(id).hasSize(23).startsWith("wu-"));
    assertThat(ids).allSatisfy(id -> assertThat(new WarmId(id).value()).isEqualTo(id));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "wu-", "wu-0123456789ABCDEF0123", "cj-0123456789abcdef0123", "wu-../../.."})
  void anythingElseIsRefused(String value) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new WarmId(value))
        .withMessageContaining("not a warm-up id");
  }
}
