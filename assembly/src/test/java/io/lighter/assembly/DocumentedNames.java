// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.assembly;

import io.lighter.assembly.MarkdownPage.At;
import io.lighter.common.config.LighterOption;
import io.lighter.common.metrics.LighterMetric;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Options and metrics that the documentation names. */
final class DocumentedNames {
  /**
   * An option's key, and not a class ({@code io.lighter.…}), a file, or a property of a JVM ({@code
   * -Dlighter.…}).
   */
  private static final Pattern OPTION =
      Pattern.compile("(?<![\\w./<-])(?<!-D)lighter\\.[a-z][a-z0-9]*(?:\\.[a-z0-9]+)*+(\\.\\*)?");

  /** A file name after a word or a blank. */
  private static final Pattern FILE =
      Pattern.compile("lighter\\.(?:env|ya?ml|jar|json|xml|md|log|conf|service|properties)");

  /** A name under {@code /prometheus} or similar, recognised by its first words. */
  private static final Pattern EXPORTED =
      Pattern.compile("(?<![\\w-])((?:manager|compaction_server|lighter)_[a-z0-9]+)[\\w<>…-]*");

  /** An MBean attribute or a class: several capitals, or a family with its label. */
  private static final Pattern ATTRIBUTE =
      Pattern.compile("[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+(?:_[a-z<>…_-]+)?");

  /** A family's attribute in a form that no class name has. */
  private static final Pattern MEMBER =
      Pattern.compile("(?:LocalCompactions|RefusedRequests)_[a-z<>…_-]+");

  private static final Set<String> ATTRIBUTES = new Members(LighterMetric::attributes).all();
  private static final Set<String> EXPORTED_NAMES = new Members(LighterMetric::exportedNames).all();
  private static final Set<String> FIRST_WORDS =
      EXPORTED_NAMES.stream()
          .map(name -> EXPORTED.matcher(name).replaceFirst("$1"))
          .collect(Collectors.toSet());

  private int options;
  private int metrics;

  /** Names of a metric with a label. */
  private record Members(Names names) {
    interface Names {
      List<String> of(LighterMetric metric, String label);
    }

    /** All names, including families with a placeholder and histograms without suffixes. */
    Set<String> all() {
      return Arrays.stream(LighterMetric.values())
          .flatMap(
              metric ->
                  Stream.concat(
                      MetricLabels.of(metric)
                          .flatMap(label -> withAndWithoutPart(names.of(metric, label))),
                      placeholders(metric).map(names.of(metric, "").get(0)::concat)))
          .collect(Collectors.toSet());
    }

    private static Stream<String> withAndWithoutPart(List<String> parts) {
      String first = parts.get(0);
      return Stream.concat(
          parts.stream(),
          Stream.of(first.replaceFirst("_num_ops$", ""), first.replaceFirst("num_ops$", "…")));
    }

    private static Stream<String> placeholders(LighterMetric metric) {
      return metric.isFamily() ? Stream.of('<' + metric.label() + '>', "…") : Stream.empty();
    }
  }

  /** Options seen so far. */
  int options() {
    return options;
  }

  /** Metrics seen so far. */
  int metrics() {
    return metrics;
  }

  /** Keys that are not in {@link LighterOption}. A key may end with {@code .*}. */
  List<String> unknownOptions(MarkdownPage page) {
    List<String> problems = new ArrayList<>();
    int number = 0;
    for (String line : page.content().lines().toList()) {
      number++;
      Matcher key = OPTION.matcher(line);
      while (key.find()) {
        if (FILE.matcher(key.group()).matches()) {
          continue;
        }
        options++;
        if (!isOption(key.group())) {
          problems.add(page.at(number) + ": " + key.group() + ": no such option");
        }
      }
    }
    return problems;
  }

  /** Names in the form of Lighter's metrics that do not exist. */
  List<String> unknownMetrics(MarkdownPage page) {
    return unknown(
        page,
        code ->
            EXPORTED
                    .matcher(code)
                    .results()
                    .filter(name -> FIRST_WORDS.contains(name.group(1)))
                    .allMatch(name -> known(EXPORTED_NAMES, name.group()))
                && MEMBER.matcher(code).results().allMatch(name -> known(ATTRIBUTES, name.group())),
        "no such metric");
  }

  /**
   * Attribute-like code that is neither a metric nor another known name, for pages from which
   * operators copy names.
   */
  List<String> unknownAttributes(MarkdownPage page, Predicate<String> isOtherName) {
    return unknown(
        page,
        code ->
            !ATTRIBUTE.matcher(code).matches() || known(ATTRIBUTES, code) || isOtherName.test(code),
        "neither a metric nor a class of ours");
  }

  private boolean known(Set<String> names, String name) {
    boolean isKnown = names.contains(name);
    if (isKnown) {
      metrics++;
    }
    return isKnown;
  }

  private static List<String> unknown(
      MarkdownPage page, Predicate<String> isKnown, String problem) {
    List<String> problems = new ArrayList<>();
    for (At span : page.spans()) {
      if (!isKnown.test(span.text())) {
        problems.add(page.at(span.line()) + ": " + span.text() + ": " + problem);
      }
    }
    return problems;
  }

  private static boolean isOption(String key) {
    return key.endsWith(".*")
        ? Arrays.stream(LighterOption.values())
            .anyMatch(option -> option.key().startsWith(key.substring(0, key.length() - 1)))
        : LighterOption.byKey(key).isPresent();
  }
}
