// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.admin;

import io.lighter.index.spec.IndexHold;
import io.lighter.index.spec.IndexSpec;
import io.lighter.index.spec.IndexSpecs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * Files that are loaded into a {@link FakeIndexCluster}, as steps of it. Fails a test if rows are
 * loaded before their entries, or without the hold. Not thread-safe.
 */
final class FakeFiles implements LoadedFiles {
  private final FakeIndexCluster cluster;

  /** Files in the user's folder. */
  int files = 3;

  /** Files in the folder of a load; -1: there is no such folder. */
  int claimed = -1;

  /** Rows that are loaded, in files. */
  int rows;

  /** Indexes that have the entries of all claimed files. */
  final Set<String> entries = new TreeSet<>();

  /** Why entries are refused, or null. */
  String refusal;

  FakeFiles(FakeIndexCluster cluster) {
    this.cluster = cluster;
  }

  @Override
  public String qualified(String source) {
    return "hdfs://nn" + source;
  }

  @Override
  public List<String> problems(TableDescriptor table, String source) {
    List<String> problems = new ArrayList<>();
    if (files == 0) {
      problems.add(source + " has no HFiles");
    }
    return problems;
  }

  private void requireHeld(Load load) {
    Optional<IndexHold> hold = IndexHold.of(cluster.tables.get(load.table()));
    if (!hold.map(IndexHold::id).equals(Optional.of(load.id().value()))) {
      throw new AssertionError("not held: " + hold);
    }
  }

  @Override
  public void claim(Load load) throws IOException {
    requireHeld(load);
    cluster.step(
        "claim",
        () -> {
          if (files > 0) {
            claimed = Math.max(0, claimed) + files;
            files = 0;
            entries.clear();
          }
        });
  }

  @Override
  public void loadEntries(Load load, IndexSpec spec, BuildListener listener) throws IOException {
    requireHeld(load);
    if (refusal != null) {
      throw new IndexRefusedException(List.of(refusal));
    }
    cluster.step("entries " + spec.name(), () -> entries.add(spec.name()));
  }

  @Override
  public void loadRows(Load load) throws IOException {
    requireHeld(load);
    Set<String> indexes =
        IndexSpecs.maintained(cluster.tables.get(load.table())).stream()
            .map(IndexSpec::name)
            .collect(Collectors.toSet());
    if (!entries.containsAll(indexes)) {
      throw new AssertionError("rows without entries");
    }
    cluster.step(
        "rows",
        () -> {
          rows += Math.max(0, claimed);
          claimed = claimed < 0 ? -1 : 0;
        });
  }

  @Override
  public void discard(Load load) throws IOException {
    if (claimed > 0) {
      throw new AssertionError("files are lost");
    }
    cluster.step("discard", () -> claimed = -1);
  }

  @Override
  public void putBack(Load load) throws IOException {
    cluster.step(
        "put back",
        () -> {
          files += Math.max(0, claimed);
          claimed = -1;
        });
  }
}
