// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.rpc;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.RpcCallback;
import com.google.protobuf.RpcController;
import com.google.protobuf.Service;
import io.lighter.common.PairServices;
import io.lighter.common.protocol.LighterProtos.WriteEntriesRequest;
import java.io.IOException;
import org.apache.hadoop.hbase.ipc.CoprocessorRpcUtils;
import org.apache.hadoop.hbase.protobuf.generated.HBaseProtos.NameBytesPair;

/** {@link IndexEntryService} on a region server, as protobuf 2.5 wants it. Thread-safe. */
final class EntryEndpoint implements Service {
  private final EntryBatches batches;

  EntryEndpoint(EntryBatches batches) {
    this.batches = batches;
  }

  @Override
  public ServiceDescriptor getDescriptorForType() {
    return IndexEntryService.descriptor();
  }

  @Override
  public void callMethod(
      MethodDescriptor method,
      RpcController controller,
      Message request,
      RpcCallback<Message> done) {
    Message answer = NameBytesPair.getDefaultInstance();
    try {
      answer =
          PairServices.wrap(
              batches.write(
                  WriteEntriesRequest.parseFrom(PairServices.unwrap((NameBytesPair) request))));
    } catch (IOException e) {
      CoprocessorRpcUtils.setControllerException(controller, e);
    }
    done.run(answer);
  }

  @Override
  public Message getRequestPrototype(MethodDescriptor method) {
    return NameBytesPair.getDefaultInstance();
  }

  @Override
  public Message getResponsePrototype(MethodDescriptor method) {
    return NameBytesPair.getDefaultInstance();
  }
}
