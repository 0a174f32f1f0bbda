/**
 * Keeps the processes of one machine out of each other's way: CPU sets, CPU shares, page-cache and
 * disk limits through control groups (cgroup v1 or v2, whichever the host has for each controller),
 * and a network namespace of its own with a shaped loopback.
 *
 * <p>Start with {@link io.lighter.testing.isolation.IsolationProfile}, then {@link
 * io.lighter.testing.isolation.Isolation}. What the host does not permit is left out, and {@link
 * io.lighter.testing.isolation.IsolationReport} says so: a figure must never claim an isolation
 * that was not there. The groups' folders are named {@code lighter-<pid>-…}, lie below the group
 * that this process runs in, so that limits which others have set go on to hold, and are removed on
 * close, or by the next start if this process was killed.
 *
 * <p>Knows nothing of HBase; {@link io.lighter.testing.cluster} uses it.
 */
package io.lighter.testing.isolation;
