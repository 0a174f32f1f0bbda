// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.admin;

import io.lighter.index.client.IndexProblem;
import io.lighter.index.client.IndexState;
import io.lighter.index.client.IndexTables;
import io.lighter.index.spec.Cleanup;
import io.lighter.index.spec.IndexHold;
import io.lighter.index.spec.IndexNames;
import io.lighter.index.spec.IndexSpec;
import io.lighter.index.spec.IndexSpecException;
import io.lighter.index.spec.IndexSpecs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.CoprocessorDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/** Collects the reasons against an index before anything is created. Not thread-safe. */
final class IndexChecks {
  /** Room for what HBase and HDFS add to a table's name, in a folder's name of 255 bytes. */
  static final int MOST_NAME_BYTES = 200;

  private static final String ROW_PROCESSOR =
      "org.apache.hadoop.hbase.coprocessor.BaseRowProcessorEndpoint";

  private final IndexCluster cluster;
  private final IndexBuilder builder;
  private final TableDescriptor data;
  private final String name;
  private final List<String> problems = new ArrayList<>();

  IndexChecks(IndexCluster cluster, IndexBuilder builder, TableDescriptor data, String name) {
    this.cluster = cluster;
    this.builder = builder;
    this.data = data;
    this.name = name;
  }

  /**
   * Checks everything before a creation.
   *
   * @param entries descriptor of the index table, if there is one
   * @return the definition
   * @throws IndexRefusedException with all problems
   */
  IndexSpec require(String definition, Optional<TableDescriptor> entries, CreateOptions options)
      throws IOException {
    Optional<IndexSpec> spec = parse(definition);
    checkTable();
    spec.ifPresent(this::checkFamily);
    spec.ifPresent(this::checkCollection);
    spec.ifPresent(each -> checkExisting(each, entries));
    checkCluster(options);
    return result(spec);
  }

  /**
   * Checks before a rebuild what may have changed since the creation.
   *
   * @return the definition
   * @throws IndexRefusedException with all problems
   */
  IndexSpec requireAgain(String definition, CreateOptions options) throws IOException {
    Optional<IndexSpec> spec = parse(definition);
    checkTable();
    spec.ifPresent(this::checkFamily);
    spec.ifPresent(this::checkCollection);
    checkCluster(options);
    return result(spec);
  }

  private void checkCluster(CreateOptions options) throws IOException {
    checkAccess(options);
    problems.addAll(cluster.serversWithoutObserver(data.getTableName()));
    checkRows();
  }

  private IndexSpec result(Optional<IndexSpec> spec) throws IndexRefusedException {
    if (!problems.isEmpty()) {
      throw new IndexRefusedException(problems);
    }
    return spec.orElseThrow();
  }

  private void problem(String what) {
    problems.add("index %s of %s: %s".formatted(name, data.getTableName(), what));
  }

  private Optional<IndexSpec> parse(String definition) {
    try {
      return Optional.of(IndexSpec.parse(name, definition));
    } catch (IndexSpecException e) {
      problems.addAll(e.problems());
      return Optional.empty();
    }
  }

  private void checkTable() throws IOException {
    if (data.getTableName().isSystemTable()) {
      problem("the table is one of HBase's own; index a table of yours");
    }
    if (IndexTables.dataTable(data).isPresent()) {
      problem("the table is an index table; index its data table");
    }
    if (IndexNames.nameProblem(name).isEmpty()) {
      String indexTable = IndexNames.indexTable(data.getTableName(), name).getQualifierAsString();
      int length = indexTable.getBytes(StandardCharsets.UTF_8).length;
      if (length > MOST_NAME_BYTES) {
        problem(
            "the name of its table, %s, has %d bytes: expected at most %d; choose a shorter name"
                .formatted(indexTable, length, MOST_NAME_BYTES));
      }
    }
    IndexHold.of(data)
        .ifPresent(hold -> problem(hold.describe(data.getTableName().getNameAsString())));
    for (CoprocessorDescriptor coprocessor : data.getCoprocessorDescriptors()) {
      if (isRowProcessor(coprocessor.getClassName())) {
        problem(
            "coprocessor %s writes rows past the observer of indexes; remove it from the table"
                .formatted(coprocessor.getClassName()));
      }
    }
  }

  /** Whether a class is HBase's endpoint or, as far as this JVM has it, a subclass. */
  private static boolean isRowProcessor(String className) {
    if (className.equals(ROW_PROCESSOR)) {
      return true;
    }
    try {
      Class<?> type = Class.forName(className, false, IndexChecks.class.getClassLoader());
      while (type != null && !type.getName().equals(ROW_PROCESSOR)) {
        type = type.getSuperclass();
      }
      return type != null;
    } catch (ClassNotFoundException | LinkageError e) {
      return false; // only region servers have it, so the name is all there is to go by
    }
  }

  private void checkFamily(IndexSpec spec) {
    byte[] name = spec.keys().family();
    ColumnFamilyDescriptor family = data.getColumnFamily(name);
    String text = Bytes.toStringBinary(name);
    if (family == null) {
      problem("the table has no family '%s'; add it, or index another one".formatted(text));
      return;
    }
    if (family.isMobEnabled()) {
      problem(
          "family '%s' is a MOB family, whose values are kept elsewhere; index another family"
              .formatted(text));
    }
    if (family.getEncryptionType() != null) {
      problem(
          ("family '%s' is encrypted (%s), and an index would keep its keys in clear; index another"
                  + " family")
              .formatted(text, family.getEncryptionType()));
    }
    if (family.getTimeToLive() != HConstants.FOREVER) {
      problem(
          ("family '%s' has a TTL of %d s, and entries of expired cells would stay for ever; remove"
                  + " the TTL, or index another family")
              .formatted(text, family.getTimeToLive()));
    }
  }

  private void checkCollection(IndexSpec spec) {
    ColumnFamilyDescriptor family = data.getColumnFamily(spec.keys().family());
    if (spec.cleanup() == Cleanup.COMPACTION && family != null) {
      CollectionChecks.problems(data, family)
          .forEach(
              why ->
                  problem(
                      "cleanup=compaction, but compactions drop no entries, since %s; change that, or"
                              .formatted(why)
                          + " use cleanup=eager"));
    }
  }

  /** Other indexes are left alone; remains of an attempt that did not come to its end are used. */
  private void checkExisting(IndexSpec spec, Optional<TableDescriptor> entries) {
    String existing = IndexSpecs.definitions(data).get(name);
    String dropFirst =
        "; run 'lighter index drop %s %s' first".formatted(data.getTableName(), name);
    if (existing != null && !existing.equals(spec.text())) {
      problem("the table has such an index, '%s'%s".formatted(existing, dropFirst));
    } else if (existing != null && entries.isEmpty() && !IndexSpecs.isSuspended(data, name)) {
      problem("the table has such an index, but its index table is missing" + dropFirst);
    }
    if (entries.isEmpty()) {
      return;
    }
    TableDescriptor table = entries.get();
    if (!IndexTables.dataTable(table).equals(Optional.of(data.getTableName()))) {
      problem(
          "table %s exists and is not its index table; choose another name"
              .formatted(table.getTableName()));
      return;
    }
    if (!IndexTables.definition(table).equals(Optional.of(spec.text()))) {
      problem(
          "its index table %s was created for '%s'%s"
              .formatted(
                  table.getTableName(), IndexTables.definition(table).orElse("?"), dropFirst));
    }
    Optional<IndexState> state = IndexTables.state(table);
    if (!state.equals(Optional.of(IndexState.BUILDING))) {
      boolean rebuild =
          state.equals(Optional.of(IndexState.SUSPENDED))
              || state.equals(Optional.of(IndexState.SUSPECT))
              || IndexSpecs.isSuspended(data, name);
      IndexProblem.of(data, entries, name)
          .ifPresent(why -> problem(rebuild ? why : why + dropFirst));
    }
  }

  private void checkAccess(CreateOptions options) throws IOException {
    if (cluster.hasVisibilityLabels()) {
      problem(
          "the cluster has visibility labels, which an index does not keep: its keys would be"
              + " readable without them; there is no way around that in this version");
    }
    if (cluster.hasCellAccessControl() && !options.noCellAccessLists()) {
      problem(
          "the cluster's cells may have access control lists, which an index does not keep; if no"
              + " cell of the table has one, say so with --no-cell-acls");
    }
  }

  /** The entries of rows that exist are built from their files. */
  private void checkRows() throws IOException {
    if (!cluster.isEnabled(data.getTableName())) {
      problem("the table is disabled; enable it");
    } else if (cluster.hasCells(data.getTableName())) {
      builder.problems(data.getTableName()).forEach(this::problem);
    }
  }
}
