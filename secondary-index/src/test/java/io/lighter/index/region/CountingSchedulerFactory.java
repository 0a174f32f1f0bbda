// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import io.lighter.index.rpc.IndexRpcSchedulerFactory;
import io.lighter.index.spec.IndexNames;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Abortable;
import org.apache.hadoop.hbase.ipc.CallRunner;
import org.apache.hadoop.hbase.ipc.DelegatingRpcScheduler;
import org.apache.hadoop.hbase.ipc.PriorityFunction;
import org.apache.hadoop.hbase.ipc.RpcScheduler;
import org.apache.hadoop.hbase.regionserver.RpcSchedulerFactory;

/** The schedulers of indexes, and a list of the index calls that the region servers received. */
public final class CountingSchedulerFactory implements RpcSchedulerFactory {
  private static final ConcurrentLinkedQueue<String> CALLS = new ConcurrentLinkedQueue<>();

  /** Names of the methods that were called since the last time. */
  static List<String> takeCalls() {
    List<String> calls = new ArrayList<>();
    for (String call = CALLS.poll(); call != null; call = CALLS.poll()) {
      calls.add(call);
    }
    return calls;
  }

  @Override
  @Deprecated
  @SuppressWarnings("InlineMeSuggester") // only HBase calls it
  public RpcScheduler create(Configuration conf, PriorityFunction priority) {
    return create(conf, priority, null);
  }

  @Override
  public RpcScheduler create(Configuration conf, PriorityFunction priority, Abortable server) {
    return new Counting(new IndexRpcSchedulerFactory().create(conf, priority, server));
  }

  private static final class Counting extends DelegatingRpcScheduler {
    private Counting(RpcScheduler counted) {
      super(counted);
    }

    @Override
    public boolean dispatch(CallRunner call) {
      if (call.getRpcCall().getPriority() == IndexNames.PRIORITY) {
        CALLS.add(call.getRpcCall().getMethod().getName());
      }
      return super.dispatch(call);
    }
  }
}
