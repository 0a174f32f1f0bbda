// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.install.Installation;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The store engines of a table as its descriptor and the site configure them, and changes of the
 * descriptor. The site is that of this host, which may differ from the region servers'. Immutable.
 *
 * <p>{@link #enable} notes in the table what it set before ({@link LighterOption#ENGINE_PREVIOUS}),
 * and {@link #disable} restores that.
 */
final class EngineSettings {
  static final String ENGINE = StoreEngine.STORE_ENGINE_CLASS_KEY;
  static final String DELEGATE = LighterOption.ENGINE_DELEGATE.key();
  static final String PREVIOUS = LighterOption.ENGINE_PREVIOUS.key();

  /** The keys that {@link #enable} changes and notes. */
  private static final List<String> CHANGED = List.of(ENGINE, DELEGATE);

  private final Configuration site;
  private final TableDescriptor table;
  private final boolean siteNamesLighter;

  /**
   * Creates the settings of a table.
   *
   * @param siteNamesLighter whether the region servers' site names Lighter's engine, as far as this
   *     host can tell: see {@link #siteNamesLighter}
   */
  EngineSettings(Configuration site, TableDescriptor table, boolean siteNamesLighter) {
    this.site = site;
    this.table = table;
    this.siteNamesLighter = siteNamesLighter;
  }

  /**
   * Whether the site of this host names Lighter's engine, or all reported stores of the table have
   * it although the table names no engine.
   */
  static boolean siteNamesLighter(Configuration site, TableDescriptor table, TableStores stores) {
    return Installation.ENGINE_CLASS.equals(site.getTrimmed(ENGINE))
        || (table.getValue(ENGINE) == null
            && !stores.stores().isEmpty()
            && stores.stores().stream().allMatch(TableStores.Store::decorated));
  }

  /**
   * The engine of a family.
   *
   * @param className class of the engine; of the one underneath if Lighter's decorates it
   * @param decorated whether Lighter's engine is around it
   * @param origin the key that decides, and where it is set
   */
  record Configured(String family, String className, boolean decorated, String origin) {}

  /** The engine of each family. */
  List<Configured> families() {
    List<Configured> families = new ArrayList<>();
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      Optional<Setting> engine = setting(family, ENGINE);
      boolean decorated =
          engine.filter(set -> set.value().equals(Installation.ENGINE_CLASS)).isPresent();
      Optional<Setting> deciding = decorated ? setting(family, DELEGATE) : engine;
      families.add(
          new Configured(
              family.getNameAsString(),
              deciding.map(Setting::value).orElse(EngineName.DEFAULT.className()),
              decorated,
              deciding
                  .map(set -> "%s of the %s".formatted(set.key(), set.where()))
                  .orElse("HBase's default")));
    }
    return families;
  }

  private record Setting(String key, String value, String where) {}

  private Optional<Setting> setting(ColumnFamilyDescriptor family, String key) {
    return ofFamily(family, key)
        .or(() -> ofTable(key).map(value -> new Setting(key, value, "table")))
        .or(() -> ofSite(key).map(value -> new Setting(key, value, "site")));
  }

  private Optional<String> ofSite(String key) {
    return siteNamesLighter && key.equals(ENGINE)
        ? Optional.of(Installation.ENGINE_CLASS)
        : Optional.ofNullable(site.getTrimmed(key));
  }

  private static Optional<Setting> ofFamily(ColumnFamilyDescriptor family, String key) {
    return Optional.ofNullable(family.getValue(Bytes.toBytes(key)))
        .map(value -> new String(value, StandardCharsets.UTF_8))
        .or(() -> Optional.ofNullable(family.getConfigurationValue(key)))
        .map(value -> new Setting(key, value.trim(), "family"));
  }

  private Optional<String> ofTable(String key) {
    return Optional.ofNullable(table.getValue(key)).map(String::trim);
  }

  /**
   * Returns the table with another engine below Lighter's, which the table names unless the site
   * does.
   *
   * @return empty if nothing has to change
   * @throws IOException if a family sets its own engine, or the note of the last change is
   *     malformed; names key, value and what is allowed
   */
  Optional<TableDescriptor> enable(EngineName engine) throws IOException {
    if (table.getTableName().isSystemTable()) {
      throw new IOException("table %s: expected a user's table".formatted(table.getTableName()));
    }
    refuseFamilies();
    boolean named = ofTable(ENGINE).filter(Installation.ENGINE_CLASS::equals).isPresent();
    boolean there = named || (siteNamesLighter && ofTable(ENGINE).isEmpty());
    if (there && ofTable(DELEGATE).filter(engine.className()::equals).isPresent()) {
      return Optional.empty();
    }
    TableDescriptorBuilder changed = TableDescriptorBuilder.newBuilder(table);
    if (previous().isEmpty()) {
      changed.setValue(PREVIOUS, note());
    }
    if (siteNamesLighter && !named) {
      changed.removeValue(ENGINE);
    } else {
      changed.setValue(ENGINE, Installation.ENGINE_CLASS);
    }
    return Optional.of(changed.setValue(DELEGATE, engine.className()).build());
  }

  /**
   * Returns the table with what it set before the first {@link #enable}.
   *
   * @throws IOException if the table has no note of it, or a malformed one
   */
  TableDescriptor disable() throws IOException {
    Map<String, Optional<String>> previous = previous();
    if (previous.isEmpty()) {
      throw new IOException(
          "table %s: %s is not set, so 'lighter engine enable' did not change it; alter %s and %s"
                  .formatted(table.getTableName(), PREVIOUS, ENGINE, DELEGATE)
              + " in the HBase shell");
    }
    TableDescriptorBuilder changed = TableDescriptorBuilder.newBuilder(table);
    changed.removeValue(PREVIOUS);
    previous.forEach(
        (key, value) ->
            value.ifPresentOrElse(
                set -> changed.setValue(key, set), () -> changed.removeValue(key)));
    return changed.build();
  }

  /** Notes what the table sets; a key alone is not set. */
  private String note() {
    return String.join(
        ",",
        CHANGED.stream()
            .map(key -> ofTable(key).map(value -> key + '=' + value).orElse(key))
            .toList());
  }

  /** The noted values; empty without a note. */
  private Map<String, Optional<String>> previous() throws IOException {
    String note = ofTable(PREVIOUS).orElse("");
    Map<String, Optional<String>> values = new LinkedHashMap<>();
    if (note.isEmpty()) {
      return values;
    }
    for (String entry : note.split(",", -1)) {
      String[] parts = entry.trim().split("=", 2);
      values.put(parts[0], parts.length == 1 ? Optional.empty() : Optional.of(parts[1]));
    }
    boolean wellFormed = LighterConfiguration.problems(Map.of(PREVIOUS, note)).isEmpty();
    if (!wellFormed || !List.copyOf(values.keySet()).equals(CHANGED)) {
      throw new IOException(
          "%s = '%s': expected %s, each alone or with =CLASS"
              .formatted(PREVIOUS, note, String.join(",", CHANGED)));
    }
    return values;
  }

  private void refuseFamilies() throws IOException {
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      for (String key : CHANGED) {
        Optional<Setting> own = ofFamily(family, key);
        if (own.isPresent()) {
          throw new IOException(
              "family %s: %s = '%s': expected none, since a family's value wins over the table's;"
                      .formatted(family.getNameAsString(), key, own.get().value())
                  + " unset it in the family first");
        }
      }
    }
  }

  /** The changed keys of the table, as lines such as {@code key: old -> new}. */
  List<String> changesTo(TableDescriptor changed) {
    List<String> changes = new ArrayList<>();
    for (String key : List.of(ENGINE, DELEGATE, PREVIOUS)) {
      String before = Optional.ofNullable(table.getValue(key)).orElse("not set");
      String after = Optional.ofNullable(changed.getValue(key)).orElse("not set");
      if (!before.equals(after)) {
        changes.add("%s: %s -> %s".formatted(key, before, after));
      }
    }
    return changes;
  }
}
