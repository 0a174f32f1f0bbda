/**
 * The serving side of HBase's RPC: {@link io.lighter.service.rpc.RpcEndpoint} listens, {@link
 * io.lighter.service.rpc.CallerCheck} says who may call. Kerberos, TLS, call queues and RPC metrics
 * are HBase's and configured as HBase's. The calling side is {@code io.lighter.common.rpc}.
 */
package io.lighter.service.rpc;
