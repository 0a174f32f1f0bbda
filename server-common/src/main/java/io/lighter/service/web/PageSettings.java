package io.lighter.service.web;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;

/** What HBase's web server is started with in Lighter's processes. */
public final class PageSettings {
  private static final String SHOW_STACK_TRACES = "hbase.ui.show-stack-traces";

  /** {@code /logLevel} asks for it, whoever serves it. */
  private static final String READ_ONLY = "hbase.master.ui.readonly";

  private PageSettings() {}

  /**
   * A copy for the pages. They show it at {@code /conf}, where HBase hides settings whose names
   * tell of a secret; the parameters of the key provider have a password in their value.
   *
   * @param logLevels whether they may be changed by whom HBase lets
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
