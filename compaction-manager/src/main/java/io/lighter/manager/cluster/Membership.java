// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.cluster;

import io.lighter.common.ServerNames;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import io.lighter.common.protocol.LighterProtos.ServerRegistration;
import io.lighter.common.zk.LighterZNodes;
import java.io.Closeable;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.cache.ChildData;
import org.apache.curator.framework.recipes.cache.CuratorCache;
import org.apache.curator.framework.recipes.cache.CuratorCacheListener;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hbase.thirdparty.com.google.protobuf.InvalidProtocolBufferException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The live compaction servers by their ephemeral znodes.
 *
 * <p>Curator's event thread writes the snapshot, any thread may read it. While ZooKeeper is
 * unreachable the last snapshot remains. Znodes that are no registrations are ignored, each logged
 * once.
 */
public final class Membership implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(Membership.class);

  private final CuratorCache cache;
  private final String parent;
  private final Runnable onChange;

  private final Set<String> garbage = new HashSet<>(); // Curator's event thread only
  private volatile Map<ServerName, ServerRegistration> live; // null until the first reading

  /**
   * @param onChange called on Curator's event thread; must not block
   */
  public Membership(CuratorFramework zooKeeper, LighterZNodes znodes, Runnable onChange) {
    this.cache = CuratorCache.build(zooKeeper, znodes.servers());
    this.parent = znodes.servers() + '/';
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

  /** The live servers; empty before the first reading, as opposed to a map without servers. */
  public Optional<Map<ServerName, ServerRegistration>> live() {
    return Optional.ofNullable(live);
  }

  private void refreshOnceInitialized() {
    if (live != null) {
      refresh();
    }
  }

  private void refresh() {
    Map<ServerName, ServerRegistration> found = new TreeMap<>();
    Set<String> unreadable = new HashSet<>();
    for (ChildData node : cache.stream().filter(each -> isServer(each.getPath())).toList()) {
      String name = node.getPath().substring(parent.length());
      Optional<ServerRegistration> registration = parse(name, node.getData());
      registration.ifPresentOrElse(
          each -> found.put(ServerName.valueOf(name), each), () -> unreadable.add(name));
    }
    unreadable.stream()
        .filter(name -> !garbage.contains(name))
        .forEach(name -> LOG.warn("znode ignored, no compaction server path={}{}", parent, name));
    garbage.clear();
    garbage.addAll(unreadable);
    if (!found.equals(live)) {
      LOG.info("live compaction servers servers={}", found.keySet());
      live = Map.copyOf(found);
      onChange.run();
    }
  }

  private boolean isServer(String path) {
    return path.startsWith(parent) && path.indexOf('/', parent.length()) < 0;
  }

  /** Parses a registration; empty if no compaction server registers this. */
  public static Optional<ServerRegistration> parse(String name, byte[] data) {
    if (data == null) {
      return Optional.empty();
    }
    ServerRegistration registration;
    try {
      registration = ServerRegistration.parseFrom(data);
    } catch (InvalidProtocolBufferException e) {
      LOG.debug("registration does not parse server={}", name, e);
      return Optional.empty();
    }
    List<String> problems =
        LighterConfiguration.problems(
            Map.of(LighterOption.SERVER_GROUP.key(), registration.getGroup()));
    boolean valid =
        problems.isEmpty()
            && registration.getServer().equals(name)
            && ServerNames.parse(name).isPresent();
    return valid ? Optional.of(registration) : Optional.empty();
  }

  @Override
  public void close() {
    cache.close();
  }
}
