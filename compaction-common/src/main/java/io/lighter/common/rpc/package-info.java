/**
 * HBase's RPC, as Lighter calls it: {@link io.lighter.common.rpc.RpcCaller}. Kerberos, TLS and RPC
 * metrics are HBase's and configured as HBase's. Who listens is {@code io.lighter.service.rpc}.
 */
package io.lighter.common.rpc;
