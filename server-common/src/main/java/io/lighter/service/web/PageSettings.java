// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.service.web;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;

/** Settings with which Lighter's processes start HBase's web server. */
public final class PageSettings {
  private static final String SHOW_STACK_TRACES = "hbase.ui.show-stack-traces";

  /** Key that {@code /logLevel} checks in every process. */
  private static final String READ_ONLY = "hbase.master.ui.readonly";

  private PageSettings() {}

  /**
   * A copy for the pages, which show the settings at {@code /conf}. HBase hides settings with a
   * secret's name there; this copy also hides the key provider's parameters, whose value has a
   * password.
   *
   * @param logLevels whether users whom HBase authorises may change log levels
   */
  public static Configuration of(Configuration conf, boolean logLevels) {
    Configuration pages = new Configuration(conf);
    pages.setBoolean(SHOW_STACK_TRACES, false);
    if (!logLevels) {
      pages.setBoolean(READ_ONLY, true);
    }
    pages.unset(HConstants.CRYPTO_KEYPROVIDER_PARAMETERS_KEY);
    return pages;
  }
}
