package io.lighter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulateCommandTest {
  @Test
  void printsATableAndWritesAllFigures(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("result.json");
    CliRun run =
        CliRun.of(
            CliRun.conf(),
            "simulate",
            "--region-servers=2",
            "--servers=3",
            "--regions=100",
            "--minutes=4",
            "--seed=5",
            "--json=" + file);

    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("BY NUMBER", "BY LOAD", "znode of the table");
    JsonObject json = JsonParser.parseString(Files.readString(file)).getAsJsonObject();
    assertThat(json.getAsJsonObject("settings").get("regions").getAsInt()).isEqualTo(100);
    JsonObject byLoad = json.getAsJsonArray("results").get(1).getAsJsonObject();
    assertThat(byLoad.get("balanced").getAsBoolean()).isTrue();
    assertThat(byLoad.get("jobs").getAsLong()).isPositive();
    assertThat(byLoad.get("znode_bytes").getAsInt()).isGreaterThan(8192);
  }

  @Test
  void impossibleClusterIsAWrongCommandLine() {
    CliRun run = CliRun.of(CliRun.conf(), "simulate", "--servers=0");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("compaction servers = 0: expected a number from 1 to 1000");
  }
}
