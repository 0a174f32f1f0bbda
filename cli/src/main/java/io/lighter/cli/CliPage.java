// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.CommandGroup;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The reference page of all commands, generated from picocli's model. */
public final class CliPage {
  public static final String FILE_NAME = "reference/cli.md";

  private static final String HEADER =
      """
      # Command line

      <!-- Generated from the commands by `bin/lighter generate-docs docs`; edit their classes. -->

      Below, `lighter` is `bin/lighter`; with `--help` behind it a command says the same. Every
      command also takes `-h` (`--help`), `-V` (`--version`: Lighter, HBase, Java) and `-v`
      (`--verbose`: the stack trace of an error).
      [install.md](../guide/install.md) has the environment variables, such as `HBASE_CONF_DIR`.
      """;

  private CliPage() {}

  /**
   * The whole page; equal input gives equal text.
   *
   * @param root the command {@code lighter}
   */
  public static String markdown(CommandSpec root) {
    StringBuilder page = new StringBuilder(HEADER);
    appendExitCodes(page, root);
    page.append("\n## Commands\n\n| command | |\n|---|---|\n");
    commandsBelow(root)
        .forEach(command -> page.append(row(link(command), firstLine(description(command)))));
    commandsBelow(root).forEach(command -> append(page, command));
    return page.toString();
  }

  /** Runnable, visible commands below {@code group}, by name. */
  private static Stream<CommandSpec> commandsBelow(CommandSpec group) {
    return group.subcommands().values().stream()
        .map(CommandLine::getCommandSpec)
        .filter(command -> !command.usageMessage().hidden())
        .sorted(Comparator.comparing(CommandSpec::name))
        .flatMap(
            command ->
                command.userObject() instanceof CommandGroup
                    ? commandsBelow(command)
                    : Stream.concat(Stream.of(command), commandsBelow(command)));
  }

  private static void appendExitCodes(StringBuilder page, CommandSpec root) {
    page.append("\n| exit code | meaning |\n|---|---|\n");
    for (Map.Entry<String, String> code : root.usageMessage().exitCodeList().entrySet()) {
      page.append(row(code.getKey(), code.getValue()));
    }
  }

  private static void append(StringBuilder page, CommandSpec command) {
    page.append("\n## `").append(command.qualifiedName()).append("`\n\n");
    page.append(description(command)).append("\n\n```text\n");
    page.append(new Help(command, Help.defaultColorScheme(Ansi.OFF)).synopsis(0).strip());
    page.append("\n```\n");
    List<String> rows = new ArrayList<>();
    command.positionalParameters().stream()
        .filter(parameter -> !parameter.hidden())
        .map(CliPage::row)
        .forEach(rows::add);
    command.options().stream()
        .filter(option -> !isOfEveryCommand(option) && !option.hidden())
        .sorted(Comparator.comparing(OptionSpec::longestName))
        .map(CliPage::row)
        .forEach(rows::add);
    if (!rows.isEmpty()) {
      page.append("\n| | default | |\n|---|---|---|\n");
      rows.forEach(page::append);
    }
    String footer = text(command.usageMessage().footer());
    if (!footer.isEmpty()) {
      page.append('\n').append(footer).append('\n');
    }
  }

  private static boolean isOfEveryCommand(OptionSpec option) {
    return option.usageHelp() || option.versionHelp() || option.inherited();
  }

  private static String row(PositionalParamSpec parameter) {
    return row(code(parameter.paramLabel()), defaultOf(parameter), description(parameter));
  }

  private static String row(OptionSpec option) {
    String names = String.join("`, `", option.names());
    String value = option.arity().max() == 0 ? "" : ' ' + option.paramLabel();
    String more =
        option.splitRegex().isEmpty() ? "" : option.splitRegex() + option.paramLabel() + "…";
    return row(code(names + value + more), defaultOf(option), description(option));
  }

  /** Default of an optional argument; empty if the argument is required or has none. */
  private static String defaultOf(ArgSpec argument) {
    if (argument.required()) {
      return argument.group() == null ? "required" : ""; // the synopsis shows the choice
    }
    String value = argument.defaultValue();
    return value == null || value.isEmpty() || isFlag(argument) ? "" : code(value);
  }

  private static boolean isFlag(ArgSpec argument) {
    return argument.arity().max() == 0;
  }

  /** Description without the default, which has a column. */
  private static String description(ArgSpec argument) {
    return text(argument.description()).replace(" (default: " + argument.defaultValue() + ")", "");
  }

  private static String description(CommandSpec command) {
    return text(command.usageMessage().description());
  }

  private static String text(String[] lines) {
    return Stream.of(lines)
        .map(line -> line.replace("%n", " ").strip())
        .collect(Collectors.joining(" "));
  }

  /** First sentence of a description; the page links to the rest. */
  private static String firstLine(String description) {
    int end = description.indexOf(". ");
    return end < 0 ? description : description.substring(0, end + 1);
  }

  private static String link(CommandSpec command) {
    String name = command.qualifiedName();
    return "[`%s`](#%s)".formatted(name, name.replace(' ', '-'));
  }

  private static String code(String text) {
    return '`' + text + '`';
  }

  private static String row(String... cells) {
    return Stream.of(cells)
        .map(cell -> cell.replace("|", "\\|"))
        .collect(Collectors.joining(" | ", "| ", " |\n"));
  }
}
