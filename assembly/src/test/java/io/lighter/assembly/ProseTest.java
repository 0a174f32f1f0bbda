// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.LighterOption;
import io.lighter.common.metrics.LighterMetric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Checks the measurable rules of the documentation's prose: lengths, budgets of words, vocabulary.
 */
class ProseTest {
  private static final Path DOCS =
      Path.of(System.getProperty("lighter.docs.dir", "../docs")).toAbsolutePath().normalize();
  private static final Path ROOT = DOCS.getParent();

  /** Pages that are generated from code; their lines and cells are as long as its help texts. */
  private static final Set<String> GENERATED =
      Set.of(
          "docs/reference/configuration.md", "docs/reference/metrics.md", "docs/reference/cli.md");

  /** The page that lists the replaced words. */
  private static final String GLOSSARY = "docs/internals/glossary.md";

  private final Map<String, DocumentedProse> pages = new TreeMap<>();

  @BeforeEach
  void readPages() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".md")).toList()) {
        String name = ROOT.relativize(file).toString();
        if (!name.matches("(.*/)?(target|\\.git|\\.github)/.*")) {
          pages.put(name, DocumentedProse.of(name, Files.readString(file)));
        }
      }
    }
  }

  @Test
  void sentencesCellsAndLinesAreShort() {
    List<String> problems = new ArrayList<>();
    pages.forEach(
        (name, page) -> {
          if (!GENERATED.contains(name)) {
            problems.addAll(page.lengthProblems());
          }
        });

    assertThat(problems).isEmpty();
    assertThat(pages).hasSizeGreaterThan(50);
  }

  @Test
  void pagesUseTheGlossary() {
    List<String> problems = new ArrayList<>();
    pages.forEach(
        (name, page) -> {
          if (!name.equals(GLOSSARY)) {
            problems.addAll(page.wordProblems());
          }
        });

    assertThat(problems).isEmpty();
  }

  @Test
  void helpOfOptionsAndMetricsUsesTheGlossary() {
    for (LighterOption option : LighterOption.values()) {
      assertThat(DocumentedProse.replacedWord(option.help())).as(option.key()).isEmpty();
    }
    for (LighterMetric metric : LighterMetric.values()) {
      assertThat(DocumentedProse.replacedWord(metric.counts() + ' ' + metric.leavesOut()))
          .as(metric.metricName())
          .isEmpty();
    }
  }

  @Test
  void groupsOfPagesKeepToTheirBudgets() {
    assertWords(
        6_000,
        List.of(
            "README.md",
            "docs/guide/first-hour.md",
            "docs/guide/install.md",
            "docs/guide/adopt.md"));
    assertWords(
        8_000,
        pages.keySet().stream()
            .filter(name -> name.startsWith("docs/operate/"))
            .filter(name -> !name.endsWith("/reliability.md"))
            .toList());
    assertWords(1_500, List.of("docs/operate/reliability.md"));
    assertWords(2_500, List.of("docs/internals/design.md"));
    assertWords(600, List.of("docs/internals/tour.md"));
    pages.keySet().stream()
        .filter(name -> name.matches("docs/results/[^/]+\\.md"))
        .filter(name -> !name.endsWith("/benchmarks.md"))
        .forEach(name -> assertWords(300, List.of(name), DocumentedProse::wordsOfText));
  }

  private void assertWords(int most, List<String> names) {
    assertWords(most, names, DocumentedProse::words);
  }

  private void assertWords(int most, List<String> names, ToIntFunction<DocumentedProse> count) {
    assertThat(names).isNotEmpty();
    assertThat(pages.keySet()).containsAll(names);
    assertThat(names.stream().mapToInt(name -> count.applyAsInt(pages.get(name))).sum())
        .as("words of %s", names)
        .isLessThanOrEqualTo(most);
  }

  @Test
  void longSentencesCellsAndLinesAreFound() {
    String half = "w ".repeat(DocumentedProse.LONGEST_SENTENCE / 2).strip();
    DocumentedProse page =
        DocumentedProse.of(
            "a.md",
            """
            # Heading

            %1$s
            %1$s.
            Short. W%1$s
            %1$s end.
            - %1$s `a b c`
              [two words](x/%2$s) %1$s.
            - %1$s

            %2$s

            %2$sl
            ```
            %2$sl
            ```
            | %2$s | %3$s |
            | [%3$s](%2$s) | %3$sc |
            <!-- %2$sl -->
            """
                .formatted(
                    half,
                    "l".repeat(DocumentedProse.LONGEST_LINE),
                    "c".repeat(DocumentedProse.LONGEST_CELL)));

    assertThat(page.lengthProblems())
        .extracting(problem -> problem.replaceFirst("(words|characters): .*", "$1"))
        .containsExactly(
            "a.md:3: a sentence of 41 words",
            "a.md:7: a sentence of 43 words",
            "a.md:18: a cell of 161 characters",
            "a.md:13: a line of 101 characters");
  }

  @Test
  void replacedWordsAreFound() {
    DocumentedProse page =
        DocumentedProse.of(
            "a.md",
            """
            Nobody mended it. `somebody` is code, and so is
            ```
            himself
            ```
            | a compaction that is away | one that comes home |
            Keep compactions away from readers; the machine that is away from the others.
            """);

    assertThat(page.wordProblems())
        .containsExactly(
            "a.md:1: 'Nobody' is not in the glossary",
            "a.md:1: 'mended' is not in the glossary",
            "a.md:5: 'is away' is not in the glossary",
            "a.md:5: 'comes home' is not in the glossary");
    assertThat(DocumentedProse.replacedWord("Whoever asks.")).isEqualTo("Whoever");
    assertThat(DocumentedProse.replacedWord("All is well.")).isEmpty();
  }

  @Test
  void wordsAreCounted() {
    DocumentedProse page =
        DocumentedProse.of(
            "a.md", "# One two\n\nThree – [four](five) `six seven`.\n\n| eight | |\n");

    assertThat(page.words()).isEqualTo(6);
    assertThat(page.wordsOfText()).isEqualTo(3);
  }
}
