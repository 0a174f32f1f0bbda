// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.client.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lighter.client.commit.TransactionService.Call;
import io.lighter.common.protocol.LighterProtos.EndTransactionRequest;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.ipc.CoprocessorRpcUtils;
import org.apache.hadoop.hbase.protobuf.generated.HBaseProtos.NameBytesPair;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.Test;

class TransactionServiceTest {
  /** The names are a part of the protocol between builds. */
  @Test
  void namesOfServiceAndMethodsStay() {
    assertThat(CoprocessorRpcUtils.getServiceName(TransactionService.descriptor()))
        .isEqualTo("lighter.RegionTransactionService");
    assertThat(TransactionService.descriptor().getMethods())
        .extracting(method -> method.getName())
        .containsExactly("Begin", "Commit", "End");
    assertThat(TransactionService.ATTRIBUTE).isEqualTo("lighter.transaction");
  }

  @Test
  void methodsAreThoseOfTheCalls() {
    for (Call call : Call.values()) {
      assertThat(Call.of(call.descriptor())).isEqualTo(call);
      assertThat(call.descriptor().getInputType()).isEqualTo(NameBytesPair.getDescriptor());
      assertThat(call.descriptor().getOutputType()).isEqualTo(NameBytesPair.getDescriptor());
    }
  }

  @Test
  void contentIsUnwrapped() throws Exception {
    EndTransactionRequest request =
        EndTransactionRequest.newBuilder().setId(ByteString.copyFromUtf8("id")).build();

    NameBytesPair message = TransactionService.wrap(request);

    assertThat(message.getName()).isEqualTo("EndTransactionRequest");
    assertThat(EndTransactionRequest.parseFrom(TransactionService.unwrap(message)))
        .isEqualTo(request);
  }

  @Test
  void idIsReadAsItWasWritten() throws Exception {
    TransactionId id = TransactionId.random();

    assertThat(TransactionId.of(id.bytes())).isEqualTo(id);
    assertThat(id.toString()).startsWith("tx-").hasSize(39);
    assertThatExceptionOfType(DoNotRetryIOException.class)
        .isThrownBy(() -> TransactionId.of(new byte[15]))
        .withMessage("id of a transaction = 15 bytes: expected 16");
  }
}
