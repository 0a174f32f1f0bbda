// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.engine;

import io.lighter.common.config.LighterOption;
import io.lighter.common.engine.CommitListener;
import io.lighter.common.engine.OffloadedPlans;
import io.lighter.common.engine.PlannedEngine;
import io.lighter.common.hbase.DefaultEngineStores;
import java.io.IOException;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CompoundConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.regionserver.DateTieredStoreEngine;
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.regionserver.StoreFileWriter;
import org.apache.hadoop.hbase.regionserver.StripeStoreEngine;
import org.apache.hadoop.hbase.regionserver.compactions.DefaultCompactor;

/**
 * Finds the engine underneath ({@code lighter.engine.delegate}), and what it is. An engine of
 * Lighter's own tells ({@link CommitListener}, {@link PlannedEngine}). HBase's engines are
 * recognised by their classes.
 */
public final class EngineDelegate {
  /** {@code DataTieringManager.DATATIERING_KEY}, which HBase 2.5 does not have. */
  private static final String DATA_TIERING = "hbase.hstore.datatiering.type";

  private static final String NO_DATA_TIERING = "NONE";

  /** Of HBase's engines, its own classes only: a subclass's requests may hold unknown data. */
  private static final Set<Class<?>> OFFLOADABLE =
      Set.of(DefaultStoreEngine.class, DateTieredStoreEngine.class, StripeStoreEngine.class);

  private EngineDelegate() {}

  /**
   * Returns the {@linkplain #configuration(Configuration, Class, String) configuration} for a
   * store. A store that always has HBase's default engine ({@link DefaultEngineStores}) gets that
   * engine, whatever the value.
   *
   * @param table the store's table
   * @param cells the order of the store's cells
   */
  public static Configuration configuration(
      Configuration conf, Class<?> self, String where, TableName table, CellComparator cells)
      throws IOException {
    return DefaultEngineStores.include(table, cells)
        ? naming(DefaultStoreEngine.class.getName(), conf)
        : configuration(conf, self, where);
  }

  /**
   * Returns a configuration with which {@code StoreEngine.create} builds the engine underneath, for
   * stores of users' tables.
   *
   * @param self class of the decorating engine, which must not be its own delegate
   * @param where table and family, for the error
   * @throws IOException if the value names no other store engine; has key, value, allowed values
   */
  public static Configuration configuration(Configuration conf, Class<?> self, String where)
      throws IOException {
    String name =
        conf.getTrimmed(
            LighterOption.ENGINE_DELEGATE.key(), LighterOption.ENGINE_DELEGATE.defaultValue());
    if (!isOtherEngine(name, self)) {
      throw new IOException(
          "%s = '%s' (%s): expected the class name of a store engine other than %s, such as %s, %s or %s"
              .formatted(
                  LighterOption.ENGINE_DELEGATE.key(),
                  name,
                  where,
                  self.getSimpleName(),
                  DefaultStoreEngine.class.getName(),
                  StripeStoreEngine.class.getName(),
                  DateTieredStoreEngine.class.getName()));
    }
    return naming(name, conf);
  }

  private static Configuration naming(String engine, Configuration conf) {
    // Set on top of the rest, since the table or family may name the decorating engine.
    Configuration override = new Configuration(false);
    override.set(StoreEngine.STORE_ENGINE_CLASS_KEY, engine);
    return new CompoundConfiguration().add(conf).add(override);
  }

  private static boolean isOtherEngine(String name, Class<?> self) {
    try {
      Class<?> engine = Class.forName(name);
      return StoreEngine.class.isAssignableFrom(engine) && engine != self;
    } catch (ClassNotFoundException e) {
      return false; // the caller reports the key and the allowed values
    }
  }

  /**
   * Whether a compaction server can run this engine's compactions with the same result.
   *
   * @param conf configuration of the store. Historical files and data tiering need HBase's own
   *     engine name, and a custom compactor may be installed on region servers only
   */
  public static boolean isOffloadable(StoreEngine<?, ?, ?, ?> engine, Configuration conf) {
    return (engine instanceof PlannedEngine || OFFLOADABLE.contains(engine.getClass()))
        && hasHBasesCompactor(engine, conf)
        && conf.get(DATA_TIERING, NO_DATA_TIERING).equalsIgnoreCase(NO_DATA_TIERING)
        && !conf.getBoolean(
            StoreFileWriter.ENABLE_HISTORICAL_COMPACTION_FILES,
            StoreFileWriter.DEFAULT_ENABLE_HISTORICAL_COMPACTION_FILES);
  }

  /** Returns what the offload asks of an engine whose compactions {@link #isOffloadable}. */
  public static OffloadedPlans offloadedPlans(StoreEngine<?, ?, ?, ?> engine) {
    return engine instanceof PlannedEngine planned ? planned : () -> engine.getClass().getName();
  }

  /** Returns whether a compaction may have several outputs, of which the last lists the inputs. */
  public static boolean hasSeveralOutputs(StoreEngine<?, ?, ?, ?> engine) {
    return engine instanceof CommitListener own
        ? own.hasSeveralOutputs()
        : engine instanceof StripeStoreEngine || engine instanceof DateTieredStoreEngine;
  }

  /** Whether the compactor is HBase's; HBase reads the compactor's class for this engine only. */
  private static boolean hasHBasesCompactor(StoreEngine<?, ?, ?, ?> engine, Configuration conf) {
    String hbaseCompactor = DefaultCompactor.class.getName();
    return engine.getClass() != DefaultStoreEngine.class
        || conf.get(DefaultStoreEngine.DEFAULT_COMPACTOR_CLASS_KEY, hbaseCompactor)
            .equals(hbaseCompactor);
  }
}
