// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.admin;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;

/** For programs that have HBase's client only: tables with rows are refused. Stateless. */
final class NoBuilder implements IndexBuilder {
  @Override
  public List<String> problems(TableName table) {
    return List.of(
        "table %s has rows, whose files this program does not read; run 'lighter index create'"
            .formatted(table));
  }

  @Override
  public void fill(Target target, BuildListener listener) throws IOException {
    throw new IndexRefusedException(problems(target.table()));
  }

  @Override
  public void discard(BuildId id) {
    // No files were written by this program; a later build does not read those of another one.
  }

  @Override
  public Optional<BuildProgress> progress(BuildId id) {
    return Optional.empty();
  }
}
