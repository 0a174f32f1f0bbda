// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lighter.index.client.IndexState;
import io.lighter.index.client.IndexTables;
import io.lighter.index.spec.IndexSpec;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.Waiter;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Marks of region servers at a master that fails or is slow. */
class SuspectMarksTest {
  private static final TableName TABLE = TableName.valueOf("t");
  private static final TableName ENTRIES = TableName.valueOf("t__city");
  private static final Duration PAUSE = Duration.ofMillis(1);
  private static final long WAIT_MS = 60_000;

  /** Tables as descriptors. Its lock guards all fields. */
  private static final class FakeMaster implements SuspectMaster {
    private final Map<TableName, TableDescriptor> tables = new HashMap<>();
    private final List<String> procedures = new ArrayList<>();
    private int failures;
    private int calls;
    private boolean gone;
    private int looks;
    private final Set<String> dead = new HashSet<>();

    /** Procedures write their descriptor at once, and end when it is open. */
    private CountDownLatch ends = new CountDownLatch(0);

    @Override
    public synchronized Optional<TableDescriptor> descriptor(TableName table) {
      looks++;
      return Optional.ofNullable(tables.get(table));
    }

    @Override
    public void modify(TableDescriptor table) throws IOException {
      if (fails()) {
        throw new IOException("injected");
      }
      put(table);
      try {
        ends.await();
      } catch (InterruptedException e) {
        throw (IOException) new InterruptedIOException("interrupted").initCause(e);
      }
    }

    private synchronized int looks() {
      return looks;
    }

    private synchronized boolean fails() {
      calls++;
      return failures-- > 0;
    }

    private synchronized int calls() {
      return calls;
    }

    private synchronized int procedures() {
      return procedures.size();
    }

    @Override
    public synchronized boolean isAlive(String server) {
      return !dead.contains(server);
    }

    @Override
    public synchronized boolean isGone() {
      return gone;
    }

    private synchronized void put(TableDescriptor table) {
      tables.put(table.getTableName(), table);
      procedures.add(
          IndexTables.state(table).orElseThrow()
              + (IndexTables.isGateClosing(table) ? ", closing" : ""));
    }

    private synchronized IndexState state() {
      return IndexTables.state(tables.get(ENTRIES)).orElseThrow();
    }
  }

  private final FakeMaster master = new FakeMaster();
  private final ConcurrentMap<String, Object> shared = new ConcurrentHashMap<>();
  private final SuspectMarks marks = new SuspectMarks(master, shared, () -> "rs1", PAUSE);

  @BeforeEach
  void createIndex() {
    master.put(active("g1"));
    master.procedures.clear();
  }

  private static TableDescriptor building() {
    return IndexTables.building(TABLE, IndexSpec.parse("city", "value f:city string"));
  }

  private static TableDescriptor active(String gate) {
    return IndexTables.active(building(), Bytes.toBytes(gate));
  }

  private static void awaitEnd(Map<String, Object> threads) {
    await(threads::isEmpty);
  }

  private static void await(Waiter.Predicate<RuntimeException> condition) {
    Waiter.waitFor(new Configuration(false), WAIT_MS, 1, condition);
  }

  /** The mutant "one attempt" fails here. */
  @Test
  void markIsTriedAgainUntilNoRegionAnswers() throws Exception {
    master.failures = 3;
    marks.begin(active("g1"), "why");
    awaitEnd(shared);
    assertThat(master.procedures).containsExactly("SUSPECT, closing", "SUSPECT");
    assertThat(IndexTables.gate(master.descriptor(ENTRIES).orElseThrow())).isEmpty();
  }

  /** The mutant "whatever index there is" fails here. */
  @Test
  void indexThatWasBuiltAnewIsLeftAlone() throws Exception {
    master.put(active("g2"));
    marks.begin(active("g1"), "why");
    awaitEnd(shared);
    assertThat(master.state()).isEqualTo(IndexState.ACTIVE);
  }

  @Test
  void buildIsMarkedAndKeepsItsId() throws Exception {
    TableDescriptor building = IndexTables.marked(building(), "ib-0123456789abcdef");
    master.put(building);
    marks.begin(building, "why");
    awaitEnd(shared);
    assertThat(master.state()).isEqualTo(IndexState.SUSPECT);
    assertThat(IndexTables.build(master.descriptor(ENTRIES).orElseThrow())).isPresent();
  }

  @Test
  void threadEndsWithTheRegionServerOrTheTable() throws Exception {
    master.failures = Integer.MAX_VALUE;
    marks.begin(active("g1"), "why");
    await(() -> master.calls() > 0);
    synchronized (master) {
      master.gone = true;
    }
    awaitEnd(shared);
    synchronized (master) {
      master.gone = false;
      master.tables.clear();
    }
    marks.begin(active("g1"), "why");
    awaitEnd(shared);
    assertThat(master.procedures).isEmpty();
  }

  /** The mutant "mark the first one, then fail" fails here. */
  @Test
  void allIndexesAreMarkedBeforeARegionOpens() throws Exception {
    TableDescriptor town =
        IndexTables.active(
            IndexTables.building(TABLE, IndexSpec.parse("town", "value f:town string")),
            Bytes.toBytes("g1"));
    master.put(town);
    SuspectIndexes indexes = new SuspectIndexes(master, marks);
    Set<String> names = Set.of("city", "town", "bad__name");
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> indexes.requireRefused(TABLE, names, "why"))
        .withMessageContaining("city")
        .withMessageContaining("town");
    awaitEnd(shared);
    indexes.requireRefused(TABLE, names, "why");
    assertThat(master.procedures).filteredOn("SUSPECT"::equals).hasSize(2);
  }

  /** The mutant "each region server for itself" fails here. */
  @Test
  void oneRegionServerClosesTheGate() throws Exception {
    master.ends = new CountDownLatch(1);
    marks.begin(active("g1"), "why");
    await(() -> master.procedures() > 0);
    ConcurrentMap<String, Object> ofOther = new ConcurrentHashMap<>();
    new SuspectMarks(master, ofOther, () -> "rs2", PAUSE).begin(active("g1"), "why");
    int looks = master.looks();
    await(() -> master.looks() >= looks + 5);
    assertThat(master.procedures()).isEqualTo(1);
    master.ends.countDown();
    awaitEnd(shared);
    awaitEnd(ofOther);
    assertThat(master.procedures).containsExactly("SUSPECT, closing", "SUSPECT");
  }

  @Test
  void anotherRegionServerGoesOnIfTheFirstOneDies() throws Exception {
    master.put(IndexTables.suspect(active("g1"), "rs2"));
    master.dead.add("rs2");
    marks.begin(active("g1"), "why");
    awaitEnd(shared);
    assertThat(master.procedures)
        .containsExactly("SUSPECT, closing", "SUSPECT, closing", "SUSPECT");
  }
}
