// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import io.lighter.common.protocol.LighterProtos.RegionEntries;
import io.lighter.common.protocol.LighterProtos.RegionEntriesResult;
import io.lighter.common.protocol.LighterProtos.WriteEntriesRequest;
import io.lighter.common.protocol.LighterProtos.WriteEntriesResponse;
import io.lighter.index.rpc.IndexEntryService;
import io.lighter.index.spec.IndexNames;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.exceptions.UnknownProtocolException;
import org.apache.hadoop.hbase.ipc.HBaseRpcController;
import org.apache.hadoop.hbase.ipc.HBaseRpcControllerImpl;
import org.apache.hadoop.hbase.ipc.RpcClient;
import org.apache.hadoop.hbase.ipc.RpcClientFactory;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ClientService;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hbase.thirdparty.com.google.protobuf.UnsafeByteOperations;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls of {@link IndexEntryService}, over HBase's RPC client: the calls of HBase's own connections
 * carry one table each. A server that lacks the service is not asked for a minute. Thread-safe.
 */
final class ServerCalls implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(ServerCalls.class);

  private final Configuration conf;
  private final Duration timeout;
  private final Breaker lacking;

  /** Guarded by this. Null before the first call. */
  private RpcClient client;

  /** Guarded by this. */
  private User user;

  /** Guarded by this. */
  private boolean closed;

  /**
   * Creates the calls without a connection.
   *
   * @param timeout timeout of each call
   * @param lacking refuses servers without the service
   */
  ServerCalls(Configuration conf, Duration timeout, Breaker lacking) {
    this.conf = conf;
    this.timeout = timeout;
    this.lacking = lacking;
  }

  /** Whether a server may have the service. */
  boolean mayServe(ServerName server) {
    return !lacking.refuses(server.toString());
  }

  /**
   * Makes a call.
   *
   * @return the regions whose entries are all durable
   * @throws IOException if there is no client
   */
  CompletableFuture<Set<RegionInfo>> write(
      EntryStore.Change change, ServerName server, Map<RegionInfo, List<Entry>> entries)
      throws IOException {
    HBaseRpcController controller = new HBaseRpcControllerImpl();
    controller.setPriority(IndexNames.PRIORITY);
    controller.setCallTimeout(Math.toIntExact(timeout.toMillis()));
    CompletableFuture<Set<RegionInfo>> durable = new CompletableFuture<>();
    stub(server)
        .execRegionServerService(
            controller,
            IndexEntryService.call(request(change, entries)),
            response -> {
              if (controller.failed()) {
                failed(server, controller.getFailed());
                durable.completeExceptionally(controller.getFailed());
                return;
              }
              try {
                durable.complete(durable(entries.keySet(), IndexEntryService.answer(response)));
              } catch (IOException | RuntimeException e) { // an answer of another form
                durable.completeExceptionally(e);
              }
            });
    return durable;
  }

  private ClientService.Interface stub(ServerName server) throws IOException {
    synchronized (this) {
      if (closed) {
        throw new IOException("region server closes its indexes");
      }
      if (client == null) {
        user = User.getCurrent();
        client = RpcClientFactory.createClient(conf, HConstants.CLUSTER_ID_DEFAULT);
      }
      return ClientService.newStub(
          client.createRpcChannel(server, user, Math.toIntExact(timeout.toMillis())));
    }
  }

  /** Takes why a call failed. */
  void failed(ServerName server, IOException failure) {
    IOException cause =
        failure instanceof RemoteException remote ? remote.unwrapRemoteException() : failure;
    if (cause instanceof UnknownProtocolException) {
      LOG.info("{} takes no entries of several regions in one call", server);
      lacking.refuse(server.toString());
    }
  }

  static WriteEntriesRequest request(
      EntryStore.Change change, Map<RegionInfo, List<Entry>> entries) {
    WriteEntriesRequest.Builder request =
        WriteEntriesRequest.newBuilder().setRemove(change == EntryStore.Change.REMOVE);
    entries.forEach(
        (region, some) -> {
          RegionEntries.Builder of = request.addRegionBuilder();
          of.setRegion(UnsafeByteOperations.unsafeWrap(region.getRegionName()));
          for (Entry entry : some) {
            of.addRow(UnsafeByteOperations.unsafeWrap(entry.row())).addStamp(entry.stamp());
          }
        });
    return request.build();
  }

  /** Those of the regions that the answer names without a failure. */
  static Set<RegionInfo> durable(Set<RegionInfo> asked, WriteEntriesResponse answer) {
    Set<RegionInfo> durable = new LinkedHashSet<>();
    for (RegionInfo region : asked) {
      List<RegionEntriesResult> results =
          answer.getRegionList().stream()
              .filter(
                  each ->
                      each.getRegion()
                          .equals(UnsafeByteOperations.unsafeWrap(region.getRegionName())))
              .toList();
      if (!results.isEmpty() && results.stream().noneMatch(RegionEntriesResult::hasFailure)) {
        durable.add(region);
      }
      results.stream()
          .filter(RegionEntriesResult::hasFailure)
          .forEach(each -> LOG.debug("{}: {}", region, each.getFailure()));
    }
    return durable;
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      if (client != null) {
        client.close();
      }
    }
  }
}
