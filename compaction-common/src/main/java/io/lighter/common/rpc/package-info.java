// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * Calls over HBase's RPC: {@link io.lighter.common.rpc.RpcCaller}. Kerberos, TLS and RPC metrics
 * are those of HBase, with HBase's configuration. The servers listen in {@code
 * io.lighter.service.rpc}.
 */
package io.lighter.common.rpc;
