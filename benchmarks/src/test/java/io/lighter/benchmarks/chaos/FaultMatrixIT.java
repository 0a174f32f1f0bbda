package io.lighter.benchmarks.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.benchmarks.cluster.JvmOptions;
import io.lighter.benchmarks.cluster.Levers;
import io.lighter.benchmarks.isolation.VirtualHosts;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Every fault of the matrix, once: {@code mvn -Pchaos verify}. */
@Tag("chaos")
class FaultMatrixIT {
  private static final Logger LOG = LoggerFactory.getLogger(FaultMatrixIT.class);

  @TempDir private Path folder;

  @Test
  void nothingIsLostWrongStuckOrLeftOverAfterAnyFault() throws Exception {
    Path json = folder.resolve("chaos.json");
    Process chaos =
        new ProcessBuilder(command("--once", "--seed", "1", "--json", json.toString()))
            .redirectErrorStream(true)
            .start();
    List<String> output = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(chaos.getInputStream(), UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        LOG.info("{}", line);
        output.add(line);
      }
    }

    assertThat(chaos.waitFor()).as(String.join("\n", output)).isZero();
    JsonObject report = JsonParser.parseString(Files.readString(json)).getAsJsonObject();
    assertThat(report.get("violations").getAsLong()).isZero();
    List<String> rows = new ArrayList<>();
    for (JsonElement row : report.getAsJsonArray("rows")) {
      assertThat(row.getAsJsonObject().getAsJsonArray("problems")).as("%s", row).isEmpty();
      rows.add(row.getAsJsonObject().get("fault").getAsString());
    }
    assertThat(rows)
        .containsExactlyInAnyOrderElementsOf(
            FaultMatrix.possible(levers()).stream().map(Fault::words).toList());
  }

  /** Those of the process that is started. */
  private static Levers levers() {
    boolean canBeInside = VirtualHosts.refusal().isEmpty();
    return new Levers(canBeInside, Levers.here().clocks(), canBeInside);
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
