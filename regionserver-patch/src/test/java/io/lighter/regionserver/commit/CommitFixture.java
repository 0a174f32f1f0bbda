// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.commit;

import io.lighter.client.commit.TransactionId;
import io.lighter.common.metrics.MetricProcess;
import io.lighter.common.metrics.MetricSet;
import io.lighter.common.protocol.LighterProtos.CommitTransactionRequest;
import io.lighter.common.protocol.LighterProtos.ReadRange;
import io.lighter.testing.fixtures.ManualClock;
import java.io.Closeable;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.PackagePrivateFieldAccessor;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.metrics.MetricRegistryInfo;
import org.apache.hadoop.hbase.metrics.impl.MetricRegistryImpl;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionFlushes;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto.MutationType;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;

/**
 * A region of HBase's on the local disk, and transactions on it without calls. It has two families,
 * or one if its commits have no log. Thread-safe; each transaction is confined to a thread.
 */
final class CommitFixture implements Closeable {
  static final byte[] FAMILY = Bytes.toBytes("f");
  static final byte[] OTHER_FAMILY = Bytes.toBytes("g");
  static final byte[] QUALIFIER = Bytes.toBytes("q");
  static final Duration AGE = Duration.ofSeconds(60);

  private static final String OWNER = "ann";
  private static final int MOST_OPEN = 100;
  static final int MOST_WAITING = 8;

  final HRegion region;
  final ManualClock clock = new ManualClock();
  final SyncedLog log = new SyncedLog();
  final OpenCount count = new OpenCount(MOST_OPEN);
  final TransactionMetrics metrics =
      new TransactionMetrics(
          new MetricSet(
              MetricProcess.REGION_SERVER,
              new MetricRegistryImpl(new MetricRegistryInfo("", "", "", "", true))),
          count::get,
          () -> 0);

  /** Runs once, when the next commit is about to write, with its rows locked and checked. */
  final AtomicReference<Runnable> beforeWrite = new AtomicReference<>();

  /** Thrown once, in place of the next write. */
  final AtomicReference<IOException> failure = new AtomicReference<>();

  /** Thrown once, when the next commit has written. */
  final AtomicReference<IOException> afterWrite = new AtomicReference<>();

  /** Replaces the next flushes that commits ask for; may be replaced itself. */
  volatile FlushStep flush = HRegionFlush::run;

  final OpenCount waiting = new OpenCount(MOST_WAITING);
  final ExecutorService flusher = Executors.newCachedThreadPool();
  final SnapshotPins pins;
  final RegionCommit commits;
  private final CommitJournal journal;

  /** The flush of HBase's region. */
  interface HRegionFlush {
    boolean run() throws IOException;
  }

  /** A flush that a commit asks for. */
  interface FlushStep {
    boolean run(HRegionFlush real) throws IOException;
  }

  /** A log that notes syncs. Thread-safe. */
  static final class SyncedLog implements CommitLog {
    final AtomicInteger syncs = new AtomicInteger();
    final List<String> aborts = new ArrayList<>(); // guarded by itself

    /** Runs in each sync; may be replaced. */
    volatile Sync sync = () -> {};

    @FunctionalInterface
    interface Sync {
      void run() throws IOException;
    }

    @Override
    public void sync() throws IOException {
      syncs.incrementAndGet();
      sync.run();
    }

    @Override
    public void abort(String why, Throwable cause) {
      synchronized (aborts) {
        aborts.add(why);
      }
    }
  }

  CommitFixture(HBaseTestingUtility util, String table) throws IOException {
    this(util, table, CommitJournal.WAL);
  }

  CommitFixture(HBaseTestingUtility util, String table, CommitJournal journal) throws IOException {
    this.journal = journal;
    TableDescriptorBuilder descriptor =
        TableDescriptorBuilder.newBuilder(TableName.valueOf(table))
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY));
    if (journal == CommitJournal.WAL) {
      descriptor.setColumnFamily(ColumnFamilyDescriptorBuilder.of(OTHER_FAMILY));
    }
    region =
        HBaseTestingUtility.createRegionAndWAL(
            RegionInfoBuilder.newBuilder(TableName.valueOf(table)).build(),
            util.getDataTestDir(table),
            util.getConfiguration(),
            descriptor.build());
    pins =
        new SnapshotPins(
            () -> RegionCalls.pin(region), count, new CommitOutcomes(MOST_OPEN), AGE, clock);
    FlushCommits flushes =
        new FlushCommits(watched(RegionFlushes.of(region)), flusher, waiting, metrics, clock);
    commits = new RegionCommit(watched(region), pins, log, flushes, metrics);
  }

  /** The memstore, with flushes that a test may replace. */
  private CommitMemory watched(RegionFlushes real) {
    return new CommitMemory() {
      @Override
      public Look look() {
        return real.look();
      }

      @Override
      public boolean flush() throws IOException {
        return flush.run(real::flush);
      }

      @Override
      public boolean isClosed() {
        return real.isClosed();
      }

      @Override
      public boolean hasTooManyFiles() {
        return real.hasTooManyFiles();
      }
    };
  }

  /** The region, with a place to stop just before a write. */
  private Region watched(HRegion real) {
    return (Region)
        Proxy.newProxyInstance(
            Region.class.getClassLoader(),
            new Class<?>[] {Region.class},
            (proxy, method, arguments) -> {
              boolean writes = method.getName().equals("mutateRowsWithLocks");
              Runnable before = writes ? beforeWrite.getAndSet(null) : null;
              if (before != null) {
                before.run();
              }
              IOException instead = writes ? failure.getAndSet(null) : null;
              if (instead != null) {
                throw instead;
              }
              Object result;
              try {
                result = method.invoke(real, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
              IOException after = writes ? afterWrite.getAndSet(null) : null;
              if (after != null) {
                throw after;
              }
              return result;
            });
  }

  Transaction begin() throws IOException {
    Transaction transaction = new Transaction();
    pins.begin(transaction.id, OWNER);
    return transaction;
  }

  /** The present value of a row's column; null if there is none. */
  String value(String row) throws IOException {
    return Bytes.toString(region.get(new Get(Bytes.toBytes(row))).getValue(FAMILY, QUALIFIER));
  }

  void put(String row, String value) throws IOException {
    region.put(Transaction.put(row, FAMILY, value));
  }

  @Override
  public void close() throws IOException {
    pins.close();
    HBaseTestingUtility.closeRegionAndWAL(region);
    flusher.shutdownNow();
  }

  /** A client of one transaction. */
  final class Transaction {
    final TransactionId id = new TransactionId(UUID.randomUUID());
    private final CommitTransactionRequest.Builder request =
        CommitTransactionRequest.newBuilder().setId(ByteString.copyFrom(id.bytes()));

    /** Reads a row of the snapshot. */
    Result read(String row) throws IOException {
      request.addReadRow(ByteString.copyFromUtf8(row));
      List<Result> results = snapshot(new Scan(new Get(Bytes.toBytes(row))));
      return results.isEmpty() ? Result.EMPTY_RESULT : results.get(0);
    }

    String value(String row) throws IOException {
      return Bytes.toString(read(row).getValue(FAMILY, QUALIFIER));
    }

    /** Reads the rows of a range of the snapshot, without the last one. */
    List<Result> readRange(String from, String to) throws IOException {
      request.addReadRange(
          ReadRange.newBuilder()
              .setStart(ByteString.copyFromUtf8(from))
              .setIncludeStart(true)
              .setStop(ByteString.copyFromUtf8(to))
              .setIncludeStop(false));
      return snapshot(new Scan().withStartRow(Bytes.toBytes(from)).withStopRow(Bytes.toBytes(to)));
    }

    private List<Result> snapshot(Scan scan) throws IOException {
      PackagePrivateFieldAccessor.setMvccReadPoint(scan, pins.readPoint(id, OWNER));
      List<Result> results = new ArrayList<>();
      try (RegionScanner scanner = region.getScanner(scan)) {
        List<Cell> cells = new ArrayList<>();
        boolean more = true;
        while (more) {
          cells.clear();
          more = scanner.next(cells);
          if (!cells.isEmpty()) {
            results.add(Result.create(List.copyOf(cells)));
          }
        }
      }
      return results;
    }

    static Put put(String row, byte[] family, String value) {
      return new Put(Bytes.toBytes(row)).addColumn(family, QUALIFIER, Bytes.toBytes(value));
    }

    Transaction write(String row, String value) throws IOException {
      return write(MutationType.PUT, put(row, FAMILY, value));
    }

    Transaction write(String row, byte[] family, String value) throws IOException {
      return write(MutationType.PUT, put(row, family, value));
    }

    Transaction delete(String row) throws IOException {
      return write(MutationType.DELETE, new Delete(Bytes.toBytes(row)));
    }

    private Transaction write(MutationType type, Mutation mutation) throws IOException {
      request.addMutation(ProtobufUtil.toMutation(type, mutation).toByteString());
      return this;
    }

    void commit() throws IOException {
      commits.commit(id, OWNER, CommitPlan.of(request.build(), region.getRegionInfo(), journal));
    }

    void commitAsync() throws IOException {
      request.setAsync(true);
      commit();
    }
  }
}
