// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.ycsb;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The values of {@link BindingProperty}, checked.
 *
 * @param login empty to keep the process's user
 * @param writeBufferBytes buffer of one thread; empty to send each write separately
 * @param scanCondition condition on the values that scans return
 */
record BindingProperties(
    TableName table,
    String columnFamily,
    Optional<Login> login,
    Optional<Long> writeBufferBytes,
    Durability durability,
    boolean pageFilter,
    Optional<ScanCondition> scanCondition,
    boolean debug) {

  /** Credentials for Kerberos. */
  record Login(String principal, Path keytab) {}

  /** A comparison of values with an operand. */
  record ScanCondition(CompareOperator operator, BinaryComparator operand) {}

  /**
   * Reads YCSB's properties.
   *
   * @throws PropertiesException naming all problems
   */
  static BindingProperties of(Properties properties) throws PropertiesException {
    PropertyReader reader = new PropertyReader(properties);
    Optional<TableName> table = reader.read(BindingProperty.TABLE, TableName::valueOf);
    Optional<String> family = reader.read(BindingProperty.COLUMN_FAMILY, value -> value);
    if (family.isEmpty()) {
      reader.missing(BindingProperty.COLUMN_FAMILY, "");
    }
    Optional<Login> login = login(reader);
    boolean buffering = reader.isTrue(BindingProperty.CLIENT_BUFFERING);
    Optional<Long> bufferBytes =
        reader.read(BindingProperty.WRITE_BUFFER_SIZE, BindingProperties::positive);
    Optional<Durability> durability =
        reader.read(
            BindingProperty.DURABILITY,
            value -> Durability.valueOf(value.toUpperCase(Locale.ROOT)));
    boolean pageFilter = reader.isTrue(BindingProperty.PAGE_FILTER);
    Optional<ScanCondition> scanCondition = scanCondition(reader);
    boolean debug = reader.isTrue(BindingProperty.DEBUG);
    reader.check();
    return new BindingProperties(
        table.orElseThrow(),
        family.orElseThrow(),
        login,
        bufferBytes.filter(bytes -> buffering),
        durability.orElseThrow(),
        pageFilter,
        scanCondition,
        debug);
  }

  private static Optional<Login> login(PropertyReader reader) {
    Optional<String> principal = reader.read(BindingProperty.PRINCIPAL, value -> value);
    Optional<Path> keytab = reader.read(BindingProperty.KEYTAB, BindingProperties::readableFile);
    if (principal.isPresent() && !reader.isSet(BindingProperty.KEYTAB)) {
      reader.missing(BindingProperty.KEYTAB, ", and principal is set");
    }
    if (principal.isEmpty() && reader.isSet(BindingProperty.KEYTAB)) {
      reader.missing(BindingProperty.PRINCIPAL, ", and keytab is set");
    }
    return principal.flatMap(name -> keytab.map(file -> new Login(name, file)));
  }

  private static Optional<ScanCondition> scanCondition(PropertyReader reader) {
    boolean wanted = reader.isTrue(BindingProperty.SCAN_VALUE_FILTER);
    Optional<CompareOperator> operator =
        reader.read(BindingProperty.SCAN_FILTER_OPERATOR, BindingProperties::operator);
    Optional<BinaryComparator> operand =
        reader.read(BindingProperty.SCAN_FILTER_VALUE, value -> new BinaryComparator(bytes(value)));
    return operator
        .flatMap(known -> operand.map(value -> new ScanCondition(known, value)))
        .filter(condition -> wanted);
  }

  private static long positive(String value) {
    long number = Long.parseLong(value);
    if (number < 1) {
      throw new IllegalArgumentException(value);
    }
    return number;
  }

  private static Path readableFile(String value) {
    Path file = Path.of(value);
    if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
      throw new IllegalArgumentException(value);
    }
    return file;
  }

  private static CompareOperator operator(String value) {
    CompareOperator operator = CompareOperator.valueOf(value.toUpperCase(Locale.ROOT));
    if (operator == CompareOperator.NO_OP) {
      throw new IllegalArgumentException(value);
    }
    return operator;
  }

  private static byte[] bytes(String hexadecimal) {
    if (!hexadecimal.matches("(\\p{XDigit}{2})+")) {
      throw new IllegalArgumentException(hexadecimal);
    }
    return Bytes.fromHex(hexadecimal);
  }
}
