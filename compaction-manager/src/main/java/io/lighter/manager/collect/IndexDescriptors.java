// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.collect;

import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import io.lighter.index.client.IndexProblem;
import io.lighter.index.client.IndexTables;
import io.lighter.index.spec.Cleanup;
import io.lighter.index.spec.IndexHold;
import io.lighter.index.spec.IndexSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the indexes that rounds collect in the descriptors of tables. Immutable. */
final class IndexDescriptors {
  private static final Logger LOG = LoggerFactory.getLogger(IndexDescriptors.class);

  private final LighterConfiguration site;

  /**
   * @param site options of the tables that have none of their own
   */
  IndexDescriptors(LighterConfiguration site) {
    this.site = site;
  }

  /** The indexes with {@code cleanup=compaction}, in the order of their tables. */
  List<CollectedIndex> indexes(Collection<TableDescriptor> all) {
    Map<TableName, TableDescriptor> tables =
        all.stream().collect(Collectors.toMap(TableDescriptor::getTableName, Function.identity()));
    List<CollectedIndex> indexes = new ArrayList<>();
    for (TableDescriptor entries : tables.values()) {
      try {
        IndexTables.dataTable(entries)
            .map(tables::get)
            .flatMap(data -> index(data, entries))
            .ifPresent(indexes::add);
      } catch (IllegalArgumentException e) { // a name or a definition that a user has changed
        LOG.debug("no collection in {}", entries.getTableName(), e);
      }
    }
    indexes.sort(Comparator.comparing(CollectedIndex::table));
    return indexes;
  }

  private Optional<CollectedIndex> index(TableDescriptor data, TableDescriptor entries) {
    return IndexTables.spec(entries)
        .filter(spec -> spec.cleanup() == Cleanup.COMPACTION)
        .map(spec -> index(data, entries, spec));
  }

  private CollectedIndex index(TableDescriptor data, TableDescriptor entries, IndexSpec spec) {
    Optional<Double> ratio = ratio(entries);
    return new CollectedIndex(
        data.getTableName(),
        spec.keys().family(),
        entries.getTableName(),
        ratio.orElse(0.0),
        setting(entries, ratio).or(() -> problem(data, entries, spec.name())));
  }

  /** The option that allows no round; empty if the options allow it. */
  private Optional<String> setting(TableDescriptor entries, Optional<Double> ratio) {
    String key = LighterOption.INDEX_GC_RATIO.key();
    if (ratio.isEmpty()) {
      return Optional.of(
          "%s = '%s': expected %s"
              .formatted(
                  key, entries.getValue(key), LighterOption.INDEX_GC_RATIO.type().allowed()));
    }
    if (ratio.get() == 0) {
      return Optional.of(key + " is 0");
    }
    return isEnabled(entries)
        ? Optional.empty()
        : Optional.of(LighterOption.INDEX_GC_ENABLED.key() + " is not true");
  }

  private static Optional<String> problem(
      TableDescriptor data, TableDescriptor entries, String name) {
    return IndexHold.isHeld(data)
        ? Optional.of("a bulk load runs or was cut short")
        : IndexProblem.of(data, Optional.of(entries), name);
  }

  /** Compaction servers read the option in the same way. */
  private boolean isEnabled(TableDescriptor entries) {
    String own = entries.getValue(LighterOption.INDEX_GC_ENABLED.key());
    return own == null ? site.bool(LighterOption.INDEX_GC_ENABLED) : own.equals("true");
  }

  /** The ratio of an index; empty if the table has another word. */
  private Optional<Double> ratio(TableDescriptor entries) {
    String own = entries.getValue(LighterOption.INDEX_GC_RATIO.key());
    if (own == null) {
      return Optional.of(site.share(LighterOption.INDEX_GC_RATIO));
    }
    return Optional.of(own)
        .filter(LighterOption.INDEX_GC_RATIO.type()::accepts)
        .map(Double::parseDouble);
  }
}
