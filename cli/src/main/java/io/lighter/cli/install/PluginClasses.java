// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.install;

import io.lighter.common.config.LighterOption;
import io.lighter.index.spec.IndexSpec;
import java.security.CodeSource;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.regionserver.OffloadingStoreEngine;
import org.apache.hadoop.hbase.regionserver.RangeStoreEngine;

/**
 * Finds attributes of tables that name a class of the plug-in, such as a store engine, a compaction
 * policy or a coprocessor. HBase loads such a class when it opens a region, and without the plug-in
 * the region does not open.
 *
 * <p>A class belongs to the plug-in if it is in the jar of {@link OffloadingStoreEngine}, of {@link
 * RangeStoreEngine} or of {@link IndexSpec}: new classes need no entry here.
 */
final class PluginClasses {
  private static final Set<Object> JARS =
      Stream.<Class<?>>of(OffloadingStoreEngine.class, RangeStoreEngine.class, IndexSpec.class)
          .map(PluginClasses::jar)
          .collect(Collectors.toUnmodifiableSet());

  private PluginClasses() {}

  /** The keys with a class of the plug-in, and these classes. */
  static Map<String, String> named(Map<String, String> attributes) {
    Map<String, String> named = new TreeMap<>();
    attributes.forEach(
        (key, value) -> {
          for (String name : value.split("\\|", -1)) { // a coprocessor's is PATH|CLASS|PRIORITY|...
            if (contains(name.strip())) {
              named.put(key, name.strip());
            }
          }
        });
    return named;
  }

  /** Whether HBase loads the class of this key whatever the other keys are. */
  static boolean isAlwaysLoaded(String key) {
    return !key.equals(LighterOption.ENGINE_DELEGATE.key());
  }

  private static boolean contains(String name) {
    if (!name.contains(".")) {
      return false;
    }
    try {
      return JARS.contains(jar(Class.forName(name, false, PluginClasses.class.getClassLoader())));
    } catch (ClassNotFoundException | LinkageError e) {
      return false; // a class of HBase's or of a user, which is not on this class path
    }
  }

  private static Object jar(Class<?> of) {
    CodeSource source = of.getProtectionDomain().getCodeSource();
    return source == null ? of : source.getLocation().toString(); // null: a class of the JDK
  }
}
