// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.client.commit;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.MethodDescriptorProto;
import com.google.protobuf.DescriptorProtos.ServiceDescriptorProto;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import java.util.Arrays;
import org.apache.hadoop.hbase.protobuf.generated.HBaseProtos;
import org.apache.hadoop.hbase.protobuf.generated.HBaseProtos.NameBytesPair;
import org.apache.hbase.thirdparty.com.google.protobuf.MessageLite;

/**
 * The coprocessor service of transactions, as client and region know it.
 *
 * <p>HBase 2 wants services and messages of protobuf 2.5, which this build generates no code for.
 * So the service is described here, and its messages are a type that HBase has: the bytes of a
 * {@code NameBytesPair} are a message of Lighter's protocol. The service has a name of its own, and
 * thus a table without the endpoint refuses a transaction. HBase's {@code MultiRowMutationService}
 * would write one without a look at what it had read.
 */
public final class TransactionService {
  /** Attribute of a scan whose value is the id of the transaction that reads. */
  public static final String ATTRIBUTE = "lighter.transaction";

  /** Most rows of a range that a transaction may read. */
  public static final int MOST_RANGE_ROWS = 1_000;

  private static final ServiceDescriptor DESCRIPTOR = describe();

  /** The calls of the service. */
  public enum Call {
    /** Opens a snapshot. */
    BEGIN("Begin"),
    /** Checks the read set, and writes. */
    COMMIT("Commit"),
    /** Ends a snapshot without a commit. */
    END("End");

    private final String method;

    Call(String method) {
      this.method = method;
    }

    /** The method of the service. */
    MethodDescriptor descriptor() {
      return DESCRIPTOR.findMethodByName(method);
    }

    /** The call of a method of this service. */
    public static Call of(MethodDescriptor method) {
      return Arrays.stream(values())
          .filter(call -> call.method.equals(method.getName()))
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException("no call: " + method.getFullName()));
    }
  }

  private TransactionService() {}

  /** The service. */
  public static ServiceDescriptor descriptor() {
    return DESCRIPTOR;
  }

  /** The message around a request or an answer. */
  public static NameBytesPair wrap(MessageLite content) {
    return NameBytesPair.newBuilder()
        .setName(content.getClass().getSimpleName())
        .setValue(ByteString.copyFrom(content.toByteArray()))
        .build();
  }

  /** The bytes of the request or the answer in a message. */
  public static byte[] unwrap(NameBytesPair message) {
    return message.getValue().toByteArray();
  }

  private static ServiceDescriptor describe() {
    FileDescriptor types = HBaseProtos.getDescriptor();
    String type = "." + NameBytesPair.getDescriptor().getFullName();
    ServiceDescriptorProto.Builder service =
        ServiceDescriptorProto.newBuilder().setName("RegionTransactionService");
    for (Call call : Call.values()) {
      service.addMethod(
          MethodDescriptorProto.newBuilder()
              .setName(call.method)
              .setInputType(type)
              .setOutputType(type));
    }
    FileDescriptorProto file =
        FileDescriptorProto.newBuilder()
            .setName("RegionTransactions.proto")
            .setPackage("lighter")
            .addDependency(types.getName())
            .addService(service)
            .build();
    try {
      return FileDescriptor.buildFrom(file, new FileDescriptor[] {types}).getServices().get(0);
    } catch (DescriptorValidationException e) {
      throw new IllegalStateException("HBase's protocol lacks " + type, e);
    }
  }
}
