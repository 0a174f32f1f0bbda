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
import java.util.OptionalInt;
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
 * and {@link #disable} restores that. {@link #enable} renews the note if the table's engine was set
 * in another way since.
 */
public final class EngineSettings {
  static final String ENGINE = StoreEngine.STORE_ENGINE_CLASS_KEY;
  static final String DELEGATE = LighterOption.ENGINE_DELEGATE.key();
  static final String PREVIOUS = LighterOption.ENGINE_PREVIOUS.key();

  private static final String SITE = "site";

  /** The keys that {@link #enable} changes and notes. */
  private static final List<String> CHANGED = List.of(ENGINE, DELEGATE);

  /** Key of the note only: what {@link #enable} has raised the number of files to. */
  private static final String RAISED = "raised";

  /** The same with the one that it notes only if it raises it. */
  private static final List<String> CHANGED_AND_RAISED =
      List.of(ENGINE, DELEGATE, BlockingFiles.KEY, RAISED);

  private final Configuration site;
  private final TableDescriptor table;
  private final SiteEngine siteEngine;

  /**
   * Creates the settings of a table.
   *
   * @param siteEngine what is known of the region servers' site
   */
  public EngineSettings(Configuration site, TableDescriptor table, SiteEngine siteEngine) {
    this.site = site;
    this.table = table;
    this.siteEngine = siteEngine;
  }

  /**
   * The engine of a family.
   *
   * @param className class of the engine; of the one underneath if Lighter's decorates it
   * @param decorated whether Lighter's engine is around it; empty if only the region servers' site
   *     decides, and no reported store shows it
   * @param origin the key that decides, and where it is set
   */
  record Configured(String family, String className, Optional<Boolean> decorated, String origin) {}

  /** The engine of each family. */
  List<Configured> families() {
    List<Configured> families = new ArrayList<>();
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      Optional<Setting> engine = setting(family, ENGINE);
      boolean lighter =
          engine.filter(set -> set.value().equals(Installation.ENGINE_CLASS)).isPresent();
      boolean shown =
          siteEngine != SiteEngine.UNKNOWN
              || engine.filter(set -> !set.where().equals(SITE)).isPresent();
      Optional<Setting> deciding = lighter ? setting(family, DELEGATE) : engine;
      families.add(
          new Configured(
              family.getNameAsString(),
              deciding.map(Setting::value).orElse(EngineName.DEFAULT.className()),
              shown || lighter ? Optional.of(lighter) : Optional.empty(),
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
        .or(() -> ofSite(key).map(value -> new Setting(key, value, SITE)));
  }

  private Optional<String> ofSite(String key) {
    return siteEngine == SiteEngine.LIGHTER && key.equals(ENGINE)
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
   * Returns the table with another engine below Lighter's, which the table names unless the region
   * servers' site is known to do so. For the forest, {@code hbase.hstore.blockingStoreFiles} is
   * raised to the depth that its stores may have, unless it is as high.
   *
   * @return empty if nothing has to change
   * @throws IOException if a family sets its own engine or too low a number of files, or the note
   *     of the last change is malformed; names key, value and what is allowed
   */
  public Optional<TableDescriptor> enable(EngineName engine) throws IOException {
    return enable(engine, 0);
  }

  /**
   * As {@link #enable(EngineName)}, with at least a number of files above which flushes wait.
   *
   * @param blockingFiles least {@code hbase.hstore.blockingStoreFiles}, 0 for any
   */
  Optional<TableDescriptor> enable(EngineName engine, int blockingFiles) throws IOException {
    if (table.getTableName().isSystemTable()) {
      throw new IOException("table %s: expected a user's table".formatted(table.getTableName()));
    }
    refuseFamilies();
    boolean named = ofTable(ENGINE).filter(Installation.ENGINE_CLASS::equals).isPresent();
    boolean siteNames = siteEngine == SiteEngine.LIGHTER;
    boolean there = named || (siteNames && ofTable(ENGINE).isEmpty());
    OptionalInt raised = BlockingFiles.raised(site, table, engine, blockingFiles);
    if (there
        && ofTable(DELEGATE).filter(engine.className()::equals).isPresent()
        && raised.isEmpty()) {
      return Optional.empty();
    }
    TableDescriptorBuilder changed = TableDescriptorBuilder.newBuilder(table);
    changed.setValue(PREVIOUS, note(toNote(raised)));
    raised.ifPresent(files -> changed.setValue(BlockingFiles.KEY, Integer.toString(files)));
    if (siteNames && !named) {
      changed.removeValue(ENGINE);
    } else {
      changed.setValue(ENGINE, Installation.ENGINE_CLASS);
    }
    return Optional.of(changed.setValue(DELEGATE, engine.className()).build());
  }

  /**
   * Returns the table with what it set before {@link #enable}.
   *
   * @throws IOException if the table has no note of it, or a malformed one, or was altered since;
   *     names key, value and what is expected
   */
  public TableDescriptor disable() throws IOException {
    Map<String, Optional<String>> previous = previous();
    if (previous.isEmpty()) {
      throw new IOException(
          "table %s: %s is not set, so 'lighter engine enable' did not change it; alter %s and %s"
                  .formatted(table.getTableName(), PREVIOUS, ENGINE, DELEGATE)
              + " in the HBase shell");
    }
    Optional<String> altered = alteredSince();
    if (altered.isPresent()) {
      throw new IOException(
          "table %s: %s as 'lighter engine enable' set it, so the table was altered since;"
                  .formatted(table.getTableName(), altered.get())
              + " alter %s and %s in the HBase shell, and unset %s"
                  .formatted(ENGINE, DELEGATE, PREVIOUS));
    }
    TableDescriptorBuilder changed = TableDescriptorBuilder.newBuilder(table);
    changed.removeValue(PREVIOUS);
    Optional<String> raised = Optional.ofNullable(previous.remove(RAISED)).flatMap(set -> set);
    if (!raised.equals(ofTable(BlockingFiles.KEY))) {
      previous.remove(BlockingFiles.KEY); // the user has set the number since
    }
    previous.forEach(
        (key, value) ->
            value.ifPresentOrElse(
                set -> changed.setValue(key, set), () -> changed.removeValue(key)));
    return changed.build();
  }

  /**
   * The first of the table's values that {@link #enable} does not write, with what it writes; empty
   * if there is none. A table without an engine of its own is such a value only if its stores show
   * that the site does not name Lighter's either.
   */
  private Optional<String> alteredSince() {
    Optional<String> engine = ofTable(ENGINE);
    boolean written =
        engine.isEmpty()
            ? siteEngine != SiteEngine.OTHER
            : engine.get().equals(Installation.ENGINE_CLASS);
    if (!written) {
      return Optional.of("%s: expected '%s'".formatted(shown(ENGINE), Installation.ENGINE_CLASS));
    }
    return ofTable(DELEGATE).flatMap(EngineName::byClass).isPresent()
        ? Optional.empty()
        : Optional.of("%s: expected one of %s".formatted(shown(DELEGATE), EngineName.classNames()));
  }

  private String shown(String key) {
    return ofTable(key).map(value -> "%s = '%s'".formatted(key, value)).orElse(key + " is not set");
  }

  /** What {@link #disable} has to restore after a change of the table as it is. */
  private Map<String, Optional<String>> toNote(OptionalInt raised) throws IOException {
    Map<String, Optional<String>> noted = new LinkedHashMap<>(previous());
    if (noted.isEmpty() || alteredSince().isPresent()) {
      noted.clear(); // what was noted of the number of files is of the time before, too
      CHANGED.forEach(key -> noted.put(key, ofTable(key)));
    }
    if (raised.isPresent()) {
      Optional<String> files = ofTable(BlockingFiles.KEY);
      if (!files.equals(noted.getOrDefault(RAISED, Optional.empty()))) {
        noted.put(BlockingFiles.KEY, files); // the user's, also if it is lower than ours was
      }
      noted.putIfAbsent(BlockingFiles.KEY, files);
      noted.put(RAISED, Optional.of(Integer.toString(raised.getAsInt())));
    }
    return noted;
  }

  /** The note of some values; a key alone is not set. */
  private static String note(Map<String, Optional<String>> values) {
    List<String> entries = new ArrayList<>();
    values.forEach((key, value) -> entries.add(value.map(set -> key + '=' + set).orElse(key)));
    return String.join(",", entries);
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
    List<String> keys = List.copyOf(values.keySet());
    if (!wellFormed || !(keys.equals(CHANGED) || keys.equals(CHANGED_AND_RAISED))) {
      throw new IOException(
          "%s = '%s': expected %s, each alone or with =VALUE, and perhaps %s"
              .formatted(
                  PREVIOUS, note, String.join(",", CHANGED), BlockingFiles.KEY + "," + RAISED));
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
    for (String key : List.of(ENGINE, DELEGATE, BlockingFiles.KEY, PREVIOUS)) {
      String before = Optional.ofNullable(table.getValue(key)).orElse("not set");
      String after = Optional.ofNullable(changed.getValue(key)).orElse("not set");
      if (!before.equals(after)) {
        changes.add("%s: %s -> %s".formatted(key, before, after));
      }
    }
    return changes;
  }
}
