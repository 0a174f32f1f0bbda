// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The compaction server's RPC service: {@link io.lighter.server.rpc.CompactionRpcService} answers
 * calls, {@link io.lighter.server.rpc.SubmitValidator} checks requests. Calls run on the threads of
 * HBase's RPC server; accepted jobs go to {@link io.lighter.server.job}.
 */
package io.lighter.server.rpc;
