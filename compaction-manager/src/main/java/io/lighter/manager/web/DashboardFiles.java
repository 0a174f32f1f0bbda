// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.web;

import java.util.List;

/** The dashboard's files, below {@code hbase-webapps/lighter-manager}. */
final class DashboardFiles {
  static final List<String> NAMES =
      List.of(
          "index.html",
          "style.css",
          "favicon.svg",
          "js/theme.js",
          "js/main.js",
          "js/poll.js",
          "js/dom.js",
          "js/format.js",
          "js/table.js",
          "js/charts.js",
          "js/overview.js",
          "js/servers.js",
          "js/jobs.js",
          "js/builds.js",
          "js/warmups.js",
          "js/tables.js",
          "js/structure.js",
          "js/tiers.js",
          "js/indexes.js",
          "js/placement.js");

  private DashboardFiles() {}
}
