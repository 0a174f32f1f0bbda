// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.client.commit;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.RpcCallback;
import com.google.protobuf.RpcController;
import com.google.protobuf.ServiceException;
import io.lighter.client.commit.TransactionService.Call;
import io.lighter.common.protocol.LighterProtos.BeginTransactionResponse;
import io.lighter.common.protocol.LighterProtos.CommitTransactionResponse;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.ipc.CoprocessorRpcChannel;
import org.apache.hadoop.hbase.protobuf.generated.HBaseProtos.NameBytesPair;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;

/**
 * A connection to one region, from b to m, that fails as a test says, and notes calls and scans.
 * Not thread-safe.
 */
final class ScriptedRegion implements CoprocessorRpcChannel {
  /** Failures of the next calls; the others succeed. */
  final Queue<IOException> failures = new ArrayDeque<>();

  /** What scans return, and what they throw if it is not null. */
  final List<Result> rows = new ArrayList<>();

  IOException scanFailure;

  final List<Call> calls = new ArrayList<>();
  final List<byte[]> requests = new ArrayList<>();
  final List<Scan> scans = new ArrayList<>();
  int closedTables;

  /** The connection of HBase's client. */
  Connection connection() {
    return proxy(
        Connection.class,
        (method, arguments) ->
            switch (method) {
              case "getTable" -> table();
              case "close" -> null;
              default -> throw new UnsupportedOperationException(method);
            });
  }

  private Table table() {
    return proxy(
        Table.class,
        (method, arguments) ->
            switch (method) {
              case "coprocessorService" -> this;
              case "getScanner" -> {
                scans.add((Scan) arguments[0]);
                yield scanner(rows.iterator());
              }
              case "close" -> {
                closedTables++;
                yield null;
              }
              default -> throw new UnsupportedOperationException(method);
            });
  }

  private ResultScanner scanner(Iterator<Result> results) {
    return proxy(
        ResultScanner.class,
        (method, arguments) -> {
          switch (method) {
            case "next" -> {
              if (scanFailure != null) {
                throw new RetriesExhaustedException("tried once", scanFailure);
              }
              return results.hasNext() ? results.next() : null;
            }
            case "close" -> {
              return null;
            }
            default -> throw new UnsupportedOperationException(method);
          }
        });
  }

  private interface Answer {
    Object to(String method, Object[] arguments) throws Exception;
  }

  private static <T> T proxy(Class<T> type, Answer answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> answer.to(method.getName(), arguments)));
  }

  @Override
  public Message callBlockingMethod(
      MethodDescriptor method, RpcController controller, Message request, Message prototype)
      throws ServiceException {
    Call call = Call.of(method);
    calls.add(call);
    requests.add(TransactionService.unwrap((NameBytesPair) request));
    IOException failure = failures.poll();
    if (failure != null) {
      throw new ServiceException("call failed", failure);
    }
    return TransactionService.wrap(
        call == Call.BEGIN
            ? BeginTransactionResponse.newBuilder()
                .setStartRow(ByteString.copyFromUtf8("b"))
                .setEndRow(ByteString.copyFromUtf8("m"))
                .build()
            : CommitTransactionResponse.getDefaultInstance());
  }

  @Override
  public void callMethod(
      MethodDescriptor method,
      RpcController controller,
      Message request,
      Message prototype,
      RpcCallback<Message> done) {
    throw new UnsupportedOperationException();
  }
}
