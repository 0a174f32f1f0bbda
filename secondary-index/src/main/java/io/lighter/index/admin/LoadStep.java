// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.admin;

/** The steps of a bulk load into a table with indexes, in their order. */
public enum LoadStep {
  /** Put the hold into the data table, and reopen all of its regions. */
  HOLD("reopen the table's regions, which keep all entries from now on"),
  /** Move the files into a folder that only this load uses. */
  CLAIM("move the files into the folder of the load"),
  /** Load the entries of all files into the index tables. */
  ENTRIES("load index entries"),
  /** Load the files into the data table. */
  ROWS("load the files"),
  /** Delete the folder of the load, and the files of entries. */
  CLEAN("delete the folder of the load"),
  /** Take the hold away, and reopen all regions. */
  RELEASE("reopen the table's regions");

  private final String what;

  LoadStep(String what) {
    this.what = what;
  }

  /** What the step does, as an order. */
  public String what() {
    return what;
  }
}
