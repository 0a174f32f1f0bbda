// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The serving side of HBase's RPC: {@link io.lighter.service.rpc.RpcEndpoint} listens, {@link
 * io.lighter.service.rpc.CallerCheck} authorises callers. Kerberos, TLS, call queues and RPC
 * metrics are HBase's, with HBase's configuration. The calling side is {@code
 * io.lighter.common.rpc}.
 */
package io.lighter.service.rpc;
