// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.regionserver.local.LocalReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that all names in the documentation exist: files, headings, commands, options, metrics,
 * log lines.
 */
class DocsTest {
  private static final Path DOCS =
      Path.of(System.getProperty("lighter.docs.dir", "../docs")).toAbsolutePath().normalize();
  private static final Path ROOT = DOCS.getParent();
  private static final Path DIST =
      Path.of(System.getProperty("lighter.dist.sources", "src/main/dist"));

  /** Pages from which operators copy names of metrics. */
  private static final List<String> METRICS_ARE_COPIED_FROM =
      List.of(
          "operate/operate.md",
          "operate/monitoring.md",
          "operate/capacity.md",
          "operate/troubleshooting.md");

  /** HBase's names on the pages above that look like metrics. */
  private static final Set<String> OF_HBASE =
      Set.of(
          "CompactionTime_num_ops",
          "CompactionTime_mean",
          "NettyRpcServer",
          "RegionMetrics",
          "TimeoutStopSec",
          "DataNode",
          "NameNode",
          "ZooKeeper");

  private final Map<Path, MarkdownPage> pages = new TreeMap<>();

  @BeforeEach
  void readPages() throws IOException {
    for (Path file : filesOf(ROOT, ".md")) {
      pages.put(file, MarkdownPage.of(ROOT.relativize(file), Files.readString(file)));
    }
  }

  @Test
  void linksLeadToFilesAndHeadings() {
    DocumentedLinks links = new DocumentedLinks(ROOT, pages);

    assertThat(links.problems()).isEmpty();
    assertThat(pages).hasSizeGreaterThan(30);
    assertThat(links.count()).isGreaterThan(150);
  }

  @Test
  void commandsCanBeRunAsTheyAreWritten() {
    DocumentedCommands commands = new DocumentedCommands(DIST);
    List<String> problems = new ArrayList<>();
    pages.values().forEach(page -> problems.addAll(commands.problemsOfFences(page)));

    assertThat(problems).isEmpty();
    assertThat(commands.count()).isGreaterThan(60);
  }

  @Test
  void commandsInTextExist() {
    DocumentedCommands commands = new DocumentedCommands(DIST);
    List<String> problems = new ArrayList<>();
    pages.values().forEach(page -> problems.addAll(commands.problemsOfSpans(page)));

    assertThat(problems).isEmpty();
    assertThat(
            pages.values().stream()
                .flatMap(page -> page.spans().stream())
                .filter(span -> span.text().startsWith("bin/lighter ")))
        .hasSizeGreaterThan(60);
  }

  /** Excludes decision records and changes, which also name things that do not exist any more. */
  @Test
  void optionsAndMetricsExist() {
    DocumentedNames names = new DocumentedNames();
    List<String> problems = new ArrayList<>();
    pages.forEach(
        (file, page) -> {
          if (!file.startsWith(DOCS.resolve("decisions")) && !file.endsWith("CHANGELOG.md")) {
            problems.addAll(names.unknownOptions(page));
            problems.addAll(names.unknownMetrics(page));
          }
        });

    assertThat(problems).isEmpty();
    assertThat(names.options()).isGreaterThan(200);
    assertThat(names.metrics()).isGreaterThan(60);
  }

  @Test
  void attributesToCopyExist() throws IOException {
    Set<String> others = new HashSet<>(OF_HBASE);
    others.addAll(alerts());
    for (Path source : filesOf(ROOT, ".java")) {
      others.add(source.getFileName().toString().replace(".java", ""));
    }
    DocumentedNames names = new DocumentedNames();
    List<String> problems = new ArrayList<>();
    for (String name : METRICS_ARE_COPIED_FROM) {
      MarkdownPage page = pages.get(DOCS.resolve(name));
      assertThat(page).as(name).isNotNull();
      problems.addAll(names.unknownAttributes(page, others::contains));
    }

    assertThat(problems).isEmpty();
    assertThat(names.metrics()).isGreaterThan(30);
  }

  @Test
  void everyReasonAndEveryAlertIsExplained() throws IOException {
    String page = pages.get(DOCS.resolve("operate/troubleshooting.md")).content();

    for (LocalReason reason : LocalReason.values()) {
      assertThat(page).contains("\n| `" + reason.tag() + "` | ");
    }
    assertThat(alerts()).hasSizeGreaterThan(10);
    for (String alert : alerts()) {
      assertThat(page).containsOnlyOnce("`" + alert + "`");
    }
  }

  @Test
  void documentedLogLinesExistInTheCode() throws IOException {
    DocumentedLogLines lines = DocumentedLogLines.of(ROOT);
    List<String> problems = new ArrayList<>();
    pages.values().forEach(page -> problems.addAll(lines.problems(page)));

    assertThat(problems).isEmpty();
    assertThat(lines.count()).isGreaterThan(30);
  }

  @Test
  void brokenLinksAreFound(@TempDir Path folder) throws IOException {
    Files.createDirectories(folder.resolve("docs/target"));
    Files.writeString(folder.resolve("docs/there.md"), "# A `b.c`, d\n# Twice\n# Twice\n");
    Files.writeString(folder.resolve("docs/picture.png"), "");
    Files.writeString(folder.resolve("docs/target/made.md"), "# Made\n");
    Path from = folder.resolve("README.md");
    Files.writeString(
        from,
        """
        [1](docs/there.md) [2](docs/there.md#a-bc-d) [3](docs/there.md#twice-1) ![4](docs/picture.png)
        [5](https://example.org/x#y) [`six`](docs) [7](#down)
        ## Down
        ```
        [no link](in/code)
        ```
        `[nor](here)` <img src="docs/picture.png">
        [`[8]`](docs/gone.md)
        [9](docs/there.md#twice-2) [10](#up)
        [11](../outside.md) [12](docs/picture.png#x) [13](docs/target/made.md)

        [14]: docs/lost.md
        <img src="docs/lost.png">
        """);
    Map<Path, MarkdownPage> sample = new TreeMap<>();
    for (Path file : List.of(from, folder.resolve("docs/there.md"))) {
      sample.put(file, MarkdownPage.of(folder.relativize(file), Files.readString(file)));
    }

    assertThat(new DocumentedLinks(folder, sample).problems())
        .containsExactly(
            "README.md:8: docs/gone.md: no such file",
            "README.md:9: docs/there.md#twice-2: no such heading",
            "README.md:9: #up: no such heading",
            "README.md:10: ../outside.md: no such file",
            "README.md:10: docs/picture.png#x: an anchor in what is no page",
            "README.md:10: docs/target/made.md: is made by the build",
            "README.md:12: docs/lost.md: no such file",
            "README.md:13: docs/lost.png: no such file");
    assertThat(new DocumentedLinks(folder, sample).count()).isEqualTo(15);
  }

  @Test
  void wrongCommandsAreFound() {
    MarkdownPage page =
        MarkdownPage.of(
            Path.of("a.md"),
            """
            ```
            $ bin/lighter status --json | jq .     # the pipe is the shell's
            LIGHTER_HEAPSIZE=4g bin/lighter server start
            sudo -u hbase --preserve-env=A,B bin/lighter install-check --offline
            lighter tpcc load --warehouses 3 \\
              --threads 2 > log 2>&1
            bin/lighter ycsb load -P workloads/workloada -p columnfamily=f
            lighter: an error, no command
            ```
            ```sh
            bin/lighter status --xml
            bin/lighter stat
            bin/lighter tpcc load --warehouses many \\
              --threads 2
            bin/lighter bench
            bin/lighter warm --start 'a b'
            bin/lighter ycsb load -P workloads/none
            ```
            ```text
            bin/lighter nonsense
            ```
            `bin/lighter queue list | cancel`, `bin/lighter server drain`, `bin/lighter switch off`
            `bin/lighter queue stop`, `bin/lighter status --xml`, `bin/lighter nonsense`
            """);
    DocumentedCommands commands = new DocumentedCommands(DIST);

    assertThat(commands.problemsOfFences(page))
        .extracting(problem -> problem.substring(0, "a.md:13: bin/lighter wa".length()))
        .containsExactly(
            "a.md:11: bin/lighter st",
            "a.md:12: bin/lighter st",
            "a.md:14: bin/lighter tp",
            "a.md:15: bin/lighter be",
            "a.md:16: bin/lighter wa",
            "a.md:17: bin/lighter yc");
    assertThat(commands.count()).isEqualTo(11);
    assertThat(commands.problemsOfSpans(page))
        .containsExactly(
            "a.md:23: bin/lighter queue stop: there is no stop",
            "a.md:23: bin/lighter status --xml: there is no --xml",
            "a.md:23: bin/lighter nonsense: there is no nonsense");
  }

  @Test
  void wrongNamesAreFound() {
    String content =
        """
        `lighter.warmup.rate`, lighter.warmup.*, `io.lighter.cli`, `-Dlighter.any.thing`, lighter.env
        `lighter.warmup.rat`, lighter.warmap.*
        `LocalCompactions_busy`, `LocalCompactions_<reason>`, `lighter_offload_time_…`, `manager_leader`
        `LocalCompactions_lazy`, `lighter_local_compactions_lazy`, `manager_live_serves`, `lighter_demo`
        `WarmupFallbacks`, `WarmupFullbacks`, `HBaseName`
        """;
    MarkdownPage page = MarkdownPage.of(Path.of("a.md"), content);
    DocumentedNames names = new DocumentedNames();

    assertThat(names.unknownOptions(page))
        .containsExactly(
            "a.md:2: lighter.warmup.rat: no such option",
            "a.md:2: lighter.warmap.*: no such option");
    assertThat(names.unknownMetrics(page))
        .containsExactly(
            "a.md:4: LocalCompactions_lazy: no such metric",
            "a.md:4: lighter_local_compactions_lazy: no such metric",
            "a.md:4: manager_live_serves: no such metric");
    assertThat(names.unknownAttributes(page, "HBaseName"::equals))
        .containsExactly(
            "a.md:4: LocalCompactions_lazy: neither a metric nor a class of ours",
            "a.md:5: WarmupFullbacks: neither a metric nor a class of ours");
    assertThat(names.options()).isEqualTo(4);
  }

  @Test
  void wrongLogLinesAreFound() {
    DocumentedLogLines lines =
        new DocumentedLogLines(
            """
            LOG.info("job submitted: {} on"
                + " server={}", id, server);
            throw new IOException("HBase " + version + " is on the class path" + '.');
            """);
    MarkdownPage page =
        MarkdownPage.of(
            Path.of("a.md"),
            """
            ```log
            job submitted: cj-… on server=…   # by a region server
            HBase 2.4.0 is on the class path.
            job submited: cj-… on server=…
            ```
            """);

    assertThat(lines.problems(page))
        .containsExactly("a.md:4: job submited: cj-… on server=…: nothing logs this");
    assertThat(lines.count()).isEqualTo(3);
  }

  /** Names of the Prometheus rules. */
  private static List<String> alerts() throws IOException {
    return Pattern.compile("- alert: (\\w+)")
        .matcher(Files.readString(DIST.resolve("monitoring/alerts.yml")))
        .results()
        .map((MatchResult rule) -> rule.group(1))
        .toList();
  }

  /** Files of the repository, without build output. */
  private static List<Path> filesOf(Path root, String suffix) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(file -> file.toString().endsWith(suffix) && Files.isRegularFile(file))
          .filter(file -> !root.relativize(file).toString().matches("(.*/)?(target|\\.git)/.*"))
          .toList();
    }
  }
}
