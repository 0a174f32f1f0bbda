/**
 * The compaction manager: election, membership, assignment of slots, status.
 *
 * <p>Start at {@link io.lighter.manager.CompactionManager}, which wires the parts, and {@link
 * io.lighter.manager.assign.Assigner}, whose one thread decides who compacts what; the decision
 * itself is {@link io.lighter.manager.balance.TablePlanner}, which does no I/O. Reading {@code
 * hbase:meta} has a thread of its own, so that an HBase that hangs does not keep a dead server's
 * slots from moving.
 *
 * <p>The manager is not on the path of a compaction: region servers act on the last table that a
 * manager wrote.
 */
package io.lighter.manager;
