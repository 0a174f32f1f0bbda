// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.rpc;

import com.google.protobuf.Service;
import io.lighter.common.config.ConfigurationException;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Abortable;
import org.apache.hadoop.hbase.ipc.PriorityFunction;
import org.apache.hadoop.hbase.ipc.RpcScheduler;
import org.apache.hadoop.hbase.master.HMaster;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.regionserver.RpcSchedulerFactory;
import org.apache.hadoop.util.ReflectionUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The value of {@code hbase.region.server.rpc.scheduler.factory.class} for region servers with
 * indexes. Creates the scheduler of the factory that {@code lighter.index.scheduler.delegate}
 * names, and a pool for index calls in front of it. A bad option is logged and replaced by its
 * default, since an exception would keep the region server from starting.
 *
 * <p>Also gives the region server the {@link IndexEntryService}. HBase creates the factory before
 * the first call comes, so no further option has to name a coprocessor. A master, which is a region
 * server without regions, uses this factory too, and has no such service.
 */
public final class IndexRpcSchedulerFactory implements RpcSchedulerFactory {
  private static final Logger LOG = LoggerFactory.getLogger(IndexRpcSchedulerFactory.class);

  /** HBase's interface has this method for callers of long ago. */
  @Override
  @Deprecated
  @SuppressWarnings("InlineMeSuggester") // only HBase calls it
  public RpcScheduler create(Configuration conf, PriorityFunction priority) {
    return create(conf, priority, null);
  }

  @Override
  public RpcScheduler create(Configuration conf, PriorityFunction priority, Abortable server) {
    if (server instanceof HRegionServer host && !(server instanceof HMaster)) {
      addService(host);
    }
    int handlers = own(conf, LighterOption.INDEX_HANDLERS).number(LighterOption.INDEX_HANDLERS);
    return new IndexRpcScheduler(
        delegate(conf).create(conf, priority, server), handlers, priority, conf, server);
  }

  private static void addService(HRegionServer host) {
    Service service = IndexEntryService.on(new EntryBatches(new ServerRegions(host)));
    if (!host.registerService(service)) {
      LOG.error("a service of the name {} exists", service.getDescriptorForType().getFullName());
    }
  }

  /** Whether a region server's scheduler has handlers for index calls alone. */
  public static boolean hasOwnHandlers(RpcScheduler scheduler) {
    return scheduler instanceof IndexRpcScheduler;
  }

  private static RpcSchedulerFactory delegate(Configuration conf) {
    LighterOption option = LighterOption.INDEX_SCHEDULER_DELEGATE;
    try {
      Class<?> named = conf.getClassByName(own(conf, option).string(option));
      if (named != IndexRpcSchedulerFactory.class) {
        return ReflectionUtils.newInstance(named.asSubclass(RpcSchedulerFactory.class), conf);
      }
      LOG.error("{} = '{}': expected another factory", option.key(), named.getName());
    } catch (ClassNotFoundException | ClassCastException e) {
      LOG.error(
          "{} = '{}': expected a factory of schedulers", option.key(), conf.get(option.key()), e);
    }
    try {
      Class<?> fallback = conf.getClassByName(option.defaultValue());
      return ReflectionUtils.newInstance(fallback.asSubclass(RpcSchedulerFactory.class), conf);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("HBase without " + option.defaultValue(), e);
    }
  }

  private static LighterConfiguration own(Configuration conf, LighterOption option) {
    Configuration alone = new Configuration(false);
    alone.set(option.key(), conf.get(option.key(), option.defaultValue()));
    try {
      return LighterConfiguration.of(alone);
    } catch (ConfigurationException e) {
      LOG.error("{}; {} is used", e.getMessage(), option.defaultValue());
      return LighterConfiguration.defaults();
    }
  }
}
