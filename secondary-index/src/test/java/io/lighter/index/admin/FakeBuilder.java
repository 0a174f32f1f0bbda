// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.admin;

import io.lighter.index.client.IndexTables;
import io.lighter.index.spec.IndexNames;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.TableName;

/** Fills indexes of a {@link FakeIndexCluster}, as steps of it. Not thread-safe. */
final class FakeBuilder implements IndexBuilder {
  private final FakeIndexCluster cluster;

  /** What keeps the builder from building. */
  final List<String> problems = new ArrayList<>();

  /** Builds that have files. */
  final Set<String> files = new TreeSet<>();

  /** Why the next fill is refused, or null. */
  String refusal;

  FakeBuilder(FakeIndexCluster cluster) {
    this.cluster = cluster;
  }

  @Override
  public List<String> problems(TableName table) {
    return problems;
  }

  @Override
  public void fill(Target target, BuildListener listener) throws IOException {
    if (!cluster.hasSnapshot(target.id().snapshot())) {
      throw new AssertionError("no snapshot to read");
    }
    if (cluster.unindexedRows > 0) {
      throw new AssertionError("the snapshot lacks rows");
    }
    files.add(target.id().value());
    if (refusal != null) {
      throw new IndexRefusedException(List.of(refusal));
    }
    TableName table = IndexNames.indexTable(target.table(), target.spec().name());
    if (IndexTables.gate(cluster.tables.get(table)).isPresent()) {
      throw new AssertionError("lookups read an index that is not complete");
    }
    cluster.fill();
  }

  @Override
  public void discard(BuildId id) {
    files.remove(id.value());
  }

  @Override
  public Optional<BuildProgress> progress(BuildId id) {
    return Optional.of(new BuildProgress(id.value(), BuildStep.READ, 1, 4, BuildProgress.UNKNOWN));
  }
}
