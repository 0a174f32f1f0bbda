/**
 * What all processes share of security: the audit log. Who may call is {@code
 * io.lighter.common.rpc}'s business, who may write to ZooKeeper {@code io.lighter.common.zk}'s.
 */
package io.lighter.common.security;
