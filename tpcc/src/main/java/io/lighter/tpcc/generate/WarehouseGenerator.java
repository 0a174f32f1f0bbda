// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.generate;

import io.lighter.tpcc.schema.Columns;
import io.lighter.tpcc.schema.Customer;
import io.lighter.tpcc.schema.Database;
import io.lighter.tpcc.schema.History;
import io.lighter.tpcc.schema.Keys;
import io.lighter.tpcc.schema.Scale;
import io.lighter.tpcc.schema.Site;
import io.lighter.tpcc.schema.Stock;
import io.lighter.tpcc.schema.TpccTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Put;

/**
 * Generates the rows of one warehouse (clause 4.3.3.1), in one part per district, so that several
 * threads can share a warehouse. A part is a district with its rows and a share of the warehouse's
 * stock. The seed, the warehouse and the district determine its rows. Immutable.
 */
final class WarehouseGenerator {
  /** Cents of each customer's single payment, which is subtracted from the balance. */
  static final long PAID = 10_00;

  private static final long CREDIT_LIMIT = 50_000_00;
  private static final int MAX_TAX = 20_00;
  private static final int MAX_DISCOUNT = 50_00;
  private static final String MIDDLE_NAME = "OE";
  private static final int NAMED_IN_ORDER = 1_000;

  private final Database database;
  private final Scale scale;
  private final int warehouse;

  WarehouseGenerator(Database database, int warehouse) {
    this.database = database;
    this.scale = database.scale();
    this.warehouse = warehouse;
  }

  /** Generates all parts, one after the other. */
  void generate(RowSink sink) throws IOException {
    for (int district = 1; district <= scale.districts(); district++) {
      generatePart(district, sink);
    }
  }

  /** Generates the part of a district; the first part includes the row of the warehouse. */
  void generatePart(int district, RowSink sink) throws IOException {
    TpccRandom random = randomOf(district);
    if (district == 1) {
      warehouse(sink, random);
    }
    stock(sink, district, random);
    district(sink, district, random);
    customers(sink, district, random);
    new OrderGenerator(database, warehouse, district, random).generate(sink);
  }

  /** SplittableRandom mixes its seed, so neighbouring seeds give independent values. */
  private TpccRandom randomOf(int district) {
    long part = (long) warehouse * (Scale.MAX_DISTRICTS + 1) + district;
    return new TpccRandom(database.seed() + part);
  }

  private void warehouse(RowSink sink, TpccRandom random) throws IOException {
    Site site = new Site(random.alphanumeric(6, 10), random.address(), random.uniform(0, MAX_TAX));
    long ytd = PAID * scale.customers() * scale.districts();
    sink.add(
        TpccTable.WAREHOUSE,
        Rows.with(Rows.packed(Keys.warehouse(warehouse), site.pack()), Columns.YTD, ytd));
  }

  /**
   * Generates a district's share of the stock; the shares are equal up to a remainder. A tenth of
   * the items are originals.
   */
  private void stock(RowSink sink, int district, TpccRandom random) throws IOException {
    int first = firstItem(district);
    int next = firstItem(district + 1);
    Tenth originals = new Tenth(random, next - first);
    for (int item = first; item < next; item++) {
      List<String> districtInfo = new ArrayList<>(Scale.MAX_DISTRICTS);
      for (int i = 0; i < Scale.MAX_DISTRICTS; i++) {
        districtInfo.add(random.alphanumeric(24, 24));
      }
      Stock stock = new Stock(districtInfo, random.data(originals.next()));
      Put row = Rows.packed(Keys.stock(warehouse, item), stock.pack());
      Rows.with(row, Columns.QUANTITY, random.uniform(10, 100));
      Rows.with(row, Columns.YTD, 0);
      Rows.with(row, Columns.ORDERS, 0);
      Rows.with(row, Columns.REMOTE_ORDERS, 0);
      sink.add(TpccTable.STOCK, row);
    }
  }

  private int firstItem(int district) {
    return (int) ((long) scale.items() * (district - 1) / scale.districts()) + 1;
  }

  private void district(RowSink sink, int district, TpccRandom random) throws IOException {
    Site site = new Site(random.alphanumeric(6, 10), random.address(), random.uniform(0, MAX_TAX));
    Put row = Rows.packed(Keys.district(warehouse, district), site.pack());
    Rows.with(row, Columns.YTD, PAID * scale.customers());
    Rows.with(row, Columns.NEXT_ORDER, scale.customers() + 1);
    sink.add(TpccTable.DISTRICT, row);
  }

  private void customers(RowSink sink, int district, TpccRandom random) throws IOException {
    NuRandConstants any = NuRandConstants.forLoad(random);
    NuRandConstants constants =
        new NuRandConstants(database.lastNameConstant(), any.customer(), any.item());
    Tenth badCredits = new Tenth(random, scale.customers());
    for (int number = 1; number <= scale.customers(); number++) {
      Customer customer = customer(number, badCredits.next(), constants, random);
      Put row = Rows.packed(Keys.customer(warehouse, district, number), customer.pack());
      Rows.with(row, Columns.BALANCE, -PAID);
      Rows.with(row, Columns.YTD, PAID);
      Rows.with(row, Columns.PAYMENTS, 1);
      Rows.with(row, Columns.DELIVERIES, 0);
      row.addColumn(
          Columns.FAMILY,
          Columns.CUSTOMER_DATA,
          random.alphanumeric(300, 500).getBytes(StandardCharsets.US_ASCII));
      sink.add(TpccTable.CUSTOMER, row);
      sink.add(
          TpccTable.CUSTOMER_NAME,
          Rows.ofKey(
              Keys.customerName(warehouse, district, customer.last(), customer.first(), number)));
      History paid =
          new History(
              warehouse,
              district,
              number,
              database.createdMillis(),
              PAID,
              random.alphanumeric(12, 24));
      // Writers in runs have other numbers.
      sink.add(
          TpccTable.HISTORY,
          Rows.packed(Keys.history(warehouse, district, 0, number), paid.pack()));
    }
  }

  private Customer customer(
      int number, boolean badCredit, NuRandConstants constants, TpccRandom random) {
    int lastName =
        number <= NAMED_IN_ORDER ? number - 1 : random.lastName(constants, NAMED_IN_ORDER - 1);
    return new Customer(
        random.alphanumeric(8, 16),
        MIDDLE_NAME,
        LastNames.of(lastName),
        random.address(),
        random.digits(16),
        database.createdMillis(),
        badCredit ? Customer.BAD_CREDIT : Customer.GOOD_CREDIT,
        CREDIT_LIMIT,
        random.uniform(0, MAX_DISCOUNT));
  }
}
