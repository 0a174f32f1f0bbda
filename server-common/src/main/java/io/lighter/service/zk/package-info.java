// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * Access to Lighter's znodes by Curator: {@link io.lighter.service.zk.CuratorClients} connects,
 * {@link io.lighter.service.zk.ZNodeAcls} sets the rights. {@link
 * io.lighter.common.zk.LighterZNodes} has the paths; region servers read these znodes with HBase's
 * own {@code ZKWatcher}.
 */
package io.lighter.service.zk;
