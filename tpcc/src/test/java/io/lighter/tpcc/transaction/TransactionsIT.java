// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.transaction;

import static io.lighter.tpcc.transaction.StoredRows.packed;
import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.tpcc.MiniCluster;
import io.lighter.tpcc.generate.LastNames;
import io.lighter.tpcc.generate.Loader;
import io.lighter.tpcc.schema.Columns;
import io.lighter.tpcc.schema.Customer;
import io.lighter.tpcc.schema.History;
import io.lighter.tpcc.schema.Item;
import io.lighter.tpcc.schema.Keys;
import io.lighter.tpcc.schema.Order;
import io.lighter.tpcc.schema.OrderLine;
import io.lighter.tpcc.schema.Scale;
import io.lighter.tpcc.schema.Stock;
import io.lighter.tpcc.schema.TableNames;
import io.lighter.tpcc.schema.TpccTable;
import io.lighter.tpcc.transaction.StoredRows.Account;
import io.lighter.tpcc.transaction.StoredRows.InStock;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares results and stored rows of each transaction with the rows before. All tests share one
 * database; each prepares or first reads the rows that it depends on.
 */
@Timeout(600)
class TransactionsIT {
  private static final HBaseTestingUtility HBASE = new HBaseTestingUtility();
  private static final TableNames NAMES = new TableNames("transactions_");

  /** Orders 22 to 30 of each district are undelivered. */
  private static final Scale SCALE = new Scale(300, 4, 30, 9);

  private static final int HOME = 1;
  private static final int AWAY = 2;
  private static final long NOW = 1_800_000_000_000L;
  private static final Clock CLOCK = Clock.fixed(Instant.ofEpochMilli(NOW), ZoneOffset.UTC);

  private static TpccClient client;
  private static StoredRows stored;

  @BeforeAll
  static void load() throws Exception {
    MiniCluster.start(HBASE);
    new Loader(HBASE.getConnection(), NAMES, progress -> {})
        .load(new Loader.Request(2, SCALE, 1, 0, 2));
    stored = new StoredRows(HBASE.getConnection(), NAMES);
    client = TpccClient.connect(HBASE.getConfiguration(), NAMES);
  }

  @AfterAll
  static void stopHBase() throws Exception {
    if (client != null) {
      client.close();
    }
    HBASE.shutdownMiniCluster();
  }

  @Test
  void newOrderIsStoredWithLinesAndTotalIncludesDiscountAndTaxes() throws IOException {
    int district = 2;
    int customer = 7;
    NewOrderInput input =
        new NewOrderInput(
            HOME, district, customer, List.of(line(21, HOME, 1), line(22, AWAY, 10), line(23, 4)));
    // Only lines whose item and stock are both original are "brand": here the first.
    stored.putOriginal(21, true);
    stored.putOriginal(HOME, 21, true);
    stored.putOriginal(22, true);
    stored.putOriginal(AWAY, 22, false);
    stored.putOriginal(23, false);
    stored.putOriginal(HOME, 23, true);
    long next = stored.nextOrder(HOME, district);
    List<OrderLine> lines = expectedLines(input);

    Optional<NewOrder.Placed> placed = new NewOrder(client, CLOCK).run(input);

    int order = Math.toIntExact(next);
    assertThat(placed).contains(new NewOrder.Placed(order, expectedTotal(input, lines), 1));
    assertThat(stored.nextOrder(HOME, district)).isEqualTo(next + 1);
    byte[] key = Keys.order(HOME, district, order);
    Result header = stored.row(TpccTable.ORDERS, key);
    assertThat(Order.unpack(packed(header))).isEqualTo(new Order(customer, NOW, 3, false));
    assertThat(header.containsColumn(Columns.FAMILY, Columns.CARRIER)).isFalse();
    byte[] indexKey = Keys.customerOrder(HOME, district, customer, order);
    assertThat(stored.row(TpccTable.CUSTOMER_ORDER, indexKey).isEmpty()).isFalse();
    assertThat(packed(stored.row(TpccTable.NEW_ORDER, key))).isEqualTo(Columns.undelivered());
    List<Result> rows = stored.lines(HOME, district, order);
    assertThat(rows.stream().map(row -> Keys.lineOf(row.getRow()))).containsExactly(1, 2, 3);
    assertThat(rows).noneMatch(StoredRows::hasDeliveryDate);
    assertThat(StoredRows.unpacked(rows)).isEqualTo(lines);
  }

  @Test
  void newOrderTakesItemsFromStockAndRefillsLowStock() throws IOException {
    stored.putInStock(HOME, 11, new InStock(50, 300, 40, 5));
    stored.putInStock(HOME, 12, new InStock(17, 300, 40, 5));
    stored.putInStock(HOME, 13, new InStock(16, 300, 40, 5));
    stored.putInStock(HOME, 14, new InStock(30, 300, 40, 5));
    stored.putInStock(HOME, 15, new InStock(14, 300, 40, 5));
    stored.putInStock(HOME, 16, new InStock(60, 300, 40, 5));
    stored.putInStock(AWAY, 16, new InStock(10, 300, 40, 5));

    place(
        2,
        8,
        line(11, 5),
        line(12, 7),
        line(13, 7),
        line(14, 4),
        line(14, 6),
        line(15, 5),
        line(15, 6),
        line(16, AWAY, 10));

    assertThat(stored.inStock(HOME, 11)).isEqualTo(new InStock(45, 305, 41, 5));
    // 10 are enough, 9 are not.
    assertThat(stored.inStock(HOME, 12)).isEqualTo(new InStock(10, 307, 41, 5));
    assertThat(stored.inStock(HOME, 13)).isEqualTo(new InStock(9 + 91, 307, 41, 5));
    // Two lines of one item: both are taken, with one refill.
    assertThat(stored.inStock(HOME, 14)).isEqualTo(new InStock(20, 310, 42, 5));
    assertThat(stored.inStock(HOME, 15)).isEqualTo(new InStock(3 + 91, 311, 42, 5));
    // A line from another warehouse is counted there as remote.
    assertThat(stored.inStock(HOME, 16)).isEqualTo(new InStock(60, 300, 40, 5));
    assertThat(stored.inStock(AWAY, 16)).isEqualTo(new InStock(91, 310, 41, 6));
  }

  @Test
  void newOrderOfLocalItemsIsMarkedAllLocal() throws IOException {
    int order = place(2, 9, line(24, 1), line(25, 1));

    Result header = stored.row(TpccTable.ORDERS, Keys.order(HOME, 2, order));
    assertThat(Order.unpack(packed(header))).isEqualTo(new Order(9, NOW, 2, true));
  }

  @Test
  void newOrderOfAnUnusedItemIsRolledBackWithoutWrites() throws IOException {
    NewOrderInput input =
        new NewOrderInput(
            HOME, 2, 7, List.of(line(26, 10), line(27, AWAY, 10), line(SCALE.items() + 1, 10)));
    Map<TpccTable, List<String>> before = stored.everything();

    assertThat(new NewOrder(client, CLOCK).run(input)).isEmpty();

    assertThat(stored.everything()).isEqualTo(before);
  }

  @Test
  void paymentIsBookedAtItsDistrictAndOnTheRemoteCustomer() throws IOException {
    int customer = stored.customerWith(Customer.GOOD_CREDIT, AWAY, 3);
    byte[] warehouse = Keys.warehouse(HOME);
    byte[] district = Keys.district(HOME, 2);
    long warehouseYtd = stored.number(TpccTable.WAREHOUSE, warehouse, Columns.YTD);
    long districtYtd = stored.number(TpccTable.DISTRICT, district, Columns.YTD);
    long homeYtd = stored.number(TpccTable.WAREHOUSE, Keys.warehouse(AWAY), Columns.YTD);
    Account before = stored.account(AWAY, 3, customer);

    pay(101, AWAY, 3, new CustomerKey.Id(customer), 1_234_56);

    assertThat(stored.number(TpccTable.WAREHOUSE, warehouse, Columns.YTD))
        .isEqualTo(warehouseYtd + 1_234_56);
    assertThat(stored.number(TpccTable.DISTRICT, district, Columns.YTD))
        .isEqualTo(districtYtd + 1_234_56);
    assertThat(stored.number(TpccTable.WAREHOUSE, Keys.warehouse(AWAY), Columns.YTD))
        .isEqualTo(homeYtd);
    // C_DATA is unchanged, because the credit is good.
    assertThat(stored.account(AWAY, 3, customer))
        .isEqualTo(
            new Account(
                before.balance() - 1_234_56,
                before.paid() + 1_234_56,
                before.payments() + 1,
                before.deliveries(),
                before.data()));
    String data =
        stored.site(TpccTable.WAREHOUSE, warehouse).name()
            + "    "
            + stored.site(TpccTable.DISTRICT, district).name();
    assertThat(History.unpack(packed(stored.row(TpccTable.HISTORY, Keys.history(HOME, 2, 101, 0)))))
        .isEqualTo(new History(AWAY, 3, customer, NOW, 1_234_56, data));
  }

  @Test
  void paymentOfBadCreditIsPrependedToDataOf500Characters() throws IOException {
    int customer = stored.customerWith(Customer.BAD_CREDIT, AWAY, 3);
    byte[] key = Keys.customer(AWAY, 3, customer);
    // Customer, their district and warehouse, district and warehouse of the payment, amount.
    String payment = customer + " 3 2 2 1 4321|";
    stored.put(TpccTable.CUSTOMER, key, Columns.CUSTOMER_DATA, Bytes.toBytes("known before"));
    Account before = stored.account(AWAY, 3, customer);

    pay(102, AWAY, 3, new CustomerKey.Id(customer), 43_21);

    assertThat(stored.account(AWAY, 3, customer))
        .isEqualTo(
            new Account(
                before.balance() - 43_21,
                before.paid() + 43_21,
                before.payments() + 1,
                before.deliveries(),
                payment + "known before"));

    String full = "first" + "x".repeat(490) + "lasts";
    stored.put(TpccTable.CUSTOMER, key, Columns.CUSTOMER_DATA, Bytes.toBytes(full));

    pay(103, AWAY, 3, new CustomerKey.Id(customer), 43_21);

    assertThat(stored.account(AWAY, 3, customer).data())
        .hasSize(500)
        .isEqualTo(payment + full.substring(0, 500 - payment.length()));
  }

  /** Customer numbers are unordered, so that the middle customer by number differs. */
  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "3, 2", "4, 2", "5, 3"})
  void paymentByLastNameSelectsTheMiddleCustomerByFirstName(int namesakes, int middle)
      throws IOException {
    List<Integer> numbers = List.of(19, 14, 17, 18, 22);
    String last = LastNames.of(900 + namesakes); // without a customer so far
    for (int position = 1; position <= namesakes; position++) {
      stored.rename(HOME, 3, numbers.get(position - 1), "First" + position, last);
    }
    List<Long> expected = new ArrayList<>(stored.payments(HOME, 3));
    int paying = numbers.get(middle - 1);
    expected.set(paying - 1, expected.get(paying - 1) + 1);

    pay(200 + namesakes, HOME, 3, new CustomerKey.LastName(last), 1_00);

    assertThat(stored.payments(HOME, 3)).isEqualTo(expected);
  }

  @Test
  void orderStatusIsTheMostRecentOrderOfTheCustomerWithItsLines() throws IOException {
    int customer = 4;
    stored.put(
        TpccTable.CUSTOMER,
        Keys.customer(HOME, 1, customer),
        Columns.BALANCE,
        Bytes.toBytes(4_321_00L));
    String last = stored.customer(HOME, 1, customer).last();
    OrderStatus orderStatus = new OrderStatus(client);

    int loaded = stored.lastOrder(HOME, 1, customer);
    assertThat(orderStatus.run(new OrderStatusInput(HOME, 1, new CustomerKey.LastName(last))))
        .isEqualTo(status(customer, loaded));

    int latest = place(1, customer, line(31, 2), line(32, AWAY, 3));
    place(1, customer + 1, line(33, 1)); // another customer's
    place(2, customer, line(33, 1)); // the same number in another district
    Map<TpccTable, List<String>> before = stored.everything();

    assertThat(orderStatus.run(new OrderStatusInput(HOME, 1, new CustomerKey.Id(customer))))
        .isEqualTo(status(customer, latest));

    assertThat(latest).isGreaterThan(loaded);
    assertThat(stored.everything()).isEqualTo(before);
  }

  @Test
  void deliveryTakesTheOldestNewOrderOfEachDistrictAndCountsSkippedOnes() throws IOException {
    stored.deleteNewOrders(AWAY, 3);
    List<String> emptyDistrict = deliverable(AWAY, 3);
    List<Integer> others = List.of(1, 2, 4);
    Map<Integer, List<Integer>> waiting = new HashMap<>();
    Map<Integer, Account> accounts = new HashMap<>();
    for (int district : others) {
      List<Integer> newOrders = stored.newOrders(AWAY, district);
      waiting.put(district, newOrders);
      int customer = stored.customerOf(AWAY, district, newOrders.get(0));
      accounts.put(district, stored.account(AWAY, district, customer));
    }

    int skipped = new Delivery(client, CLOCK, SCALE.districts()).run(new DeliveryInput(AWAY, 7));

    assertThat(skipped).isEqualTo(1);
    assertThat(deliverable(AWAY, 3)).isEqualTo(emptyDistrict);
    for (int district : others) {
      List<Integer> before = waiting.get(district);
      assertThat(stored.newOrders(AWAY, district)).isEqualTo(before.subList(1, before.size()));
      assertDelivered(district, before.get(0), accounts.get(district));
      int next = before.get(1);
      assertThat(
              stored
                  .row(TpccTable.ORDERS, Keys.order(AWAY, district, next))
                  .containsColumn(Columns.FAMILY, Columns.CARRIER))
          .isFalse();
      assertThat(stored.lines(AWAY, district, next)).noneMatch(StoredRows::hasDeliveryDate);
    }
  }

  @Test
  void deliveryInAWarehouseWithoutNewOrdersSkipsAllItsDistricts() throws IOException {
    for (int district = 1; district <= SCALE.districts(); district++) {
      stored.deleteNewOrders(HOME, district);
    }
    Map<TpccTable, List<String>> before = stored.everything();

    assertThat(new Delivery(client, CLOCK, SCALE.districts()).run(new DeliveryInput(HOME, 7)))
        .isEqualTo(SCALE.districts());

    assertThat(stored.everything()).isEqualTo(before);
  }

  @Test
  void stockLevelCountsEachLowItemOfTheLastTwentyOrdersOnce() throws IOException {
    int district = 4;
    int next = Math.toIntExact(stored.nextOrder(HOME, district));
    for (int item = 1; item <= SCALE.items(); item++) {
      stored.putQuantity(HOME, item, 100);
    }
    List<Integer> items = stored.itemsWithoutOrder(HOME, district, SCALE.items());
    int tooOld = items.get(0);
    stored.putQuantity(HOME, tooOld, 3);
    stored.putLine(HOME, district, next - 21, 16, tooOld, HOME);
    int orderedTwice = items.get(1);
    stored.putQuantity(HOME, orderedTwice, 14);
    stored.putLine(HOME, district, next - 20, 16, orderedTwice, HOME);
    stored.putLine(HOME, district, next - 1, 16, orderedTwice, HOME);
    int of15 = items.get(2);
    stored.putQuantity(HOME, of15, 15);
    stored.putLine(HOME, district, next - 1, 17, of15, HOME);
    // The stock of the order's warehouse counts, also for lines supplied by others.
    int suppliedElsewhere = items.get(3);
    stored.putQuantity(HOME, suppliedElsewhere, 3);
    stored.putQuantity(AWAY, suppliedElsewhere, 100);
    stored.putLine(HOME, district, next - 1, 18, suppliedElsewhere, AWAY);
    int lowElsewhere = items.get(4);
    stored.putQuantity(AWAY, lowElsewhere, 3);
    stored.putLine(HOME, district, next - 1, 19, lowElsewhere, AWAY);
    int notOrdered = items.get(5);
    stored.putQuantity(HOME, notOrdered, 3);
    Map<TpccTable, List<String>> before = stored.everything();
    StockLevel stockLevel = new StockLevel(client);

    assertThat(stockLevel.run(new StockLevelInput(HOME, district, 3))).isZero();
    assertThat(stockLevel.run(new StockLevelInput(HOME, district, 4))).isEqualTo(1);
    assertThat(stockLevel.run(new StockLevelInput(HOME, district, 15))).isEqualTo(2);
    assertThat(stockLevel.run(new StockLevelInput(HOME, district, 16))).isEqualTo(3);

    assertThat(stored.everything()).isEqualTo(before);
  }

  private static NewOrderInput.Line line(int item, int quantity) {
    return line(item, HOME, quantity);
  }

  private static NewOrderInput.Line line(int item, int supplyWarehouse, int quantity) {
    return new NewOrderInput.Line(item, supplyWarehouse, quantity);
  }

  /** Places an order in the home warehouse; returns its number. */
  private static int place(int district, int customer, NewOrderInput.Line... lines)
      throws IOException {
    NewOrderInput input = new NewOrderInput(HOME, district, customer, List.of(lines));
    return new NewOrder(client, CLOCK).run(input).orElseThrow().order();
  }

  private static List<OrderLine> expectedLines(NewOrderInput input) throws IOException {
    List<OrderLine> lines = new ArrayList<>();
    for (NewOrderInput.Line line : input.lines()) {
      Item item = Item.unpack(packed(stored.row(TpccTable.ITEM, Keys.item(line.item()))));
      byte[] stockKey = Keys.stock(line.supplyWarehouse(), line.item());
      Stock stock = Stock.unpack(packed(stored.row(TpccTable.STOCK, stockKey)));
      lines.add(
          new OrderLine(
              line.item(),
              line.supplyWarehouse(),
              line.quantity(),
              (long) line.quantity() * item.price(),
              stock.districtInfo().get(input.district() - 1)));
    }
    return lines;
  }

  /** The total, rounded once at the end to cents. */
  private static long expectedTotal(NewOrderInput input, List<OrderLine> lines) throws IOException {
    byte[] warehouse = Keys.warehouse(input.warehouse());
    byte[] district = Keys.district(input.warehouse(), input.district());
    int warehouseTax = stored.site(TpccTable.WAREHOUSE, warehouse).tax();
    int districtTax = stored.site(TpccTable.DISTRICT, district).tax();
    int discount =
        stored.customer(input.warehouse(), input.district(), input.customer()).discount();
    // Different values ensure that a missing one is detected.
    assertThat(List.of(warehouseTax, districtTax, discount)).doesNotContain(0);
    BigDecimal taxed =
        BigDecimal.ONE
            .add(BigDecimal.valueOf(warehouseTax, 4))
            .add(BigDecimal.valueOf(districtTax, 4));
    BigDecimal discounted = BigDecimal.ONE.subtract(BigDecimal.valueOf(discount, 4));
    return BigDecimal.valueOf(lines.stream().mapToLong(OrderLine::amount).sum())
        .multiply(discounted)
        .multiply(taxed)
        .setScale(0, RoundingMode.HALF_UP)
        .longValueExact();
  }

  /** Pays in district 2 of the home warehouse. */
  private static void pay(
      long writer, int customerWarehouse, int customerDistrict, CustomerKey customer, long amount)
      throws IOException {
    new Payment(client, CLOCK, writer)
        .run(new PaymentInput(HOME, 2, customerWarehouse, customerDistrict, customer, amount));
  }

  private static OrderStatus.Status status(int customer, int order) throws IOException {
    List<OrderLine> lines = StoredRows.unpacked(stored.lines(HOME, 1, order));
    assertThat(lines).isNotEmpty();
    return new OrderStatus.Status(customer, 4_321_00, order, lines);
  }

  /** All cells that a delivery changes in a district, besides new orders. */
  private static List<String> deliverable(int warehouse, int district) throws IOException {
    List<String> cells = new ArrayList<>();
    for (TpccTable table : List.of(TpccTable.ORDERS, TpccTable.ORDER_LINE, TpccTable.CUSTOMER)) {
      cells.addAll(StoredRows.cells(stored.district(table, warehouse, district)));
    }
    return cells;
  }

  private static void assertDelivered(int district, int order, Account before) throws IOException {
    Result header = stored.row(TpccTable.ORDERS, Keys.order(AWAY, district, order));
    assertThat(StoredRows.number(header, Columns.CARRIER)).isEqualTo(7);
    List<Result> lines = stored.lines(AWAY, district, order);
    assertThat(lines)
        .hasSize(Order.unpack(packed(header)).lines())
        .allMatch(line -> StoredRows.number(line, Columns.DELIVERY_DATE) == NOW);
    long amount = StoredRows.unpacked(lines).stream().mapToLong(OrderLine::amount).sum();
    assertThat(stored.account(AWAY, district, Order.unpack(packed(header)).customer()))
        .isEqualTo(
            new Account(
                before.balance() + amount,
                before.paid(),
                before.payments(),
                before.deliveries() + 1,
                before.data()));
  }
}
