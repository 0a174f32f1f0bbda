// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * Lighter's znodes: {@link io.lighter.common.zk.LighterZNodes} is the only place that knows their
 * paths. Region servers read them with HBase's own {@code ZKWatcher}; managers, compaction servers
 * and the command line use Curator ({@code io.lighter.service.zk}).
 */
package io.lighter.common.zk;
