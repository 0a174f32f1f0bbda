// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.service.rpc;

import org.apache.hbase.thirdparty.com.google.protobuf.BlockingService;
import org.apache.hbase.thirdparty.com.google.protobuf.Descriptors.MethodDescriptor;
import org.apache.hbase.thirdparty.com.google.protobuf.Descriptors.ServiceDescriptor;
import org.apache.hbase.thirdparty.com.google.protobuf.InvalidProtocolBufferException;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcController;
import org.apache.hbase.thirdparty.com.google.protobuf.ServiceException;

/**
 * Wraps a service so that its requests may outlive their calls.
 *
 * <p>HBase's RPC server parses a request without copying ({@code ServerRpcConnection}, {@code
 * enableAliasing}): bytes and undecoded strings point into the network buffer, which is released
 * when the call ends. A retained job or report would then read later data. This class copies each
 * request, which is small. Thread-safe if the service is.
 */
final class OwnedRequests implements BlockingService {
  private final BlockingService service;

  OwnedRequests(BlockingService service) {
    this.service = service;
  }

  @Override
  public ServiceDescriptor getDescriptorForType() {
    return service.getDescriptorForType();
  }

  @Override
  public Message callBlockingMethod(
      MethodDescriptor method, RpcController controller, Message request) throws ServiceException {
    Message owned;
    try {
      owned = request.getParserForType().parseFrom(request.toByteArray());
    } catch (InvalidProtocolBufferException e) {
      throw new ServiceException(
          "a request of " + method.getFullName() + " that cannot be read", e);
    }
    return service.callBlockingMethod(method, controller, owned);
  }

  @Override
  public Message getRequestPrototype(MethodDescriptor method) {
    return service.getRequestPrototype(method);
  }

  @Override
  public Message getResponsePrototype(MethodDescriptor method) {
    return service.getResponsePrototype(method);
  }
}
