package io.lighter.tpcc.schema;

import io.lighter.tpcc.schema.TpccTable.Split;
import java.io.IOException;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/** Creates and drops the tables of a database. */
public final class SchemaCreator {
  private final Admin admin;
  private final TableNames names;

  public SchemaCreator(Admin admin, TableNames names) {
    this.admin = admin;
    this.names = names;
  }

  /**
   * Creates the tables that are not there yet.
   *
   * @param regions of each table; at most one for each warehouse
   */
  public void createMissing(Database database, int regions) throws IOException {
    for (TpccTable table : TpccTable.values()) {
      create(table, splitKeys(table, database, regions));
    }
  }

  void createMeta() throws IOException {
    create(TpccTable.META, new byte[0][]);
  }

  /** Drops whatever there is of a database. */
  public void dropAll() throws IOException {
    for (TpccTable table : TpccTable.values()) {
      TableName name = names.of(table);
      if (admin.tableExists(name)) {
        if (admin.isTableEnabled(name)) {
          admin.disableTable(name);
        }
        admin.deleteTable(name);
      }
    }
  }

  /** Where the second and all later regions of a new table begin. */
  static byte[][] splitKeys(TpccTable table, Database database, int regions) {
    int last = table.split() == Split.BY_ITEM ? database.scale().items() : database.warehouses();
    int count = table.split() == Split.NONE ? 1 : Math.min(regions, last);
    byte[][] keys = new byte[count - 1][];
    for (int region = 1; region < count; region++) {
      int first = Math.toIntExact(1 + (long) region * last / count);
      keys[region - 1] = table.split() == Split.BY_ITEM ? Keys.item(first) : Keys.warehouse(first);
    }
    return keys;
  }

  private void create(TpccTable table, byte[][] splitKeys) throws IOException {
    TableName name = names.of(table);
    if (admin.tableExists(name)) {
      return;
    }
    TableDescriptor descriptor =
        TableDescriptorBuilder.newBuilder(name)
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(Columns.FAMILY).setMaxVersions(1).build())
            .build();
    try {
      if (splitKeys.length == 0) {
        admin.createTable(descriptor);
      } else {
        admin.createTable(descriptor, splitKeys);
      }
    } catch (TableExistsException e) {
      // Another load of the same database creates it; the data of both is the same.
    }
  }
}
