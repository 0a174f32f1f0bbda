// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.command;

import io.lighter.ycsb.HBaseDatabase;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Properties;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import site.ycsb.Client;

/**
 * YCSB's command line with YCSB's precedence: properties of the command line override those of
 * files, and later ones override earlier ones. This class reports errors, because YCSB exits with 0
 * when it cannot read its command line.
 */
public final class YcsbArguments {
  private final CommandLine command;
  private final Path home;
  private final List<String> arguments = new ArrayList<>();
  private final Properties ofFiles = new Properties();
  private final Properties ofArguments = new Properties();

  private YcsbArguments(CommandLine command, Path home) {
    this.command = command;
    this.home = home;
  }

  /**
   * Checks and resolves arguments.
   *
   * @param command command for error messages
   * @param home folder of the distribution, with workload files that are missing in the working
   *     folder
   */
  public static YcsbArguments of(CommandLine command, List<String> given, Path home)
      throws IOException {
    YcsbArguments arguments = new YcsbArguments(command, home);
    arguments.add(Client.DB_PROPERTY, HBaseDatabase.class.getName(), "-db");
    Iterator<String> words = given.iterator();
    while (words.hasNext()) {
      arguments.addOption(words.next(), words);
    }
    if (arguments.properties().getProperty(Client.WORKLOAD_PROPERTY) == null) {
      throw new ParameterException(
          command,
          "the property workload is missing: expected a file that has it, such as"
              + " -P workloads/workloada");
    }
    return arguments;
  }

  /** All properties for YCSB. */
  Properties properties() {
    Properties all = new Properties();
    all.putAll(ofFiles);
    all.putAll(ofArguments);
    return all;
  }

  /** Class of the database: Lighter's binding unless the command line names another. */
  String database() {
    return ofArguments.getProperty(Client.DB_PROPERTY);
  }

  /**
   * Arguments of YCSB's main method.
   *
   * @param phase {@code -load} or {@code -t}
   */
  public String[] commandLine(String phase) {
    List<String> all = new ArrayList<>(arguments);
    all.add(0, phase);
    return all.toArray(String[]::new);
  }

  private void addOption(String option, Iterator<String> words) throws IOException {
    switch (option) {
      case "-P" -> addFile(valueOf(option, words));
      case "-p" -> addProperty(valueOf(option, words));
      case "-db" -> add(Client.DB_PROPERTY, valueOf(option, words), option);
      case "-threads" -> add(Client.THREAD_COUNT_PROPERTY, number(option, words), option);
      case "-target" -> add(Client.TARGET_PROPERTY, number(option, words), option);
      case "-l" -> add(Client.LABEL_PROPERTY, valueOf(option, words), option);
      case "-s" -> arguments.add(option);
      default ->
          throw new ParameterException(
              command, option + ": expected one of YCSB's -P, -p, -threads, -target, -s, -l, -db");
    }
  }

  private void add(String property, String value, String option) {
    ofArguments.setProperty(property, value);
    arguments.addAll(List.of(option, value));
  }

  private void addFile(String name) throws IOException {
    for (Path file : List.of(Path.of(name), home.resolve(name))) {
      if (Files.isRegularFile(file)) {
        try (InputStream in = Files.newInputStream(file)) {
          ofFiles.load(in);
        }
        arguments.addAll(List.of("-P", file.toString()));
        return;
      }
    }
    throw new ParameterException(
        command,
        "-P %s: no such file, neither here nor in %s; expected a workload file"
            .formatted(name, home));
  }

  private void addProperty(String assignment) {
    int equals = assignment.indexOf('=');
    if (equals < 1) {
      throw new ParameterException(command, "-p " + assignment + ": expected NAME=VALUE");
    }
    ofArguments.setProperty(assignment.substring(0, equals), assignment.substring(equals + 1));
    arguments.addAll(List.of("-p", assignment));
  }

  private String number(String option, Iterator<String> words) {
    String value = valueOf(option, words);
    if (!value.matches("[1-9]\\d{0,8}")) {
      throw new ParameterException(
          command, option + " " + value + ": expected a number from 1 to 999999999");
    }
    return value;
  }

  private String valueOf(String option, Iterator<String> words) {
    if (!words.hasNext()) {
      throw new ParameterException(command, option + ": expected a value behind it");
    }
    return words.next();
  }
}
