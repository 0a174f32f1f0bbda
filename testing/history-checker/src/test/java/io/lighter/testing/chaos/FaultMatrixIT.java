// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.testing.cluster.JvmOptions;
import io.lighter.testing.cluster.SupportedFaults;
import io.lighter.testing.isolation.VirtualHosts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs every fault of the matrix once: {@code mvn -Pchaos verify}. */
@Tag("chaos")
@Timeout(value = 3, unit = TimeUnit.HOURS)
class FaultMatrixIT {
  /** System property that allows leaving out faults that this machine cannot inject. */
  private static final String PARTIAL = "chaos.partial";

  private static final Path TARGET = Path.of("target").toAbsolutePath();

  @TempDir private Path folder;

  @Test
  void nothingIsLostWrongStuckOrLeftOverAfterAnyFault() throws Exception {
    List<Fault> faults = FaultMatrix.possible(supportedFaults());
    if (!Boolean.getBoolean(PARTIAL)) {
      assertThat(faults)
          .as("needs root and libfaketime, or -D%s=true for what can be done here", PARTIAL)
          .isEqualTo(FaultMatrix.all());
    }
    Path json = TARGET.resolve("fault-matrix.json");
    Path output = TARGET.resolve("fault-matrix.txt"); // shows the progress of two hours
    Process chaos =
        new ProcessBuilder(command("--once", "--seed", "1", "--json", json.toString()))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();

    assertThat(chaos.waitFor()).as(Files.readString(output)).isZero();
    JsonObject report = JsonParser.parseString(Files.readString(json)).getAsJsonObject();
    assertThat(report.get("violations").getAsLong()).isZero();
    List<String> rows = new ArrayList<>();
    for (JsonElement row : report.getAsJsonArray("rows")) {
      assertThat(row.getAsJsonObject().getAsJsonArray("problems")).as("%s", row).isEmpty();
      assertThat(row.getAsJsonObject().get("missed").getAsInt())
          .as("moments that were over, %s", row)
          .isLessThan(row.getAsJsonObject().get("count").getAsInt());
      rows.add(row.getAsJsonObject().get("fault").getAsString());
    }
    assertThat(rows)
        .containsExactlyInAnyOrderElementsOf(faults.stream().map(Fault::words).toList());
  }

  /** SupportedFaults of the started process. */
  private static SupportedFaults supportedFaults() {
    boolean canBeInside = VirtualHosts.refusal().isEmpty();
    return new SupportedFaults(canBeInside, SupportedFaults.here().clocks(), canBeInside);
  }

  private List<String> command(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(JvmOptions.common());
    command.add("-Djava.io.tmpdir=" + folder);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(ChaosProbe.class.getName());
    command.addAll(List.of(arguments));
    return command;
  }
}
