/**
 * Who is there: election ({@link io.lighter.manager.cluster.Leadership}), live compaction servers
 * ({@link io.lighter.manager.cluster.Membership}), those that drain, and the switch, each as
 * ZooKeeper has it. {@link io.lighter.manager.cluster.Worker} is the thread that whoever acts on a
 * change has.
 */
package io.lighter.manager.cluster;
