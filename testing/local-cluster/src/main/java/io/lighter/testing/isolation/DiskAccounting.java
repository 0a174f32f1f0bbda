// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.isolation;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The kernel's accounting of a group's disk requests.
 *
 * @param group name of the group, such as {@code data-node-1}; of a second disk for HBase's log
 *     {@code data-node-1-wal}, of a further volume of a storage type {@code data-node-1-7:2}
 * @param folder the group's folder: {@code blkio.throttle.*} in cgroup v1, {@code io.stat} in v2
 * @param device numbers of the limited disk, such as {@code 7:0}; empty without a limited one
 * @param limits limits in force
 */
public record DiskAccounting(
    String group, Path folder, Optional<String> device, Optional<DiskLimits> limits) {}
