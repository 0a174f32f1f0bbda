/**
 * The cluster as ZooKeeper has it: the election ({@link io.lighter.manager.cluster.Leadership}),
 * the live compaction servers ({@link io.lighter.manager.cluster.Membership}), those that drain,
 * and the switch. {@link io.lighter.manager.cluster.ClusterWatch} holds the first three together.
 * Each part that acts on a change has a thread of its own, a {@link
 * io.lighter.manager.cluster.Worker}.
 */
package io.lighter.manager.cluster;
