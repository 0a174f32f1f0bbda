// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.rpc;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import org.apache.hadoop.hbase.ipc.CallTimeoutException;
import org.apache.hbase.thirdparty.com.google.protobuf.ServiceException;
import org.junit.jupiter.api.Test;

class RpcCallerTest {
  @Test
  void connectionTimeoutIsNotAnInterrupt() {
    assertThatThrownBy(() -> fail(new SocketTimeoutException("10 ms to server")))
        .isInstanceOf(CallTimeoutException.class)
        .isNotInstanceOf(InterruptedIOException.class)
        .hasMessage("10 ms to server")
        .hasCauseInstanceOf(SocketTimeoutException.class);
  }

  @Test
  void otherFailureIsTransportException() {
    assertThatThrownBy(() -> fail(new ConnectException("refused")))
        .isInstanceOf(ConnectException.class)
        .hasMessage("refused");
    assertThatThrownBy(() -> fail(new InterruptedIOException("interrupted")))
        .isExactlyInstanceOf(InterruptedIOException.class);
  }

  private static void fail(IOException cause) throws IOException {
    RpcCaller.call(
        () -> {
          throw new ServiceException(cause);
        });
  }
}
