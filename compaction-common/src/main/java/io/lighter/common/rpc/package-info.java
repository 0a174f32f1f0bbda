/**
 * HBase's RPC, as Lighter uses it: {@link io.lighter.common.rpc.RpcEndpoint} listens, {@link
 * io.lighter.common.rpc.RpcCaller} calls. Kerberos, TLS, call queues and RPC metrics are HBase's
 * and configured as HBase's.
 */
package io.lighter.common.rpc;
