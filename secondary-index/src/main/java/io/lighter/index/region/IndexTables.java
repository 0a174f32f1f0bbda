// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import io.lighter.common.MonotonicClock;
import io.lighter.index.rpc.EntryMutation;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.RegionInfo;

/**
 * Index tables through the asynchronous client, as the region server's own user. The connection is
 * made by the first call: a coprocessor that fails to start would abort the region server.
 * Thread-safe.
 */
final class IndexTables implements EntryStore, Closeable {
  /** How long a server without the service of {@link ServerCalls} is not asked again. */
  private static final Duration WITHOUT_SERVICE = Duration.ofMinutes(1);

  private final Configuration conf;
  private final Duration timeout;
  private final ServerCalls calls;

  /** Guarded by this. Null before the first call, and after one that failed. */
  private CompletableFuture<AsyncConnection> connection;

  /** Guarded by this. */
  private boolean closed;

  /**
   * Creates the store without a connection.
   *
   * @param site configuration of the region server or of a coprocessor
   * @param timeout deadline of each call, 2 ms or more; a call for several regions gets half of it,
   *     so that there is time for another way
   */
  IndexTables(Configuration site, Duration timeout, MonotonicClock clock) {
    // A copy by HBase: that of Hadoop's constructor is empty for a coprocessor's configuration.
    this.conf = HBaseConfiguration.create(site);
    this.timeout = timeout;
    conf.setLong(HConstants.HBASE_CLIENT_META_OPERATION_TIMEOUT, timeout.toMillis());
    this.calls = new ServerCalls(conf, timeout.dividedBy(2), new Breaker(clock, WITHOUT_SERVICE));
  }

  @Override
  public CompletableFuture<Place> placeOf(Entry entry) throws IOException {
    return connection()
        .getRegionLocator(entry.table())
        .getRegionLocation(entry.row())
        .thenApply(location -> new Place(location.getRegion(), location.getServerName()));
  }

  @Override
  public CompletableFuture<Void> insert(List<Entry> entries) throws IOException {
    return write(entries, entry -> EntryMutation.insert(entry.row(), entry.stamp()));
  }

  @Override
  public CompletableFuture<Void> remove(List<Entry> entries) throws IOException {
    return write(entries, entry -> EntryMutation.remove(entry.row(), entry.stamp()));
  }

  @Override
  public boolean takesTogether(ServerName server) {
    return calls.mayServe(server);
  }

  @Override
  public CompletableFuture<Set<RegionInfo>> together(
      Change change, ServerName server, Map<RegionInfo, List<Entry>> entries) throws IOException {
    return calls.write(change, server, entries);
  }

  /** What an entry becomes. */
  private interface AsMutation {
    Mutation of(Entry entry);
  }

  private CompletableFuture<Void> write(List<Entry> entries, AsMutation as) throws IOException {
    AsyncConnection open = connection();
    Map<TableName, List<Mutation>> tables =
        entries.stream()
            .collect(
                Collectors.groupingBy(
                    Entry::table, Collectors.mapping(as::of, Collectors.toList())));
    return CompletableFuture.allOf(
        tables.entrySet().stream()
            .map(each -> table(open, each.getKey()).batchAll(each.getValue()))
            .toArray(CompletableFuture<?>[]::new));
  }

  private AsyncTable<?> table(AsyncConnection open, TableName name) {
    return open.getTableBuilder(name)
        .setOperationTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
        .setRpcTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
        .setWriteRpcTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
        .build();
  }

  private AsyncConnection connection() throws IOException {
    CompletableFuture<AsyncConnection> pending;
    synchronized (this) {
      if (closed) {
        throw new IOException("region server closes its indexes");
      }
      if (connection == null || connection.isCompletedExceptionally()) {
        connection = ConnectionFactory.createAsyncConnection(conf);
      }
      pending = connection;
    }
    try {
      return pending.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("interrupted: no connection").initCause(e);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException("no connection to the cluster of the indexes", e);
    }
  }

  @Override
  public void close() throws IOException {
    calls.close();
    CompletableFuture<AsyncConnection> last;
    synchronized (this) {
      closed = true;
      last = connection;
    }
    if (last != null && last.isDone() && !last.isCompletedExceptionally()) {
      last.join().close();
    }
  }
}
