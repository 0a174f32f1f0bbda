// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.assembly;

import io.lighter.assembly.MarkdownPage.At;
import io.lighter.assembly.MarkdownPage.Fence;
import io.lighter.benchmarks.command.YcsbArguments;
import io.lighter.cli.Lighter;
import io.lighter.cli.command.CommandGroup;
import io.lighter.testing.fixtures.CliRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Parses command lines of {@code bin/lighter} in the documentation with the real command line. */
final class DocumentedCommands {
  /** Allowed text before a command: a prompt, variables, {@code sudo} with its options. */
  private static final Pattern COMMAND =
      Pattern.compile(
          "(?:[$#] )?(?:[A-Z_]+=\\S+ )*(?:(?:sudo|chrt|nohup|exec) (?:-\\S+ (?:\\w+ )?|--\\S+ )*)?"
              + "(?:\\S*/)?(?:bin/)?lighter(?: (.*))?");

  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|([^\\s\"']+)");

  /** Tokens after which the shell continues with something else. */
  private static final Pattern SHELL = Pattern.compile("\\|\\|?|&&?|;|[0-9]?>.*|<.*");

  private static final Pattern PLAIN_WORD = Pattern.compile("[a-z][a-z0-9-]*");

  /** Folder with YCSB's workloads. */
  private final Path dist;

  private int count;

  /**
   * Creates a reader of pages.
   *
   * @param dist sources of the distribution
   */
  DocumentedCommands(Path dist) {
    this.dist = dist;
  }

  /** Command lines seen so far in fenced code. */
  int count() {
    return count;
  }

  /** Invalid commands in fenced code, each with its place. */
  List<String> problemsOfFences(MarkdownPage page) {
    List<String> problems = new ArrayList<>();
    for (Fence fence : page.fences()) {
      if (List.of("", "sh", "bash", "shell", "console").contains(fence.language())) {
        for (At line : joined(fence.lines())) {
          Matcher command = COMMAND.matcher(line.text().strip());
          if (command.matches()) {
            count++;
            String problem = problem(words(command.group(1) == null ? "" : command.group(1)));
            if (!problem.isEmpty()) {
              problems.add(page.at(line.line()) + ": " + line.text().strip() + ": " + problem);
            }
          }
        }
      }
    }
    return problems;
  }

  /** Unknown commands and options in running text; required arguments may be missing. */
  List<String> problemsOfSpans(MarkdownPage page) {
    List<String> problems = new ArrayList<>();
    for (At span : page.spans()) {
      if (span.text().startsWith("bin/lighter ")) {
        CommandLine command = Lighter.commandLine(CliRun::conf);
        for (String word : words(span.text().substring("bin/lighter ".length()))) {
          CommandLine sub = command.getSubcommands().get(word);
          boolean mayBeName =
              !(command.getCommandSpec().userObject() instanceof CommandGroup)
                  && command.getParent() != null;
          String option = word.split("=", 2)[0];
          if (sub != null) {
            command = sub;
          } else if (word.startsWith("-")
              ? command.getCommandSpec().findOption(option) == null
                  && command.getCommandSpec().unmatchedArgsBindings().isEmpty()
              : !mayBeName && PLAIN_WORD.matcher(word).matches()) {
            problems.add(page.at(span.line()) + ": " + span.text() + ": there is no " + word);
            break;
          }
        }
      }
    }
    return problems;
  }

  /** Joins lines that end with a backslash. */
  private static List<At> joined(List<At> lines) {
    List<At> joined = new ArrayList<>();
    StringBuilder open = new StringBuilder();
    for (At line : lines) {
      String text = line.text();
      if (text.endsWith("\\")) {
        open.append(text, 0, text.length() - 1).append(' ');
      } else {
        joined.add(new At(line.line(), open + text));
        open.setLength(0);
      }
    }
    return joined;
  }

  /** Words up to a comment, a pipe or another command. */
  private static List<String> words(String line) {
    List<String> words = new ArrayList<>();
    Matcher word = WORD.matcher(line);
    while (word.find()) {
      String plain = word.group(3);
      if (plain != null && (plain.startsWith("#") || SHELL.matcher(plain).matches())) {
        break;
      }
      words.add(plain != null ? plain : word.group(word.group(1) != null ? 1 : 2));
    }
    return words;
  }

  /** The problem of a command, without running it; empty if there is none. */
  private String problem(List<String> words) {
    try {
      ParseResult result =
          Lighter.commandLine(CliRun::conf).parseArgs(words.toArray(String[]::new));
      while (result.hasSubcommand()) {
        result = result.subcommand();
      }
      CommandLine command = result.commandSpec().commandLine();
      if (result.isUsageHelpRequested() || result.isVersionHelpRequested()) {
        return "";
      }
      if (command.getCommandSpec().userObject() instanceof CommandGroup
          || command.getParent() == null) {
        return "a command is missing";
      }
      if (!command.getCommandSpec().unmatchedArgsBindings().isEmpty()) {
        YcsbArguments.of(command, result.unmatched(), dist);
      }
      return "";
    } catch (ParameterException | IOException e) {
      return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }
  }
}
