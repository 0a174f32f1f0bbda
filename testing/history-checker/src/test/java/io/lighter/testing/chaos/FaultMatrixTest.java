// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.testing.cluster.SupportedFaults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class FaultMatrixTest {
  private static final Path DOCUMENT = Path.of("..", "..", "docs", "internals", "fault-tests.md");

  @Test
  void eachFaultIsThereOnce() {
    assertThat(FaultMatrix.all()).doesNotHaveDuplicates();
    assertThat(FaultMatrix.possible(new SupportedFaults(true, true, true)))
        .isEqualTo(FaultMatrix.all());
  }

  @Test
  void withSignalsOnlyProcessesAreKilledStoppedOrThrottled() {
    assertThat(FaultMatrix.possible(SupportedFaults.NONE))
        .extracting(Fault::type)
        .containsOnly(FaultType.KILL, FaultType.STOP, FaultType.THROTTLE);
  }

  @Test
  void slowerClusterHasLongerToRecoverFromTheSameFault() {
    Fault fault = FaultMatrix.all().get(0);
    assertThat(fault.slower(4).bound()).isEqualTo(fault.bound().multipliedBy(4));
    assertThat(fault.slower(4).words()).isEqualTo(fault.words());
    assertThat(fault.slower(1)).isEqualTo(fault);
  }

  /** Rows have the form {@code | target | fault | moment; moment | 45 s | ...}. */
  @Test
  void documentHasExactlyOneRowPerFault() throws IOException {
    List<String> documented =
        Files.readAllLines(DOCUMENT).stream()
            .filter(line -> line.matches("\\| .* \\| \\d+ s \\| .*"))
            .flatMap(FaultMatrixTest::faults)
            .toList();

    assertThat(documented)
        .containsExactlyInAnyOrderElementsOf(
            FaultMatrix.all().stream()
                .map(fault -> fault.words() + ", " + fault.bound().toSeconds() + " s")
                .toList());
  }

  private static java.util.stream.Stream<String> faults(String row) {
    String[] cells = row.substring(1).split("\\|", -1);
    return Arrays.stream(cells[1].split(";"))
        .flatMap(
            type ->
                Arrays.stream(cells[2].split(";"))
                    .map(
                        moment ->
                            "%s %s %s, %s"
                                .formatted(
                                    cells[0].trim(), type.trim(), moment.trim(), cells[3].trim())));
  }
}
