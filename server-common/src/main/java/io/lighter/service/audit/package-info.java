/**
 * The audit log. Who may call is {@code io.lighter.service.rpc}'s business, who may write to
 * ZooKeeper {@code io.lighter.service.zk}'s.
 */
package io.lighter.service.audit;
