// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * The cluster in ZooKeeper: election ({@link io.lighter.manager.cluster.Leadership}), live servers
 * ({@link io.lighter.manager.cluster.Membership}), draining servers, and the switch. {@link
 * io.lighter.manager.cluster.ClusterWatch} holds the first three together. Each part that acts on a
 * change has a thread of its own, a {@link io.lighter.manager.cluster.Worker}.
 */
package io.lighter.manager.cluster;
