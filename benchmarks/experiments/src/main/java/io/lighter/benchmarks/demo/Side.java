// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.util.List;
import org.apache.hadoop.hbase.TableName;

/** The two compared tables. */
enum Side {
  STOCK("stock", "stock"),
  LIGHTER("lighter", "Lighter");

  /**
   * The order of the measured turns. Each table has one turn among the earlier two and one among
   * the later two, so that a steady drift of the machine or of the JVMs weighs on both alike.
   */
  static final List<Side> TURNS = List.of(STOCK, LIGHTER, LIGHTER, STOCK);

  private final String key;
  private final String title;

  Side(String key, String title) {
    this.key = key;
    this.title = title;
  }

  /** Name in JSON. */
  String key() {
    return key;
  }

  /** Name for people. */
  String title() {
    return title;
  }

  TableName table() {
    return switch (this) {
      case STOCK -> DemoTables.STOCK;
      case LIGHTER -> DemoTables.LIGHTER;
    };
  }
}
