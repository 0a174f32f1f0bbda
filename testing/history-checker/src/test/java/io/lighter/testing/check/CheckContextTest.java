// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.junit.jupiter.api.Test;

class CheckContextTest {
  private final Throwable noLocation =
      new IOException("Cannot get replica 0 location for {\"row\":\"r000120\"}");

  private final Tally tally = new Tally();
  private final CheckContext context =
      new CheckContext(
          new Configuration(false),
          null,
          null,
          TableName.valueOf("t"),
          null,
          null,
          null,
          null,
          tally,
          null,
          null,
          null,
          null,
          null);

  @Test
  void readWithoutLocationOfThePrimaryIsNotCountedAsFailed() {
    context.readFailed("get of 2", failed(noLocation, noLocation));

    assertThat(tally.get(Tally.Event.READ_FAILED)).isZero();
    assertThat(tally.get(Tally.Event.LOCATION_STALE)).isEqualTo(1);
  }

  @Test
  void readIsCountedAsFailedIfAnyRowHadALocation() {
    context.readFailed("get of 2", failed(noLocation, new IOException("file is missing")));
    context.readFailed("get of 1", failed(new IOException((String) null)));
    context.readFailed("scan", new IOException("Cannot get replica 0 location"));

    assertThat(tally.get(Tally.Event.READ_FAILED)).isEqualTo(3);
    assertThat(tally.get(Tally.Event.LOCATION_STALE)).isZero();
  }

  private static IOException failed(Throwable... causes) {
    List<Row> rows = Collections.nCopies(causes.length, new Get(new byte[] {1}));
    List<String> servers = Collections.nCopies(causes.length, "null");
    return new RetriesExhaustedWithDetailsException(List.of(causes), rows, servers);
  }
}
