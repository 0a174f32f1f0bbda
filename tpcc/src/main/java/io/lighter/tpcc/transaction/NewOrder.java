// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.transaction;

import static io.lighter.tpcc.transaction.TpccClient.await;
import static io.lighter.tpcc.transaction.TpccClient.awaitAll;
import static io.lighter.tpcc.transaction.TpccClient.number;
import static io.lighter.tpcc.transaction.TpccClient.packed;

import io.lighter.tpcc.schema.Columns;
import io.lighter.tpcc.schema.Customer;
import io.lighter.tpcc.schema.DatabaseException;
import io.lighter.tpcc.schema.Item;
import io.lighter.tpcc.schema.Keys;
import io.lighter.tpcc.schema.Order;
import io.lighter.tpcc.schema.OrderLine;
import io.lighter.tpcc.schema.Site;
import io.lighter.tpcc.schema.Stock;
import io.lighter.tpcc.schema.TpccTable;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.filter.LongComparator;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;

/**
 * Enters an order (clause 2.4) in four rounds: read everything; count the order and take the stock;
 * write the order and its lines; announce the order for delivery. A delivery therefore finds
 * complete orders only, and a transaction that rolls back has written nothing.
 */
final class NewOrder {
  private static final double WHOLE = 100_00;

  /** Level below which a stock is refilled. */
  private static final long MIN_STOCK = 10;

  private static final long REFILL = 91;

  private final TpccClient client;
  private final Clock clock;

  NewOrder(TpccClient client, Clock clock) {
    this.client = client;
    this.clock = clock;
  }

  /**
   * A placed order.
   *
   * @param total in cents, with discount and taxes
   * @param brand number of lines marked "B", whose item and stock are original
   */
  record Placed(int order, long total, int brand) {}

  /** Results of the first round; {@code stocks} are in the order of the input's lines. */
  private record Found(
      Site warehouse, Site district, Customer customer, List<Item> items, List<Stock> stocks) {}

  /** Runs the transaction; empty if an unknown item rolled it back. */
  Optional<Placed> run(NewOrderInput input) throws IOException {
    Optional<Found> found = read(input);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    CompletableFuture<Result> next =
        client.increment(
            TpccTable.DISTRICT,
            new Increment(Keys.district(input.warehouse(), input.district()))
                .addColumn(Columns.FAMILY, Columns.NEXT_ORDER, 1));
    List<CheckAndMutate> refills = takeStock(input);
    int order = Math.toIntExact(number(await(next), Columns.NEXT_ORDER) - 1);
    long amount = write(input, found.get(), order, refills);
    announce(input, order);
    return Optional.of(new Placed(order, total(found.get(), amount), brand(found.get())));
  }

  private Optional<Found> read(NewOrderInput input) throws IOException {
    List<byte[]> items = input.lines().stream().map(line -> Keys.item(line.item())).toList();
    List<byte[]> stocks =
        input.lines().stream()
            .map(line -> Keys.stock(line.supplyWarehouse(), line.item()))
            .toList();
    var warehouse =
        client.get(TpccTable.WAREHOUSE, Keys.warehouse(input.warehouse()), Columns.PACKED);
    var district =
        client.get(
            TpccTable.DISTRICT, Keys.district(input.warehouse(), input.district()), Columns.PACKED);
    var customer =
        client.get(
            TpccTable.CUSTOMER,
            Keys.customer(input.warehouse(), input.district(), input.customer()),
            Columns.PACKED);
    var itemRows = client.getAll(TpccTable.ITEM, items, Columns.PACKED);
    var stockRows = client.getAll(TpccTable.STOCK, stocks, Columns.PACKED);
    awaitAll(warehouse, district, customer, itemRows, stockRows);
    if (await(itemRows).stream().anyMatch(Result::isEmpty)) {
      return Optional.empty();
    }
    return Optional.of(
        new Found(
            Site.unpack(present(await(warehouse), "warehouse", input)),
            Site.unpack(present(await(district), "district", input)),
            Customer.unpack(present(await(customer), "customer", input)),
            unpackItems(await(itemRows), input),
            unpackStocks(await(stockRows), input)));
  }

  private static List<Item> unpackItems(List<Result> rows, NewOrderInput input)
      throws DatabaseException {
    List<Item> items = new ArrayList<>(rows.size());
    for (Result row : rows) {
      items.add(Item.unpack(present(row, "item", input)));
    }
    return items;
  }

  private static List<Stock> unpackStocks(List<Result> rows, NewOrderInput input)
      throws DatabaseException {
    List<Stock> stocks = new ArrayList<>(rows.size());
    for (Result row : rows) {
      stocks.add(Stock.unpack(present(row, "stock", input)));
    }
    return stocks;
  }

  /** Takes the items out of the stock; returns refills for low stocks. */
  private List<CheckAndMutate> takeStock(NewOrderInput input) throws IOException {
    List<Increment> increments = new ArrayList<>();
    for (NewOrderInput.Line line : input.lines()) {
      Increment increment =
          new Increment(Keys.stock(line.supplyWarehouse(), line.item()))
              .addColumn(Columns.FAMILY, Columns.QUANTITY, -line.quantity())
              .addColumn(Columns.FAMILY, Columns.YTD, line.quantity())
              .addColumn(Columns.FAMILY, Columns.ORDERS, 1);
      if (line.supplyWarehouse() != input.warehouse()) {
        increment.addColumn(Columns.FAMILY, Columns.REMOTE_ORDERS, 1);
      }
      increments.add(increment);
    }
    List<CheckAndMutate> refills = new ArrayList<>();
    for (Result stock : await(client.batch(TpccTable.STOCK, increments))) {
      if (number(stock, Columns.QUANTITY) < MIN_STOCK) {
        refills.add(refill(stock.getRow()));
      }
    }
    return refills;
  }

  /** Refills a stock unless another order has refilled it meanwhile. */
  private static CheckAndMutate refill(byte[] stock) {
    return CheckAndMutate.newBuilder(stock)
        .ifMatches(
            new SingleColumnValueFilter(
                Columns.FAMILY,
                Columns.QUANTITY,
                CompareOperator.LESS,
                new LongComparator(MIN_STOCK)))
        .build(new Increment(stock).addColumn(Columns.FAMILY, Columns.QUANTITY, REFILL));
  }

  /** Writes the order; returns the sum of the lines. */
  private long write(NewOrderInput input, Found found, int order, List<CheckAndMutate> refills)
      throws IOException {
    int warehouse = input.warehouse();
    int district = input.district();
    long sum = 0;
    List<Put> lines = new ArrayList<>();
    for (int i = 0; i < input.lines().size(); i++) {
      NewOrderInput.Line line = input.lines().get(i);
      long amount = (long) line.quantity() * found.items().get(i).price();
      sum += amount;
      OrderLine row =
          new OrderLine(
              line.item(),
              line.supplyWarehouse(),
              line.quantity(),
              amount,
              found.stocks().get(i).districtInfo().get(district - 1));
      lines.add(put(Keys.orderLine(warehouse, district, order, i + 1), row.pack()));
    }
    Order header = new Order(input.customer(), clock.millis(), lines.size(), input.allLocal());
    CompletableFuture<List<CheckAndMutateResult>> refilled =
        refills.isEmpty()
            ? CompletableFuture.completedFuture(List.of())
            : client.checkAndMutateAll(TpccTable.STOCK, refills);
    awaitAll(
        client.put(TpccTable.ORDERS, put(Keys.order(warehouse, district, order), header.pack())),
        client.put(
            TpccTable.CUSTOMER_ORDER,
            put(Keys.customerOrder(warehouse, district, input.customer(), order), new byte[0])),
        client.putAll(TpccTable.ORDER_LINE, lines),
        refilled);
    return sum;
  }

  private void announce(NewOrderInput input, int order) throws IOException {
    byte[] key = Keys.order(input.warehouse(), input.district(), order);
    await(client.put(TpccTable.NEW_ORDER, put(key, Columns.undelivered())));
  }

  private static long total(Found found, long amount) {
    double discounted = amount * (1 - found.customer().discount() / WHOLE);
    return Math.round(
        discounted * (1 + (found.warehouse().tax() + found.district().tax()) / WHOLE));
  }

  private static int brand(Found found) {
    int brand = 0;
    for (int i = 0; i < found.items().size(); i++) {
      if (found.items().get(i).isOriginal() && found.stocks().get(i).isOriginal()) {
        brand++;
      }
    }
    return brand;
  }

  private static Put put(byte[] key, byte[] packed) {
    return new Put(key).addColumn(Columns.FAMILY, Columns.PACKED, packed);
  }

  private static byte[] present(Result row, String what, NewOrderInput input)
      throws DatabaseException {
    if (row.isEmpty()) {
      throw new DatabaseException("there is no such " + what + ": " + input);
    }
    return packed(row);
  }
}
