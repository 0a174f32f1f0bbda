// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.spec;

import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.Coprocessor;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.CoprocessorDescriptor;
import org.apache.hadoop.hbase.client.CoprocessorDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.util.Bytes;

/** Names and keys of indexes, and the form of an index table. */
public final class IndexNames {
  /** Beginning of the keys of definitions in a data table's descriptor. */
  public static final String PREFIX = "lighter.index.";

  /** Key in an index table's descriptor: name of the data table. */
  public static final String OF = PREFIX + "of";

  /** Key in an index table's descriptor: id of the build whose files and snapshot exist. */
  public static final String BUILD = PREFIX + "build";

  /** Key in an index table's descriptor: state of the index. */
  public static final String STATE = PREFIX + "state";

  /** Key in an index table's descriptor: whose procedure takes the read gate away and may go on. */
  public static final String CLOSING = PREFIX + "closing";

  /** Key in a data table's descriptor: what no entry is removed for, see {@link IndexHold}. */
  public static final String HOLD = PREFIX + "hold";

  /**
   * Priority of calls to index tables; HBase uses 300 and below, Phoenix 1000 and above. Calls with
   * it have handlers of their own, so that a write that waits for an entry never waits for its own
   * kind.
   */
  public static final int PRIORITY = 900;

  /** Key in an index table's descriptor: the definition that the table was created for. */
  public static final String DEFINITION = PREFIX + "definition";

  /** Class of the observer in a data table's descriptor. */
  public static final String OBSERVER = "io.lighter.index.region.IndexObserver";

  /** Class of the observer in an index table's descriptor. */
  public static final String ENTRY_OBSERVER = "io.lighter.index.region.EntryObserver";

  private static final String SUSPENDED = ".suspended";
  private static final String SEPARATOR = "__";
  private static final String FAMILY_NAME = "e";
  private static final String QUALIFIER_NAME = "q";

  /** Words after {@link #PREFIX} that mean something else. */
  private static final Set<String> TAKEN =
      Set.of("of", "state", "build", "definition", "handlers", "hold", "closing");

  /** Without two underscores in a row, a table's name says which index of which table it is. */
  private static final Pattern NAME = Pattern.compile("(?!.*__)[A-Za-z0-9][A-Za-z0-9_-]{0,31}");

  private IndexNames() {}

  /** The only family of an index table. */
  public static byte[] family() {
    return Bytes.toBytes(FAMILY_NAME);
  }

  /** The only qualifier of an entry. One byte: HBase has bugs with an empty one. */
  public static byte[] qualifier() {
    return Bytes.toBytes(QUALIFIER_NAME);
  }

  /**
   * The value of an entry that a repair inserted; others have none. Its stamp may be lower than
   * that of the write which needs it, so collection leaves it alone.
   */
  public static byte[] repaired() {
    return Bytes.toBytes("r");
  }

  /**
   * The observer for a data table's descriptor. It runs after other observers, since it has to see
   * what they add to a write.
   */
  public static CoprocessorDescriptor observer() {
    return CoprocessorDescriptorBuilder.newBuilder(OBSERVER)
        .setPriority(Coprocessor.PRIORITY_LOWEST)
        .build();
  }

  private static TableDescriptorBuilder withEntryObserver(TableDescriptorBuilder table) {
    try {
      return table.setCoprocessor(
          CoprocessorDescriptorBuilder.newBuilder(ENTRY_OBSERVER)
              .setPriority(Coprocessor.PRIORITY_LOWEST)
              .build());
    } catch (IOException e) { // HBase's answer to a second one of the class
      throw new IllegalStateException("a new table has a coprocessor", e);
    }
  }

  /** What is wrong with an index's name; empty if nothing is. */
  public static String nameProblem(String name) {
    if (TAKEN.contains(name)) {
      return "this word is taken; allowed: any other word";
    }
    return NAME.matcher(name).matches()
        ? ""
        : "allowed: 1 to 32 letters, digits, '_' or '-', a letter or digit first, no '__'";
  }

  /** The key of a definition in the data table's descriptor. */
  public static String definitionKey(String index) {
    return PREFIX + index;
  }

  /** The key by which a data table's descriptor says that writes do not maintain an index. */
  public static String suspendedKey(String index) {
    return definitionKey(index) + SUSPENDED;
  }

  /**
   * The name of the index that a key of a descriptor defines; keys with more dots are options. The
   * name may be a bad one.
   */
  public static Optional<String> nameOfDefinition(String key) {
    if (!key.startsWith(PREFIX)) {
      return Optional.empty();
    }
    String name = key.substring(PREFIX.length());
    return TAKEN.contains(name) || name.indexOf('.') >= 0 ? Optional.empty() : Optional.of(name);
  }

  /** The table of an index, in the data table's namespace. */
  public static TableName indexTable(TableName data, String index) {
    return TableName.valueOf(
        data.getNamespaceAsString(), data.getQualifierAsString() + SEPARATOR + index);
  }

  /**
   * The descriptor of a new index table, for the caller to add to. Stamps are no times: a TTL would
   * expire every entry at once. Lookups are scans, which use no Bloom filter. A peer cluster keeps
   * an index of its own from replicated writes.
   */
  public static TableDescriptorBuilder indexTableDescriptor(TableName data, String index) {
    return withEntryObserver(TableDescriptorBuilder.newBuilder(indexTable(data, index)))
        .setValue(OF, data.getNameAsString())
        .setColumnFamily(
            ColumnFamilyDescriptorBuilder.newBuilder(family())
                .setMaxVersions(1)
                .setTimeToLive(HConstants.FOREVER)
                .setBloomFilterType(BloomType.NONE)
                .setDataBlockEncoding(DataBlockEncoding.FAST_DIFF)
                .setScope(HConstants.REPLICATION_SCOPE_LOCAL)
                .build());
  }
}
