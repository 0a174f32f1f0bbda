// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli.install;

import io.lighter.cli.command.FirstLine;
import io.lighter.common.config.ConfigurationException;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import io.lighter.regionserver.engine.EngineDelegate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.regionserver.OffloadingStoreEngine;
import org.apache.hadoop.hbase.regionserver.StoreEngine;

/**
 * Checks that {@code hbase-site.xml} exists, its {@code lighter.*} options are valid, and its
 * engines exist.
 */
final class SiteCheck implements Check {
  private static final String ENGINE_KEY = StoreEngine.STORE_ENGINE_CLASS_KEY;
  private static final String DELEGATE_KEY = LighterOption.ENGINE_DELEGATE.key();

  private static final String ENABLED_KEY = LighterOption.OFFLOAD_ENABLED.key();

  private final Installation installation;
  private final Configuration conf;

  SiteCheck(Installation installation, Configuration conf) {
    this.installation = installation;
    this.conf = conf;
  }

  @Override
  public String name() {
    return "site";
  }

  @Override
  public void run(Findings findings) {
    List<Path> folders = installation.confFolders();
    Optional<Path> site = SiteFiles.find(folders, SiteFiles.HBASE_SITE);
    if (site.isPresent()) {
      findings.ok(site.get().toString(), "read");
    } else {
      findings.problem(
          SiteFiles.HBASE_SITE,
          "not in " + folders,
          "set HBASE_CONF_DIR to the folder of the region servers' hbase-site.xml");
    }
    options(findings);
    engine(findings);
    delegate(findings);
  }

  private void options(Findings findings) {
    try {
      LighterConfiguration unused = LighterConfiguration.of(conf);
      long set =
          Arrays.stream(LighterOption.values())
              .filter(option -> conf.getRaw(option.key()) != null)
              .count();
      findings.ok(LighterOption.PREFIX + "*", set + " options set, all valid");
    } catch (ConfigurationException e) {
      e.problems().forEach(problem -> OptionProblem.add(findings, "", problem));
    }
  }

  private void engine(Findings findings) {
    String engine = conf.getTrimmed(ENGINE_KEY, "");
    if (engine.isEmpty()) {
      findings.ok(ENGINE_KEY, "not set: only tables that name the engine use Lighter");
    } else if (engine.equals(Installation.ENGINE_CLASS)) {
      findings.ok(
          ENGINE_KEY,
          (isEnabledForAll()
                  ? "all tables use Lighter"
                  : "tables with %s = true use Lighter".formatted(ENABLED_KEY))
              + ", once region servers run with it; masters and jobs that read this file need the"
              + " plug-in");
    } else if (engine.equals(conf.getTrimmed(DELEGATE_KEY, ""))) {
      findings.ok(ENGINE_KEY, engine + ", which stays underneath: " + DELEGATE_KEY + " names it");
    } else {
      findings.warning(
          ENGINE_KEY,
          engine + " is the engine of all tables",
          "a table that switches over needs %s = %s to keep it".formatted(DELEGATE_KEY, engine));
    }
  }

  private boolean isEnabledForAll() {
    String enabled = conf.getTrimmed(ENABLED_KEY, LighterOption.OFFLOAD_ENABLED.defaultValue());
    return Boolean.parseBoolean(enabled);
  }

  private void delegate(Findings findings) {
    try {
      Configuration checked =
          EngineDelegate.configuration(conf, OffloadingStoreEngine.class, "site");
      findings.ok(DELEGATE_KEY, checked.get(ENGINE_KEY));
    } catch (IOException e) {
      OptionProblem.add(findings, "", FirstLine.of(e));
    }
  }
}
