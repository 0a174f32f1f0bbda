// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * Isolates the processes of one machine from each other: CPU sets, CPU shares, page-cache and disk
 * limits by control groups (cgroup v1 or v2, per controller), and a network namespace with a shaped
 * loopback.
 *
 * <p>Start with {@link io.lighter.testing.isolation.IsolationProfile}, then {@link
 * io.lighter.testing.isolation.Isolation}. Limits that the host does not permit are left out, and
 * {@link io.lighter.testing.isolation.IsolationReport} lists them, so that figures never claim a
 * missing isolation. The groups' folders are named {@code lighter-<pid>-…} and lie below this
 * process's group, so that existing limits still apply. They are removed on close, or by the next
 * start if this process was killed.
 *
 * <p>The package is independent of HBase; {@link io.lighter.testing.cluster} uses it.
 */
package io.lighter.testing.isolation;
