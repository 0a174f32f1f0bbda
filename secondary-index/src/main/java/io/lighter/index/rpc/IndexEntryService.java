// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.rpc;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.google.protobuf.Service;
import io.lighter.common.PairServices;
import io.lighter.common.protocol.LighterProtos.WriteEntriesRequest;
import io.lighter.common.protocol.LighterProtos.WriteEntriesResponse;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.ipc.CoprocessorRpcUtils;
import org.apache.hadoop.hbase.protobuf.generated.HBaseProtos.NameBytesPair;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.CoprocessorServiceRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.CoprocessorServiceResponse;

/**
 * The service of region servers that writes entries of several index regions in one call, as both
 * sides know it. It has one method.
 */
public final class IndexEntryService {
  private static final String METHOD = "Write";
  private static final ServiceDescriptor DESCRIPTOR =
      PairServices.describe("IndexEntryService", List.of(METHOD));

  private IndexEntryService() {}

  /** The service on a region server. */
  static Service on(EntryBatches batches) {
    return PairServices.service(
        DESCRIPTOR, (method, request) -> batches.write(WriteEntriesRequest.parseFrom(request)));
  }

  /** A call of the service. */
  public static CoprocessorServiceRequest call(WriteEntriesRequest request) {
    MethodDescriptor method = DESCRIPTOR.findMethodByName(METHOD);
    return CoprocessorRpcUtils.getCoprocessorServiceRequest(method, PairServices.wrap(request));
  }

  /**
   * The answer to a call.
   *
   * @throws IOException if it is of another form
   */
  public static WriteEntriesResponse answer(CoprocessorServiceResponse response)
      throws IOException {
    NameBytesPair pair =
        (NameBytesPair)
            CoprocessorRpcUtils.getResponse(response, NameBytesPair.getDefaultInstance());
    return WriteEntriesResponse.parseFrom(PairServices.unwrap(pair));
  }
}
