// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.rpc;

import io.lighter.common.protocol.LighterProtos.CompactionManagerService;
import io.lighter.common.protocol.LighterProtos.CompactionServerService;
import java.io.Closeable;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.ipc.CallTimeoutException;
import org.apache.hadoop.hbase.ipc.RpcClient;
import org.apache.hadoop.hbase.ipc.RpcClientFactory;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hbase.thirdparty.com.google.protobuf.ServiceException;

/**
 * Calls Lighter's services over HBase's RPC client, as the process's own user. Connections are
 * shared and closed when idle. Thread-safe.
 */
public final class RpcCaller implements Closeable {
  private final RpcClient client;
  private final User user;

  /**
   * @throws IOException if the process's user is unknown
   */
  public RpcCaller(Configuration conf) throws IOException {
    Protocol.registerSecurity();
    this.client = RpcClientFactory.createClient(conf, HConstants.CLUSTER_ID_DEFAULT);
    this.user = User.getCurrent();
  }

  /** A remote method of a stub, called by {@link RpcCaller#call}. */
  @FunctionalInterface
  public interface RemoteCall<T> {
    T run() throws ServiceException;
  }

  /**
   * Creates a stub without opening a connection.
   *
   * @param timeout timeout of each call; at least 1 ms
   */
  public CompactionServerService.BlockingInterface compactionServer(
      ServerName server, Duration timeout) {
    return CompactionServerService.newBlockingStub(
        client.createBlockingRpcChannel(server, user, Math.toIntExact(timeout.toMillis())));
  }

  /**
   * Creates a stub without opening a connection.
   *
   * @param timeout timeout of each call; at least 1 ms
   */
  public CompactionManagerService.BlockingInterface manager(ServerName server, Duration timeout) {
    return CompactionManagerService.newBlockingStub(
        client.createBlockingRpcChannel(server, user, Math.toIntExact(timeout.toMillis())));
  }

  /**
   * Runs a stub's method and turns its failure into the exception of the server or of the
   * transport.
   *
   * @throws java.io.InterruptedIOException only if this thread was interrupted. Java also throws it
   *     for a connection that times out, which must not end a compaction as if it were cancelled
   */
  public static <T> T call(RemoteCall<T> remote) throws IOException {
    try {
      return remote.run();
    } catch (ServiceException e) {
      IOException failure = ProtobufUtil.handleRemoteException(e);
      if (failure instanceof SocketTimeoutException) {
        IOException timeout = new CallTimeoutException(failure.getMessage());
        timeout.initCause(failure);
        throw timeout;
      }
      throw failure;
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
