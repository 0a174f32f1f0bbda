// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.LighterOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that the example sites name existing options, and defaults in comments. */
class ExampleSitesTest {
  private static final Path CONF =
      Path.of(System.getProperty("lighter.dist.sources", "src/main/dist")).resolve("conf");
  private static final Path SITE_WITH_ENGINE =
      CONF.resolve("hbase-site.example.xml").toAbsolutePath();
  private static final Pattern PROPERTY =
      Pattern.compile("<name>(lighter\\.[^<]*)</name>\\s*<value>([^<]*)</value>");

  @ParameterizedTest
  @ValueSource(strings = {"hbase-site.example.xml", "hbase-site.lighter.example.xml"})
  void commentedOutOptionsShowTheirDefaults(String name) throws IOException {
    Map<String, String> shown = new TreeMap<>();
    Matcher properties = PROPERTY.matcher(Files.readString(CONF.resolve(name)));
    while (properties.find()) {
      shown.put(properties.group(1), properties.group(2));
    }
    shown.remove(LighterOption.OFFLOAD_ENABLED.key()); // set, see siteWithTheEngineIsSwitchedOff

    assertThat(shown).hasSizeGreaterThan(3);
    shown.forEach(
        (key, value) ->
            assertThat(LighterOption.byKey(key).map(LighterOption::defaultValue))
                .as(key)
                .contains(value));
  }

  /** A site that names the engine for all tables must not switch all of them on at a restart. */
  @Test
  void siteWithTheEngineIsSwitchedOff() {
    Configuration site = new Configuration(false);
    site.addResource(new org.apache.hadoop.fs.Path(SITE_WITH_ENGINE.toUri()));

    assertThat(site.get("hbase.hstore.engine.class")).endsWith(".OffloadingStoreEngine");
    assertThat(site.get(LighterOption.OFFLOAD_ENABLED.key())).isEqualTo("false");
  }
}
