// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.engine.forest.ForestLimits;
import io.lighter.engine.forest.ForestSettings;
import io.lighter.engine.tiered.TieredLimits;
import io.lighter.engine.tiered.TieredSettings;
import java.io.IOException;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CompoundConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.HStore;

/**
 * {@code hbase.hstore.blockingStoreFiles} of a table: HBase holds flushes back while a store has
 * more files. Of a store with ranges or a forest, the files of a row count instead. Stateless.
 */
final class BlockingFiles {
  static final String KEY = HStore.BLOCKING_STOREFILES_KEY;

  private BlockingFiles() {}

  /**
   * Returns the value that the table needs, empty if it has as much.
   *
   * @param site configuration of the region servers, as far as this host has it
   * @param files files above which flushes must not wait for the engine, from 0
   * @throws IOException if a family has a lower value of its own, or a value is no number; names
   *     family, key, value and what is expected
   */
  static OptionalInt raised(Configuration site, TableDescriptor table, EngineName engine, int files)
      throws IOException {
    boolean isLow = false;
    int least = files;
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      least = Math.max(least, leastOf(engine, site, table, family));
    }
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      if (of(site, table, family) < least) {
        refuseOwn(family, least);
        isLow = true;
      }
    }
    return isLow ? OptionalInt.of(least) : OptionalInt.empty();
  }

  private static void refuseOwn(ColumnFamilyDescriptor family, int least) throws IOException {
    Configuration own = ofFamily(family);
    if (own.get(KEY) != null) {
      throw new IOException(
          "family %s: %s = '%s': expected %d or more, or none, so that the table's value counts;"
                  .formatted(family.getNameAsString(), KEY, own.get(KEY), least)
              + " change it in the family first");
    }
  }

  /** The lowest value of the table's families. */
  static int lowest(Configuration site, TableDescriptor table) throws IOException {
    int lowest = Integer.MAX_VALUE;
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      lowest = Math.min(lowest, of(site, table, family));
    }
    return lowest;
  }

  private static int of(Configuration site, TableDescriptor table, ColumnFamilyDescriptor family)
      throws IOException {
    Configuration conf = configuration(site, table, family);
    try {
      return conf.getInt(KEY, HStore.DEFAULT_BLOCKING_STOREFILE_COUNT);
    } catch (NumberFormatException e) {
      throw new IOException(
          "family %s: %s = '%s': expected a number"
              .formatted(family.getNameAsString(), KEY, conf.get(KEY)),
          e);
    }
  }

  /** Returns the files of a region of full size with an engine; 0 if no setting decides that. */
  private static int leastOf(
      EngineName engine, Configuration site, TableDescriptor table, ColumnFamilyDescriptor family) {
    Configuration conf = configuration(site, table, family);
    return switch (engine) { // no default: a new engine must say so
      case FOREST ->
          ForestSettings.leastBlockingFiles(forestLimits(conf, table), regionBytes(conf, table));
      case TIERED ->
          TieredSettings.leastBlockingFiles(
              TieredSettings.limits(conf, flushBytes(conf, table), 0, problem -> {}),
              regionBytes(conf, table));
      case DEFAULT, STRIPE, DATE_TIERED, RANGE -> 0;
    };
  }

  private static long regionBytes(Configuration conf, TableDescriptor table) {
    long ofTable = table.getMaxFileSize();
    return ofTable > 0
        ? ofTable
        : conf.getLong(HConstants.HREGION_MAX_FILESIZE, HConstants.DEFAULT_MAX_FILE_SIZE);
  }

  /**
   * Returns the limits of a table's trees. The default takes the place of a bad value, as on a
   * region server, which logs it.
   *
   * @param conf configuration of the table, or of one of its families
   */
  static ForestLimits forestLimits(Configuration conf, TableDescriptor table) {
    return ForestSettings.limits(conf, flushBytes(conf, table), problem -> {});
  }

  /**
   * Returns the limits of a family's levels.
   *
   * @param site configuration of the region servers, as far as this host has it
   * @param problems takes a sentence for each bad value, whose default counts
   * @throws IOException if the number of files is no number; names family, key and value
   */
  static TieredLimits tieredLimits(
      Configuration site,
      TableDescriptor table,
      ColumnFamilyDescriptor family,
      Consumer<String> problems)
      throws IOException {
    Configuration conf = configuration(site, table, family);
    return TieredSettings.limits(conf, flushBytes(conf, table), of(site, table, family), problems);
  }

  private static long flushBytes(Configuration conf, TableDescriptor table) {
    long ofTable = table.getMemStoreFlushSize();
    return ofTable > 0
        ? ofTable
        : conf.getLong(
            HConstants.HREGION_MEMSTORE_FLUSH_SIZE,
            TableDescriptorBuilder.DEFAULT_MEMSTORE_FLUSH_SIZE);
  }

  /** A store's configuration, as HBase puts it together. */
  static Configuration configuration(
      Configuration site, TableDescriptor table, ColumnFamilyDescriptor family) {
    return new CompoundConfiguration()
        .add(site)
        .addBytesMap(table.getValues())
        .addStringMap(family.getConfiguration())
        .addBytesMap(family.getValues());
  }

  private static Configuration ofFamily(ColumnFamilyDescriptor family) {
    return new CompoundConfiguration()
        .addStringMap(family.getConfiguration())
        .addBytesMap(family.getValues());
  }
}
