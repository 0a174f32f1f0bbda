package io.lighter.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class VersionCheckTest {
  private static final BuildVersions TESTED = new BuildVersions("1.2.3", "2.6.4-hadoop3", "3.4.2");

  @Test
  void theTestedVersionsAreFine() {
    assertThat(lines("2.6.4-hadoop3", "3.4.2")).allMatch(line -> line.startsWith("ok "));
  }

  @Test
  void otherReleasesOfTheLineAreWarningsThatNameTheTestedOnes() {
    assertThat(lines("2.6.1-hadoop3", "3.3.6"))
        .satisfiesExactly(
            hbase ->
                assertThat(hbase)
                    .startsWith(
                        "warning HBase: 2.6.1-hadoop3; Lighter is tested with 2.6.4-hadoop3"),
            hadoop ->
                assertThat(hadoop)
                    .startsWith("warning Hadoop: 3.3.6; Lighter is tested with 3.4.2"));
  }

  @Test
  void otherLinesAreProblems() {
    assertThat(lines("2.5.11", "2.10.2"))
        .hasSize(2)
        .allMatch(line -> line.startsWith("problem "))
        .anyMatch(line -> line.contains("2.5.11") && line.contains("2.6.x"))
        .anyMatch(line -> line.contains("2.10.2") && line.contains("3.x"));
  }

  @Test
  void theBuildKnowsWhatItIsTestedWith() {
    BuildVersions versions = BuildVersions.load();

    assertThat(versions.lighter()).matches("\\d+\\..*");
    assertThat(versions.hbase()).startsWith("2.6.");
    assertThat(versions.hadoop()).startsWith("3.");
  }

  private static List<String> lines(String hbase, String hadoop) {
    return Lines.of(new VersionCheck(hbase, hadoop, TESTED));
  }
}
