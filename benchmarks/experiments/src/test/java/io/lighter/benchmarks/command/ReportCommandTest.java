// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.benchmarks.experiment.report.ReportPage;
import io.lighter.benchmarks.experiment.report.ResultsJson;
import io.lighter.cli.Lighter;
import io.lighter.testing.fixtures.CliRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class ReportCommandTest {
  private static final Path RESULTS = Path.of(System.getProperty("lighter.results.dir"));
  private static final String DATA = "<script id=\"results\" type=\"application/json\">";

  @TempDir private Path folder;

  @ParameterizedTest
  @MethodSource("storedExperiments")
  void pageHasTheFiguresOfStoredResults(Path stored) throws IOException {
    Files.copy(stored.resolve("results.json"), folder.resolve("results.json"));

    CliRun run = report(folder.toString());

    Path page = folder.resolve("report.html");
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).isEqualTo("Report: %s%n".formatted(page.toAbsolutePath()));
    String html = Files.readString(page);
    assertThat(textOf(html)).contains(rowsOf(stored.resolve("results.txt")));
    assertThat(dataOf(html)).isEqualTo(ResultsJson.read(stored));
  }

  @Test
  void storedResultsIncludeBothFormsOfTheTable() throws IOException {
    assertThat(storedExperiments()).extracting(Path::getFileName).contains(names("fig7", "fig8"));
  }

  @Test
  void everyFigureHasAPage() {
    CommandLine bench = Lighter.commandLine(CliRun::conf).getSubcommands().get("bench");

    assertThat(
            bench.getSubcommands().keySet().stream()
                .filter(name -> name.matches("fig\\d|range|forest|tiers")))
        .containsExactlyInAnyOrderElementsOf(ReportPage.experiments());
  }

  @Test
  void missingArgumentIsAUsageError() {
    assertRefused(report(), "Missing required parameter: 'DIR'");
  }

  @Test
  void missingFolderIsAUsageError() {
    Path missing = folder.resolve("missing");

    assertRefused(
        report(missing.toString()), "DIR " + missing + ": expected a folder with results.json");
  }

  @Test
  void fileInPlaceOfAFolderIsAUsageError() throws IOException {
    Path file = Files.writeString(folder.resolve("results.json"), "{}");

    assertRefused(report(file.toString()), "DIR " + file + ": expected a folder with results.json");
  }

  @Test
  void folderWithoutResultsIsAUsageError() {
    assertRefused(
        report(folder.toString()),
        folder.resolve("results.json") + ": no such file; expected the results of an experiment");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"format\": \"lighter-exp", "[]", "no JSON"})
  void damagedJsonIsAUsageError(String content) throws IOException {
    Path file = Files.writeString(folder.resolve("results.json"), content);

    assertRefused(report(folder.toString()), file + ": not JSON");
  }

  @Test
  void textThatIsNotUtf8IsAUsageError() throws IOException {
    Path file = Files.write(folder.resolve("results.json"), new byte[] {'"', (byte) 0xff, '"'});

    assertRefused(report(folder.toString()), file + ": not JSON");
  }

  @Test
  void truncatedResultsAreAUsageError() throws IOException {
    String whole = Files.readString(RESULTS.resolve("fig7/results.json"));
    Path file = folder.resolve("results.json");
    Files.writeString(file, whole.substring(0, whole.length() / 2));

    assertRefused(report(folder.toString()), file + ": not JSON");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{}", "{\"format\": {}}", "{\"format\": null}"})
  void otherFormatIsAUsageError(String content) throws IOException {
    Path file = Files.writeString(folder.resolve("results.json"), content);

    assertRefused(
        report(folder.toString()),
        file + ": not the results of an experiment: format = none: expected lighter-experiment");
  }

  @Test
  void resultsOfTheSoakHaveNoPage() {
    assertRefused(
        report(RESULTS.resolve("soak").toString()),
        RESULTS.resolve("soak/results.json")
            + ": not the results of an experiment: format = none: expected lighter-experiment");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"x\"", "2", "0", "null"})
  void otherVersionIsAUsageError(String version) throws IOException {
    Files.writeString(
        folder.resolve("results.json"),
        "{\"format\": \"lighter-experiment\", \"version\": %s}".formatted(version));

    CliRun run = report(folder.toString());

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err().lines().findFirst().orElseThrow())
        .startsWith("lighter: " + folder.resolve("results.json") + ": version = ")
        .endsWith(": expected 1, the newest that this program reads");
  }

  @Test
  void unknownExperimentIsAUsageErrorThatNamesTheKnownOnes() throws IOException {
    JsonObject results = ResultsJson.read(RESULTS.resolve("fig7"));
    results.addProperty("experiment", "fig2");
    Files.writeString(folder.resolve("results.json"), ResultsJson.write(results));

    assertRefused(
        report(folder.toString()),
        folder
            + ": experiment = fig2: expected one of fig3, fig4, fig5, fig6, fig7, fig8, fig9,"
            + " forest, range, tiers");
  }

  @ParameterizedTest
  @ValueSource(strings = {"machine", "strategies", "excluded", "isolation", "minutes"})
  void missingFieldIsAUsageError(String field) throws IOException {
    JsonObject results = ResultsJson.read(RESULTS.resolve("fig7"));
    results.remove(field);
    Files.writeString(folder.resolve("results.json"), ResultsJson.write(results));

    assertRefused(
        report(folder.toString()),
        folder + ": experiment = fig7: a field of the results is missing or has another type");
  }

  @Test
  void failedCommandLeavesThePageOfBefore() throws IOException {
    Path page = Files.writeString(folder.resolve("report.html"), "before");
    Files.writeString(
        folder.resolve("results.json"),
        "{\"format\": \"lighter-experiment\", \"version\": 1, \"experiment\": \"fig9\"}");

    assertThat(report(folder.toString()).exitCode()).isEqualTo(2);
    assertThat(page).hasContent("before");
  }

  /** Folders of {@code docs/results} with results of an experiment. */
  private static List<Path> storedExperiments() throws IOException {
    try (Stream<Path> folders = Files.list(RESULTS)) {
      return folders
          .filter(stored -> Files.exists(stored.resolve("results.json")))
          .filter(stored -> !stored.endsWith("soak"))
          .sorted()
          .toList();
    }
  }

  private static Path[] names(String... names) {
    return Stream.of(names).map(Path::of).toArray(Path[]::new);
  }

  private static CliRun report(String... arguments) {
    String[] line =
        Stream.concat(Stream.of("bench", "report"), Stream.of(arguments)).toArray(String[]::new);
    return CliRun.of(Lighter.commandLine(CliRun::conf), line);
  }

  /** Checks for one line on standard error, the hint below it, and the exit code. */
  private static void assertRefused(CliRun run, String message) {
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines())
        .containsExactly("lighter: " + message, "See 'lighter bench report --help'.");
  }

  /** The rows of the tables that the experiment wrote as text, with single spaces. */
  private static List<String> rowsOf(Path text) throws IOException {
    return Files.readAllLines(text).stream()
        .filter(line -> !line.isBlank() && !line.contains(": compaction, warm-up"))
        .map(ReportCommandTest::withSingleSpaces)
        .toList();
  }

  /** The visible text of a page, with single spaces. */
  private static String textOf(String html) {
    String body = html.substring(html.indexOf("<body>"), html.indexOf(DATA));
    return withSingleSpaces(body.replaceAll("<[^>]*>", " "));
  }

  private static String withSingleSpaces(String text) {
    return text.replaceAll("\\s+", " ").strip();
  }

  private static JsonObject dataOf(String html) {
    int from = html.indexOf(DATA) + DATA.length();
    return JsonParser.parseString(html.substring(from, html.indexOf("</script>", from)))
        .getAsJsonObject();
  }
}
