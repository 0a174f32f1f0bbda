// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.commit;

import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * What makes the commits of a table durable, or why the table has no transactions. A region opens
 * with problems, too, and refuses the calls. Immutable.
 *
 * @param problems a sentence for each problem: key, value, what is allowed
 */
public record TableJournal(CommitJournal journal, List<String> problems) {
  private static final LighterOption OPTION = LighterOption.COMMIT_JOURNAL;
  private static final String FLUSH = OPTION.key() + " = " + CommitJournal.FLUSH.value();

  public TableJournal {
    problems = List.copyOf(problems);
  }

  /**
   * Reads the option of a table, and looks for what a flush cannot do.
   *
   * @param table the configuration of a region: the site's and the table's
   * @param families the stores of a region
   */
  public static TableJournal of(
      Configuration table, TableDescriptor descriptor, List<FlushedFamily> families) {
    String value;
    try {
      value = table.get(OPTION.key(), OPTION.defaultValue()); // after replacement of ${...}
    } catch (IllegalStateException e) { // Hadoop throws this for too many replacements
      return new TableJournal(
          CommitJournal.WAL,
          List.of(
              "%s = '%s': expected at most 20 variables"
                  .formatted(OPTION.key(), table.getRaw(OPTION.key()))));
    }
    List<String> problems =
        new ArrayList<>(LighterConfiguration.problems(Map.of(OPTION.key(), value)));
    for (ColumnFamilyDescriptor family : descriptor.getColumnFamilies()) {
      String misplaced = ofFamily(family);
      if (misplaced != null) {
        problems.add(
            "%s of family %s = '%s': expected in the table, and in no family"
                .formatted(OPTION.key(), family.getNameAsString(), misplaced));
      }
    }
    if (!problems.isEmpty()) {
      return new TableJournal(CommitJournal.WAL, problems);
    }
    return value.strip().equals(CommitJournal.FLUSH.value())
        ? new TableJournal(CommitJournal.FLUSH, problemsOfFlushes(descriptor, families))
        : new TableJournal(CommitJournal.WAL, List.of());
  }

  private static String ofFamily(ColumnFamilyDescriptor family) {
    String value = family.getConfigurationValue(OPTION.key());
    return value == null ? Bytes.toString(family.getValue(Bytes.toBytes(OPTION.key()))) : value;
  }

  private static List<String> problemsOfFlushes(
      TableDescriptor descriptor, List<FlushedFamily> families) {
    List<String> problems = new ArrayList<>();
    if (families.size() != 1) {
      problems.add(
          ("families of the table = %s: expected one with %s, since a crash can lose the flush of"
                  + " one and not of another")
              .formatted(families.stream().map(FlushedFamily::name).toList(), FLUSH));
    }
    if (descriptor.getDurability() == Durability.FSYNC_WAL) {
      problems.add(
          ("DURABILITY of the table = FSYNC_WAL: expected another one with %s, since HBase does not"
                  + " force flushed files to disk")
              .formatted(FLUSH));
    }
    for (FlushedFamily family : families) {
      if (family.replicationScope() != HConstants.REPLICATION_SCOPE_LOCAL) {
        problems.add(
            ("REPLICATION_SCOPE of family %s = %d: expected 0 with %s, since replication reads the"
                    + " log")
                .formatted(family.name(), family.replicationScope(), FLUSH));
      }
      if (!family.flushesAll()) {
        problems.add(
            ("memstore of family %s = %s: expected DefaultMemStore with %s (IN_MEMORY_COMPACTION =>"
                    + " 'NONE'), since a flush of another one may take a part")
                .formatted(family.name(), family.memstore(), FLUSH));
      }
      if (!family.commitsAtOnce()) {
        problems.add(
            ("flusher of family %s = %s: expected one that writes a single file, or"
                    + " hbase.store.file-tracker.impl = FILE, with %s")
                .formatted(family.name(), family.flusher(), FLUSH));
      }
    }
    return problems;
  }

  /**
   * Refuses a call if the table cannot have transactions as configured.
   *
   * @throws DoNotRetryIOException naming all problems
   */
  void requireUsable() throws DoNotRetryIOException {
    if (!problems.isEmpty()) {
      throw new DoNotRetryIOException(String.join("; ", problems));
    }
  }
}
