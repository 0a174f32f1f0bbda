// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lighter.common.config.LighterOption;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class TableJournalTest {
  private static final FlushedFamily GOOD =
      new FlushedFamily("f", 0, "DefaultMemStore", true, "DefaultStoreFlusher", true);
  private static final FlushedFamily BAD =
      new FlushedFamily("g", 1, "CompactingMemStore", false, "StripeStoreFlusher", false);
  private static final TableDescriptor TABLE =
      TableDescriptorBuilder.newBuilder(TableName.valueOf("t")).build();

  private final Configuration conf = new Configuration(false);

  @Test
  void logIsTheDefaultForAllTables() {
    TableJournal journal = TableJournal.of(conf, TABLE, List.of(GOOD, BAD));

    assertThat(journal).isEqualTo(new TableJournal(CommitJournal.WAL, List.of()));
    assertThatCode(journal::requireUsable).doesNotThrowAnyException();
  }

  @Test
  void flushesAreForOneFamilyThatHasNothingAgainstIt() {
    conf.set(LighterOption.COMMIT_JOURNAL.key(), "flush");

    assertThat(TableJournal.of(conf, TABLE, List.of(GOOD)))
        .isEqualTo(new TableJournal(CommitJournal.FLUSH, List.of()));
  }

  @Test
  void allProblemsAreNamedAtOnce() {
    conf.set(LighterOption.COMMIT_JOURNAL.key(), "flush");
    TableDescriptor forced =
        TableDescriptorBuilder.newBuilder(TABLE).setDurability(Durability.FSYNC_WAL).build();

    TableJournal journal = TableJournal.of(conf, forced, List.of(GOOD, BAD));

    assertThat(journal.problems())
        .containsExactly(
            "families of the table = [f, g]: expected one with lighter.commit.journal = flush,"
                + " since a crash can lose the flush of one and not of another",
            "DURABILITY of the table = FSYNC_WAL: expected another one with lighter.commit.journal"
                + " = flush, since HBase does not force flushed files to disk",
            "REPLICATION_SCOPE of family g = 1: expected 0 with lighter.commit.journal = flush,"
                + " since replication reads the log",
            "memstore of family g = CompactingMemStore: expected DefaultMemStore with"
                + " lighter.commit.journal = flush (IN_MEMORY_COMPACTION => 'NONE'), since a flush"
                + " of another one may take a part",
            "flusher of family g = StripeStoreFlusher: expected one that writes a single file, or"
                + " hbase.store.file-tracker.impl = FILE, with lighter.commit.journal = flush");
    assertThatExceptionOfType(DoNotRetryIOException.class)
        .isThrownBy(journal::requireUsable)
        .withMessageContaining("REPLICATION_SCOPE of family g = 1")
        .withMessageContaining("memstore of family g");
  }

  @Test
  void badValueRefusesTransactions() {
    conf.set(LighterOption.COMMIT_JOURNAL.key(), "none");

    assertThat(TableJournal.of(conf, TABLE, List.of(GOOD)).problems())
        .containsExactly("lighter.commit.journal = 'none': expected wal or flush");
  }

  @Test
  void optionOfAFamilyRefusesTransactions() {
    TableDescriptor misplaced =
        TableDescriptorBuilder.newBuilder(TABLE)
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes("f"))
                    .setConfiguration(LighterOption.COMMIT_JOURNAL.key(), "flush")
                    .build())
            .build();

    assertThat(TableJournal.of(conf, misplaced, List.of(GOOD)).problems())
        .containsExactly(
            "lighter.commit.journal of family f = 'flush': expected in the table, and in no"
                + " family");
  }

  @Test
  void endlessVariableRefusesTransactions() {
    conf.set(LighterOption.COMMIT_JOURNAL.key(), "${user.name}".repeat(21));

    assertThat(TableJournal.of(conf, TABLE, List.of(GOOD)).problems())
        .singleElement()
        .asString()
        .contains("expected at most 20 variables");
  }
}
