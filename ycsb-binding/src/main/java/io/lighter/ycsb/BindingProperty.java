// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.ycsb;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Durability;

/** The properties of the binding, with the names and defaults of YCSB's own binding for HBase 2. */
public enum BindingProperty {
  TABLE("table", "usertable", "the name of a table that exists", "Table of the rows."),
  COLUMN_FAMILY(
      "columnfamily", null, "a column family of the table", "Column family of the fields."),
  PRINCIPAL(
      "principal",
      null,
      "the Kerberos principal of `keytab`",
      "Kerberos principal to log in as, together with `keytab`."),
  KEYTAB("keytab", null, "a keytab file that can be read", "Keytab of `principal`."),
  CLIENT_BUFFERING(
      "clientbuffering",
      "false",
      "true or false",
      "Collect writes in each thread and send them in batches. A write then returns `BATCHED_OK`"
          + " at once, and a read may not see it yet."),
  WRITE_BUFFER_SIZE(
      "writebuffersize",
      String.valueOf(12 << 20),
      "bytes, 1 or more",
      "Bytes of writes that a thread collects before it sends them."),
  DURABILITY(
      "durability",
      Durability.USE_DEFAULT.name(),
      oneOf(Arrays.stream(Durability.values()).map(Enum::name)),
      "Durability of writes in the write-ahead log; `USE_DEFAULT` is the table's own setting."),
  PAGE_FILTER(
      "hbase.usepagefilter",
      "true",
      "true or false",
      "Add a `PageFilter` to scans. The scan's length is its limit in any case."),
  SCAN_VALUE_FILTER(
      "hbase.usescanvaluefiltering",
      "false",
      "true or false",
      "Let scans return only the fields whose value passes a comparison."),
  SCAN_FILTER_OPERATOR(
      "hbase.scanfilteroperator",
      "less_or_equal",
      oneOf(
          Arrays.stream(CompareOperator.values())
              .filter(operator -> operator != CompareOperator.NO_OP)
              .map(operator -> operator.name().toLowerCase(Locale.ROOT))),
      "That comparison: value, operator, `hbase.scanfiltervalue`."),
  SCAN_FILTER_VALUE(
      "hbase.scanfiltervalue",
      "7F" + "FF".repeat(99),
      "an even number of hexadecimal digits",
      "Operand of that comparison."),
  DEBUG(
      "debug",
      "false",
      "true or false",
      "Print every operation and every failure on standard error; else only a thread's first"
          + " failure.");

  private final String key;
  private final String defaultValue;
  private final String allowed;
  private final String help;

  BindingProperty(String key, String defaultValue, String allowed, String help) {
    this.key = key;
    this.defaultValue = defaultValue;
    this.allowed = allowed;
    this.help = help;
  }

  /** Key in a workload file and after {@code -p}. */
  public String key() {
    return key;
  }

  /** The default; empty if there is none. */
  public Optional<String> defaultValue() {
    return Optional.ofNullable(defaultValue);
  }

  /** The allowed values. */
  public String allowed() {
    return allowed;
  }

  /** Description for the manual. */
  public String help() {
    return help;
  }

  private static String oneOf(Stream<String> values) {
    return values.collect(Collectors.joining(", ", "one of ", ""));
  }
}
