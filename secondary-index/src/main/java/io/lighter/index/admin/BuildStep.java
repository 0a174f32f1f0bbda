// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.admin;

/** The steps from nothing to an index that lookups may read, in their order. */
public enum BuildStep {
  /** Create the index table, which refuses lookups. */
  CREATE("create the index table"),
  /** Put definition and observer into the data table, and reopen all of its regions. */
  DEFINE("reopen the table's regions"),
  /** Note the id of the build in the index table: each later write maintains the index. */
  MARK("note the build"),
  /** Take a snapshot of the data table. */
  SNAPSHOT("take a snapshot"),
  /** Write the sorted entries of each region of the snapshot. */
  READ("read regions"),
  /** Merge these entries for each region of the index table. */
  MERGE("merge entries"),
  /** Load the merged files into the index table. */
  LOAD("load files"),
  /** Delete files and snapshot. */
  CLEAN("delete files and snapshot"),
  /** Open the read gate of the index table. */
  OPEN("open the index");

  private final String what;

  BuildStep(String what) {
    this.what = what;
  }

  /** What the step does, as an order. */
  public String what() {
    return what;
  }
}
