// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** The store engines that an operator can name, and their classes. Immutable. */
public enum EngineName {
  /** HBase's default one: any file may have any row. */
  DEFAULT("default", "DefaultStoreEngine"),
  /** HBase's stripes: key ranges below files that span them. */
  STRIPE("stripe", "StripeStoreEngine"),
  /** HBase's tiers of time. */
  DATE_TIERED("date-tiered", "DateTieredStoreEngine"),
  /** Lighter's key ranges. */
  RANGE("range", "RangeStoreEngine"),
  /** Lighter's trees of files, of which only those that overlap are merged. */
  FOREST("forest", "ForestStoreEngine"),
  /** Lighter's levels of files by size, over tiers of storage. */
  TIERED("tiered", "TieredStoreEngine");

  private static final String PACKAGE = "org.apache.hadoop.hbase.regionserver.";

  private final String tag;
  private final String className;

  EngineName(String tag, String simpleName) {
    this.tag = tag;
    this.className = PACKAGE + simpleName;
  }

  /** Returns the name on the command line. */
  public String tag() {
    return tag;
  }

  /**
   * Tells whether the engine is Lighter's own. A region server without its class cannot open a
   * region.
   */
  public boolean isOwn() {
    return switch (this) { // no default: a new engine must say so
      case RANGE, FOREST, TIERED -> true;
      case DEFAULT, STRIPE, DATE_TIERED -> false;
    };
  }

  /**
   * Tells whether HBase compares {@code hbase.hstore.blockingStoreFiles} with the files of a row
   * instead of all files.
   */
  boolean countsFilesOfARow() {
    return switch (this) { // no default: a new engine must say so
      case RANGE, FOREST -> true;
      case DEFAULT, STRIPE, DATE_TIERED, TIERED -> false;
    };
  }

  /** Returns the class as a table names it. */
  public String className() {
    return className;
  }

  /** Returns the engine with that name on the command line; empty if there is none. */
  public static Optional<EngineName> byTag(String tag) {
    return Arrays.stream(values()).filter(engine -> engine.tag.equals(tag)).findFirst();
  }

  /** Returns the engine of that class; empty if there is none, or no name. */
  public static Optional<EngineName> byClass(String className) {
    return Arrays.stream(values()).filter(engine -> engine.className.equals(className)).findFirst();
  }

  /** The name of a class for people: that of the command line, or the class itself. */
  static String describe(String className) {
    return byClass(className).map(EngineName::tag).orElse(className);
  }

  /** All classes, separated by commas. */
  static String classNames() {
    return Arrays.stream(values()).map(EngineName::className).collect(Collectors.joining(", "));
  }

  /** Returns all names on the command line, separated by commas. */
  public static String tags() {
    return Arrays.stream(values()).map(EngineName::tag).collect(Collectors.joining(", "));
  }
}
