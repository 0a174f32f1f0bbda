// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.cluster;

import io.lighter.common.ServerNames;
import io.lighter.common.zk.LighterZNodes;
import java.io.Closeable;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.cache.CuratorCache;
import org.apache.curator.framework.recipes.cache.CuratorCacheListener;
import org.apache.hadoop.hbase.ServerName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The compaction servers that take no new jobs, including dead ones.
 *
 * <p>Curator's event thread writes the snapshot, any thread may read it. While ZooKeeper is
 * unreachable the last snapshot remains.
 */
public final class DrainingServers implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(DrainingServers.class);

  private final CuratorCache cache;
  private final String parent;
  private final Runnable onChange;

  private volatile Set<ServerName> draining; // null until the first reading

  /**
   * Creates a watch that is empty before {@link #start}.
   *
   * @param onChange called on Curator's event thread; must not block
   */
  public DrainingServers(CuratorFramework zooKeeper, LighterZNodes znodes, Runnable onChange) {
    this.cache = CuratorCache.build(zooKeeper, znodes.draining());
    this.parent = znodes.draining() + '/';
    this.onChange = onChange;
    cache
        .listenable()
        .addListener(
            CuratorCacheListener.builder()
                .forInitialized(this::refresh)
                .forAll((type, before, after) -> refreshOnceInitialized())
                .build());
  }

  public void start() {
    cache.start();
  }

  /** The draining servers; empty before the first reading, as opposed to a set without servers. */
  public Optional<Set<ServerName>> now() {
    return Optional.ofNullable(draining);
  }

  private void refreshOnceInitialized() {
    if (draining != null) {
      refresh();
    }
  }

  private void refresh() {
    Set<ServerName> found =
        cache.stream()
            .filter(node -> node.getPath().startsWith(parent))
            .map(node -> ServerNames.parse(node.getPath().substring(parent.length())))
            .flatMap(Optional::stream)
            .collect(Collectors.toUnmodifiableSet());
    if (!found.equals(draining)) {
      LOG.info("draining compaction servers servers={}", found);
      draining = found;
      onChange.run();
    }
  }

  @Override
  public void close() {
    cache.close();
  }
}
