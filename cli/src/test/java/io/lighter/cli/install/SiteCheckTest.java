// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.regionserver.StripeStoreEngine;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SiteCheckTest {
  private static final String ENGINE = "hbase.hstore.engine.class";
  private static final String DELEGATE = "lighter.engine.delegate";

  @TempDir Path folder;
  private final Configuration conf = new Configuration(false);

  @BeforeEach
  void writeSite() throws IOException {
    Files.writeString(folder.resolve("hbase-site.xml"), "<configuration/>");
  }

  @Test
  void aSiteWithoutLighterIsFine() throws IOException {
    assertThat(lines()).hasSize(4).allMatch(line -> line.startsWith("ok "));
  }

  @Test
  void aMissingSiteIsAProblem() throws IOException {
    Files.delete(folder.resolve("hbase-site.xml"));

    assertThat(lines())
        .first()
        .asString()
        .startsWith("problem hbase-site.xml: not in [" + folder + "]");
  }

  @Test
  void wrongOptionsAreProblemsByKeyAsAtStart() throws IOException {
    conf.set("lighter.server.port", "http");
    conf.set("lighter.offlod.enabled", "true");

    assertThat(lines())
        .anyMatch(line -> line.startsWith("problem lighter.server.port: 'http': expected a port"))
        .anyMatch(
            line -> line.startsWith("problem lighter.offlod.enabled: 'true': unknown option"));
  }

  @Test
  void siteEngineMayBeLighter() throws IOException {
    conf.set(ENGINE, Installation.ENGINE_CLASS);

    assertThat(lines()).anyMatch(line -> line.startsWith("ok " + ENGINE + ": all tables"));
  }

  @Test
  void siteEngineMayBeLighterWithSomeTablesEnabled() throws IOException {
    conf.set(ENGINE, Installation.ENGINE_CLASS);
    conf.set("lighter.offload.enabled", "false");

    assertThat(lines())
        .anyMatch(
            line ->
                line.startsWith("ok " + ENGINE + ": tables with lighter.offload.enabled = true use")
                    && line.contains("masters and jobs that read this file need the plug-in"));
  }

  @Test
  void foreignSiteEngineMustBeTheDelegate() throws IOException {
    conf.set(ENGINE, StripeStoreEngine.class.getName());
    assertThat(lines()).anyMatch(line -> line.startsWith("warning " + ENGINE));

    conf.set(DELEGATE, StripeStoreEngine.class.getName());
    assertThat(lines()).allMatch(line -> line.startsWith("ok "));
  }

  @Test
  void delegateMustBeAnotherEngine() throws IOException {
    for (String name :
        List.of("com.example.Engine", "java.lang.String", Installation.ENGINE_CLASS)) {
      conf.set(DELEGATE, name);

      assertThat(lines())
          .filteredOn(line -> line.startsWith("problem "))
          .singleElement()
          .asString()
          .startsWith("problem " + DELEGATE + ": '" + name + "'");
    }
  }

  private List<String> lines() throws IOException {
    return Lines.of(
        new SiteCheck(new FakeHome(folder.resolve("x")).onClassPath(folder).installation(), conf));
  }
}
