// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import io.lighter.common.config.LighterOption;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.regionserver.StripeStoreConfig;
import org.apache.hadoop.hbase.regionserver.StripeStoreEngine;

/**
 * Tables with HBase's stripe engine. The files of {@link TableLoader} are in its level 0, and one
 * compaction turns them into stripes.
 *
 * <p>HBase's stripe policy never compacts because a user asks for it. It compacts level 0 when that
 * has enough files, here one more than the loader writes: a flush starts the compaction.
 */
final class Stripes {
  /** Number of stripes. */
  static final int COUNT = 3;

  private static final String ENGINE = StripeStoreEngine.class.getName();

  private Stripes() {}

  /**
   * {@code table} with stripes.
   *
   * @param decorated whether the table has Lighter's engine, which then wraps the stripe engine
   */
  static TableDescriptor configure(TableDescriptor table, boolean decorated) {
    return TableDescriptorBuilder.newBuilder(table)
        .setValue(
            decorated ? LighterOption.ENGINE_DELEGATE.key() : StoreEngine.STORE_ENGINE_CLASS_KEY,
            ENGINE)
        .setValue(StripeStoreConfig.INITIAL_STRIPE_COUNT_KEY, Integer.toString(COUNT))
        .setValue(StripeStoreConfig.FLUSH_TO_L0_KEY, "true")
        .setValue(StripeStoreConfig.MIN_FILES_L0_KEY, Integer.toString(TableLoader.FILES + 1))
        .build();
  }

  /** Whether the table has stripes. */
  static boolean areIn(TableDescriptor table) {
    return ENGINE.equals(table.getValue(StoreEngine.STORE_ENGINE_CLASS_KEY))
        || ENGINE.equals(table.getValue(LighterOption.ENGINE_DELEGATE.key()));
  }
}
