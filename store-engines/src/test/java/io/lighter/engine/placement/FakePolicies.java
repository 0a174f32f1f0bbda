// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.placement;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A file system in memory: policies, the types of files with one block each, and a list of calls.
 */
final class FakePolicies implements PolicyFileSystem {
  static final String FOLDER = "/t/r/f";

  /** Policy of the folder. */
  static final String FAST = "ALL_SSD";

  final Map<String, StoredFile> files = new ConcurrentHashMap<>();

  /** Calls that change something, and listings; each as "operation file". */
  final List<String> calls = Collections.synchronizedList(new ArrayList<>());

  /** Thrown by calls that start with the key. */
  final Map<String, Exception> failures = new ConcurrentHashMap<>();

  /** Adds a file of one replica. */
  void add(String name, long length, String policy, String type) {
    files.put(
        name,
        new StoredFile(name, 1, policy, List.of(new StoredFile.Block(length, List.of(type)))));
  }

  private void call(String call) throws IOException {
    calls.add(call);
    for (Map.Entry<String, Exception> failure : failures.entrySet()) {
      if (call.startsWith(failure.getKey())) {
        if (failure.getValue() instanceof IOException e) {
          throw e;
        }
        throw (RuntimeException) failure.getValue();
      }
    }
  }

  @Override
  public Folder list(String path) throws IOException {
    call("list " + path);
    return new Folder(FAST, Map.copyOf(files));
  }

  @Override
  public PolicyTypes types() {
    return FakePolicies::types;
  }

  static List<String> types(String policy, int replicas) {
    return switch (policy) {
      case "ALL_SSD" -> Collections.nCopies(replicas, "SSD");
      case "HOT" -> Collections.nCopies(replicas, "DISK");
      case "COLD" -> Collections.nCopies(replicas, "ARCHIVE");
      case "ONE_SSD" -> {
        List<String> types = new ArrayList<>(Collections.nCopies(replicas, "DISK"));
        types.set(0, "SSD");
        yield types;
      }
      default -> List.of();
    };
  }

  @Override
  public void setPolicy(String folder, String file, String policy) throws IOException {
    call("set " + file + " " + policy);
    give(file, policy);
  }

  @Override
  public void unsetPolicy(String folder, String file) throws IOException {
    call("unset " + file);
    give(file, FAST);
  }

  private void give(String file, String policy) throws IOException {
    StoredFile found = files.get(file);
    if (found == null) {
      throw new FileNotFoundException(file);
    }
    files.put(file, new StoredFile(file, found.replication(), policy, found.blocks()));
  }

  @Override
  public void satisfy(String folder, String file) throws IOException {
    call("satisfy " + file);
  }

  /** Returns the calls that are no listing. */
  List<String> changes() {
    return List.copyOf(calls).stream().filter(call -> !call.startsWith("list")).toList();
  }

  long listings() {
    return List.copyOf(calls).stream().filter(call -> call.startsWith("list")).count();
  }
}
