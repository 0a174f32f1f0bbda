/**
 * Lighter's znodes by Curator: {@link io.lighter.service.zk.CuratorClients} connects, {@link
 * io.lighter.service.zk.ZNodeAcls} says who may write. The paths are those of {@link
 * io.lighter.common.zk.LighterZNodes}; region servers read them with HBase's own {@code ZKWatcher}.
 */
package io.lighter.service.zk;
