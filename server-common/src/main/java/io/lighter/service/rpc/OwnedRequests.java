package io.lighter.service.rpc;

import org.apache.hbase.thirdparty.com.google.protobuf.BlockingService;
import org.apache.hbase.thirdparty.com.google.protobuf.Descriptors.MethodDescriptor;
import org.apache.hbase.thirdparty.com.google.protobuf.Descriptors.ServiceDescriptor;
import org.apache.hbase.thirdparty.com.google.protobuf.InvalidProtocolBufferException;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcController;
import org.apache.hbase.thirdparty.com.google.protobuf.ServiceException;

/**
 * A service that gets requests which it may keep.
 *
 * <p>HBase's RPC server parses a request without copying it ({@code ServerRpcConnection}, {@code
 * enableAliasing}): bytes, and strings that nobody has read yet, point into the network buffer,
 * which is given back when the call ends. A job or a report that outlives its call would read what
 * came after it. Our requests are small; they are copied. Thread-safe as far as the service is.
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
