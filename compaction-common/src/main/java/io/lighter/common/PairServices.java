// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.MethodDescriptorProto;
import com.google.protobuf.DescriptorProtos.ServiceDescriptorProto;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.RpcCallback;
import com.google.protobuf.RpcController;
import com.google.protobuf.Service;
import java.io.IOException;
import java.util.Collection;
import org.apache.hadoop.hbase.ipc.CoprocessorRpcUtils;
import org.apache.hadoop.hbase.protobuf.generated.HBaseProtos;
import org.apache.hadoop.hbase.protobuf.generated.HBaseProtos.NameBytesPair;
import org.apache.hbase.thirdparty.com.google.protobuf.MessageLite;

/**
 * Services of coprocessors with messages of Lighter's protocol.
 *
 * <p>HBase 2 wants services and messages of protobuf 2.5, which this build generates no code for.
 * So a service is described here, and its messages are a type that HBase has: the bytes of a {@code
 * NameBytesPair} are a message of Lighter's protocol.
 */
public final class PairServices {
  private PairServices() {}

  /**
   * Describes a service in the package {@code lighter}.
   *
   * @param name name of the service
   * @param methods names of its methods
   */
  public static ServiceDescriptor describe(String name, Collection<String> methods) {
    FileDescriptor types = HBaseProtos.getDescriptor();
    String type = "." + NameBytesPair.getDescriptor().getFullName();
    ServiceDescriptorProto.Builder service = ServiceDescriptorProto.newBuilder().setName(name);
    for (String method : methods) {
      service.addMethod(
          MethodDescriptorProto.newBuilder()
              .setName(method)
              .setInputType(type)
              .setOutputType(type));
    }
    FileDescriptorProto file =
        FileDescriptorProto.newBuilder()
            .setName(name + ".proto")
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

  /** Answers the calls of a service. Thread-safe. */
  @FunctionalInterface
  public interface Calls {
    /**
     * Answers a call.
     *
     * @param request bytes of the message of Lighter's protocol
     * @throws IOException for the caller
     */
    MessageLite answer(MethodDescriptor method, byte[] request) throws IOException;
  }

  /** The service on a server, as protobuf 2.5 wants it. Thread-safe. */
  public static Service service(ServiceDescriptor descriptor, Calls calls) {
    return new Service() {
      @Override
      public ServiceDescriptor getDescriptorForType() {
        return descriptor;
      }

      @Override
      public void callMethod(
          MethodDescriptor method,
          RpcController controller,
          Message request,
          RpcCallback<Message> done) {
        Message answer = NameBytesPair.getDefaultInstance();
        try {
          answer = wrap(calls.answer(method, unwrap((NameBytesPair) request)));
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
    };
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
}
