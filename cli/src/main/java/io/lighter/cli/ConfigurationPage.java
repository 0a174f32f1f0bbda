// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.common.config.LighterOption;
import java.util.Arrays;
import java.util.List;

/** The reference page of all options, generated from {@link LighterOption}. */
final class ConfigurationPage {
  static final String FILE_NAME = "reference/configuration.md";

  /** The process that reads an option, derived from the second word of its key. */
  private enum Component {
    REGION_SERVER(
        "Region servers",
        "engine policy range forest tiered offload warmup local group regionserver wal"
            + " transactions commit index"),
    COMPACTION_SERVER("Compaction servers", "server"),
    MANAGER("Managers", "manager throughput"),
    ZOOKEEPER("ZooKeeper (all processes)", "zookeeper");

    private final String title;

    /** Second words of the keys, separated by blanks. */
    private final String words;

    Component(String title, String words) {
      this.title = title;
      this.words = words;
    }

    static Component of(LighterOption option) {
      String word = option.key().split("\\.", -1)[1];
      return Arrays.stream(values())
          .filter(component -> List.of(component.words.split(" ", -1)).contains(word))
          .findFirst()
          .orElseThrow(() -> new IllegalStateException(option.key() + " belongs to no component"));
    }
  }

  private static final String HEADER =
      """
      # Configuration

      <!-- Generated from LighterOption by `bin/lighter generate-docs docs`; edit the enum. -->

      Options live in `hbase-site.xml` of the process that reads them. Those of scope *table* may
      also be set in the `CONFIGURATION` of a table or a column family, which wins. An unknown
      `lighter.*` key or a malformed value is an error; `bin/lighter config check` names all of
      them, `bin/lighter config` prints the values in force. Sizes are powers of 1024.
      """;

  private ConfigurationPage() {}

  /** The whole page; equal options give equal text. */
  static String markdown() {
    StringBuilder page = new StringBuilder(HEADER);
    for (Component component : Component.values()) {
      page.append("\n## ").append(component.title).append('\n');
      optionsOf(component).forEach(option -> append(page, option));
    }
    return page.toString();
  }

  private static List<LighterOption> optionsOf(Component component) {
    return Arrays.stream(LighterOption.values())
        .filter(option -> Component.of(option) == component)
        .toList();
  }

  private static void append(StringBuilder page, LighterOption option) {
    String defaultValue = option.defaultValue();
    page.append("\n### `").append(option.key()).append("`\n\n").append(option.help());
    page.append("\n\n- Default: ").append(defaultValue.isEmpty() ? "empty" : code(defaultValue));
    page.append("\n- Value: ").append(option.type().allowed());
    page.append("\n- Scope: ");
    page.append(
        switch (option.scope()) {
          case SITE -> "site";
          case TABLE -> "site, table or family";
        });
    page.append('\n');
  }

  private static String code(String text) {
    return '`' + text + '`';
  }
}
