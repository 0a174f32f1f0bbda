// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.admin;

import io.lighter.index.spec.IndexSpec;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;

/** The HFiles of a bulk load: a folder with one folder for each family. Thread-safe. */
public interface LoadedFiles {
  /**
   * A bulk load.
   *
   * @param id the load
   * @param table the data table
   * @param source the folder with all files, as a URI
   * @param folder name of the folder in {@code source} that only this load uses
   */
  record Load(BuildId id, TableName table, String source, String folder) {}

  /**
   * The folder as a URI with its file system.
   *
   * @param source as the user gives it
   */
  String qualified(String source) throws IOException;

  /**
   * What keeps this process from loading the files.
   *
   * @param source the folder, as a URI
   * @return a sentence for each problem that says what to do
   */
  List<String> problems(TableDescriptor table, String source) throws IOException;

  /** Moves all files into the folder of the load, where earlier attempts may have left some. */
  void claim(Load load) throws IOException;

  /**
   * Loads the entries of all puts of the files into an index table. Each entry has the stamp of its
   * row's region: the sequence id with which the region was opened last.
   *
   * @throws IndexRefusedException if a cell cannot be indexed; then no row was loaded either
   */
  void loadEntries(Load load, IndexSpec spec, BuildListener listener) throws IOException;

  /** Loads the files into the data table. */
  void loadRows(Load load) throws IOException;

  /** Deletes the folder of the load, and files of entries. */
  void discard(Load load) throws IOException;

  /** Moves what is not loaded back to where it was, and deletes files of entries. */
  void putBack(Load load) throws IOException;
}
