// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.client.commit;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class WrittenColumnsTest {
  private static final byte[] ROW = Bytes.toBytes("row");
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] G = Bytes.toBytes("g");
  private static final byte[] A = Bytes.toBytes("a");
  private static final byte[] B = Bytes.toBytes("b");

  private final WrittenColumns columns = new WrittenColumns();

  @Test
  void columnsOfARowMayBeWrittenByDifferentWrites() {
    assertFine(new Put(ROW).addColumn(F, A, A));
    assertFine(new Put(ROW).addColumn(F, B, A));
    assertFine(new Delete(ROW).addColumns(G, A));
    assertFine(new Put(Bytes.toBytes("other")).addColumn(F, A, A));
  }

  @Test
  void columnMayBeWrittenOnce() {
    assertFine(new Put(ROW).addColumn(F, A, A));

    assertTwice(new Put(ROW).addColumn(F, B, A).addColumn(F, A, B), "f:a");
    assertFine(new Put(ROW).addColumn(F, B, A)); // nothing of the refused one was noted
  }

  @Test
  void deletionOfAFamilyCoversItsColumns() {
    assertFine(new Delete(ROW).addFamily(F));

    assertTwice(new Put(ROW).addColumn(F, A, A), "f:a");
    assertFine(new Put(ROW).addColumn(G, A, A));
    assertTwice(new Delete(ROW).addFamily(G), "g:*");
  }

  @Test
  void deletionOfARowCoversAllColumns() {
    assertFine(new Put(ROW).addColumn(F, A, A));

    assertTwice(new Delete(ROW), "all columns");
  }

  @Test
  void putAfterADeletionOfTheRowIsRefused() {
    assertFine(new Delete(ROW));

    assertTwice(new Put(ROW).addColumn(F, A, A), "f:a");
  }

  private void assertFine(Mutation mutation) {
    assertThatCode(() -> columns.add(mutation)).doesNotThrowAnyException();
  }

  private void assertTwice(Mutation mutation, String column) {
    assertThatExceptionOfType(DoNotRetryIOException.class)
        .isThrownBy(() -> columns.add(mutation))
        .withMessage(
            "writes of row 'row', "
                + column
                + " = 2: expected one write of a column in a transaction");
  }
}
