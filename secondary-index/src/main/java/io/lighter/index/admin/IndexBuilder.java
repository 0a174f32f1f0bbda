// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.admin;

import io.lighter.index.spec.IndexSpec;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;

/** Fills an index table from a snapshot of the data table. Thread-safe. */
public interface IndexBuilder {
  /**
   * An index to fill.
   *
   * @param id the build
   * @param table the data table
   * @param spec the definition
   */
  record Target(BuildId id, TableName table, IndexSpec spec) {}

  /**
   * What keeps this process from reading the table's files.
   *
   * @return a sentence for each problem that says what to do
   */
  List<String> problems(TableName table) throws IOException;

  /**
   * Loads the entries of all rows of the snapshot {@link BuildId#snapshot} into the index table.
   * May be repeated; what is done already is not done again, as far as its files are there.
   *
   * @throws IndexRefusedException if a row cannot have an entry
   */
  void fill(Target target, BuildListener listener) throws IOException;

  /** Deletes the files of a build; does nothing if there are none. */
  void discard(BuildId id) throws IOException;

  /** How far {@link #fill} is, in whichever process; empty if the files cannot be read. */
  Optional<BuildProgress> progress(BuildId id) throws IOException;
}
