// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.isolation;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/** System commands of a fake host: records them and answers as told. */
final class FakeTools implements IsolationHost.Tools {
  private final Queue<String> nextDevices = new ArrayDeque<>();
  private final List<String> commands = new ArrayList<>();
  private final Map<String, String> answers = new HashMap<>();
  private final Map<String, String> failures = new HashMap<>();

  /** Answers commands that start so; others have no output. */
  void answer(String start, String output) {
    answers.put(start, output);
  }

  /** Fails commands that start so. */
  void fail(String start, String message) {
    failures.put(start, message);
  }

  /** A host whose next free loop device is this one. */
  void loopDevice(String name, String numbers) {
    answer("losetup --find", name);
    answer("losetup --list --noheadings --output MAJ:MIN", numbers);
  }

  /** A host whose next free loop devices have these numbers, one after the other. */
  void loopDevices(int... minors) {
    for (int minor : minors) {
      nextDevices.add("/dev/loop" + minor);
      answer("losetup --list --noheadings --output MAJ:MIN /dev/loop" + minor, "7:" + minor);
    }
  }

  /** Commands so far, with words separated by blanks. */
  List<String> commands() {
    return List.copyOf(commands);
  }

  @Override
  public String run(List<String> command) throws IOException {
    String line = String.join(" ", command);
    commands.add(line);
    for (Map.Entry<String, String> failure : failures.entrySet()) {
      if (line.startsWith(failure.getKey())) {
        throw new IOException(failure.getValue());
      }
    }
    if (line.startsWith("losetup --find") && !nextDevices.isEmpty()) {
      return nextDevices.remove();
    }
    return answers.entrySet().stream()
        .filter(answer -> line.startsWith(answer.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse("");
  }
}
