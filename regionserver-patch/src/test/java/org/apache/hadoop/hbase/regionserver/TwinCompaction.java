// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.LighterOption;
import io.lighter.common.engine.PlanCompactor;
import io.lighter.common.engine.PlannedEngine;
import io.lighter.regionserver.OffloadCounters;
import io.lighter.regionserver.engine.OffloadingCompactionContext;
import java.io.IOException;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CompoundConfiguration;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.compactions.StripeCompactionPolicy.StripeCompactionRequest;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;
import org.apache.hadoop.hbase.security.User;

/**
 * One compaction of a store that runs twice on the same request: offloaded, and locally by HBase's
 * own engine. Neither output is committed before the comparison.
 */
final class TwinCompaction {
  private final HStore store;
  private final CompactionContext context;
  private List<Path> offloaded = List.of();

  private TwinCompaction(HStore store, CompactionContext context) {
    this.store = store;
    this.context = context;
  }

  /**
   * Selects by the store's policy; empty if the policy selects nothing.
   *
   * @param major whether to compact all files, as for a user's request
   */
  static Optional<TwinCompaction> select(HStore store, boolean major) throws IOException {
    if (major) {
      store.triggerMajorCompaction();
    }
    return store
        .requestCompaction(
            major ? Store.PRIORITY_USER : Store.NO_PRIORITY, CompactionLifeCycleTracker.DUMMY, null)
        .map(context -> new TwinCompaction(store, context));
  }

  CompactionRequestImpl request() {
    return context.getRequest();
  }

  /**
   * Runs both; fails unless both wrote the same files, and the first one was really offloaded. If
   * no cell remains after the split of a stripe, HBase writes no file, and the take-over rejects
   * such an output. Then the first compaction must have been repeated locally.
   *
   * @return the images of the files
   */
  List<StoreFileImage> runBoth() throws IOException {
    long before = OffloadCounters.offloaded();
    offloaded = context.compact(NoLimitThroughputController.INSTANCE, null);
    long after = OffloadCounters.offloaded();
    List<Path> local = runLocally();
    assertThat(after - before).as("offloaded compactions").isEqualTo(local.isEmpty() ? 0 : 1);
    assertThat(OffloadCounters.offloaded()).as("the second run is local").isEqualTo(after);

    List<StoreFileImage> expected = images(local);
    List<StoreFileImage> actual = images(offloaded);
    assertThat(actual).as("number of outputs").hasSameSizeAs(expected);
    for (int i = 0; i < expected.size(); i++) {
      assertThat(actual.get(i).cells()).isEqualTo(expected.get(i).cells());
      assertThat(actual.get(i).metadata()).containsExactlyEntriesOf(expected.get(i).metadata());
      assertThat(actual.get(i)).isEqualTo(expected.get(i));
      boolean isLast = i == expected.size() - 1;
      assertThat(actual.get(i).sources().equals("[]")).as("lists no sources").isEqualTo(!isLast);
    }
    for (Path path : local) {
      store.getFileSystem().delete(path, false);
    }
    return actual;
  }

  /** Commits the offloaded output the way HBase commits a compaction. */
  List<HStoreFile> commit() throws IOException {
    return store.compact(
        new Completed(context, offloaded), NoLimitThroughputController.INSTANCE, null);
  }

  /** Class of the stripe engine's request for this compaction. */
  String stripePlan() {
    return stripeRequest().getClass().getSimpleName();
  }

  /** Runs the compaction with HBase's engine alone. */
  private List<Path> runLocally() throws IOException {
    Configuration stockConf = stockConfiguration();
    StoreEngine<?, ?, ?, ?> stock =
        StoreEngine.create(store, stockConf, CellComparator.getInstance());
    OrderedOutputs.install(stock, stockConf, store); // otherwise all outputs list the inputs
    if (stock instanceof StripeStoreEngine stripes) {
      return stripeRequest().execute(stripes.compactor, NoLimitThroughputController.INSTANCE, null);
    }
    if (stock instanceof PlannedEngine && context instanceof OffloadingCompactionContext planned) {
      return ((PlanCompactor) stock.getCompactor())
          .compact(
              context.getRequest(), planned.plan(), NoLimitThroughputController.INSTANCE, null);
    }
    CompactionContext local = stock.createCompaction();
    local.forceSelect(context.getRequest());
    return local.compact(NoLimitThroughputController.INSTANCE, null);
  }

  private Configuration stockConfiguration() {
    Configuration stock = new Configuration(false);
    stock.set(
        StoreEngine.STORE_ENGINE_CLASS_KEY,
        store.conf.get(
            LighterOption.ENGINE_DELEGATE.key(), LighterOption.ENGINE_DELEGATE.defaultValue()));
    return new CompoundConfiguration().add(store.conf).add(stock);
  }

  /** The stripe engine's plan; selecting again could give another one. */
  private StripeCompactionRequest stripeRequest() {
    try {
      Field field = context.getClass().getDeclaredField("stripeRequest");
      field.setAccessible(true);
      return (StripeCompactionRequest) field.get(context);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("StripeStoreEngine is not as expected", e);
    }
  }

  private List<StoreFileImage> images(List<Path> paths) throws IOException {
    List<StoreFileImage> images = new ArrayList<>();
    for (Path path : paths) {
      images.add(StoreFileImage.read(store.getFileSystem(), path, store.conf));
    }
    return images;
  }

  /** A compaction that has run. */
  private static final class Completed extends CompactionContext {
    private final List<Path> output;

    Completed(CompactionContext ran, List<Path> output) {
      this.request = ran.getRequest();
      this.output = output;
    }

    @Override
    public List<HStoreFile> preSelect(List<HStoreFile> filesCompacting) {
      throw new UnsupportedOperationException("already selected");
    }

    @Override
    public boolean select(
        List<HStoreFile> filesCompacting,
        boolean isUserCompaction,
        boolean mayUseOffPeak,
        boolean forceMajor) {
      throw new UnsupportedOperationException("already selected");
    }

    @Override
    public List<Path> compact(ThroughputController throughputController, User user) {
      return output;
    }
  }
}
