// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The audit log. Authorisation of callers is in {@code io.lighter.service.rpc}, that of ZooKeeper's
 * clients in {@code io.lighter.service.zk}.
 */
package io.lighter.service.audit;
