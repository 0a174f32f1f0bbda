// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The code that all Lighter processes share: the protocol (generated from {@code Lighter.proto}
 * into {@code io.lighter.common.protocol}), typed job ids, the options ({@link
 * io.lighter.common.config}), the ZooKeeper layout ({@link io.lighter.common.zk}), the assignment
 * table ({@link io.lighter.common.assignment}) and the RPC base ({@link io.lighter.common.rpc}).
 *
 * <p>Everything here also runs inside the region server: no class may need a library that HBase
 * does not ship. Start with {@link io.lighter.common.CompactionJobId}.
 */
package io.lighter.common;
