// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lighter.tpcc.schema.Columns;
import io.lighter.tpcc.schema.Customer;
import io.lighter.tpcc.schema.Database;
import io.lighter.tpcc.schema.History;
import io.lighter.tpcc.schema.Item;
import io.lighter.tpcc.schema.Keys;
import io.lighter.tpcc.schema.Order;
import io.lighter.tpcc.schema.OrderLine;
import io.lighter.tpcc.schema.Scale;
import io.lighter.tpcc.schema.Site;
import io.lighter.tpcc.schema.Stock;
import io.lighter.tpcc.schema.TpccTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Compares generated rows with the numbers of clause 4.3.3.1. */
class WarehouseGeneratorTest {
  private static final long CREATED = 1_700_000_000_000L;
  private static final Database SPEC = new Database(3, Scale.SPEC, 7, 123, CREATED);

  /** Avoids the first warehouse, whose number occurs in many rows. */
  private static final int W = 2;

  @Test
  void warehouseHasTheCardinalitiesOfTheSpecification() throws IOException {
    Seen seen = new Seen();
    new WarehouseGenerator(SPEC, W).generate(seen);

    assertThat(seen.rows)
        .containsEntry(TpccTable.WAREHOUSE, 1L)
        .containsEntry(TpccTable.DISTRICT, 10L)
        .containsEntry(TpccTable.STOCK, 100_000L)
        .containsEntry(TpccTable.CUSTOMER, 30_000L)
        .containsEntry(TpccTable.CUSTOMER_NAME, 30_000L)
        .containsEntry(TpccTable.HISTORY, 30_000L)
        .containsEntry(TpccTable.ORDERS, 30_000L)
        .containsEntry(TpccTable.CUSTOMER_ORDER, 30_000L)
        .containsEntry(TpccTable.NEW_ORDER, 9_000L)
        .doesNotContainKey(TpccTable.ITEM);
    assertThat(seen.rows.get(TpccTable.ORDER_LINE)).isCloseTo(300_000, within(3_000L));
    assertThat(seen.originalStocks).isEqualTo(10_000);
    assertThat(seen.badCredits).isEqualTo(3_000);
    assertThat(seen.namedInOrder).isEqualTo(10_000);
    assertThat(seen.undeliveredOrders).isEqualTo(9_000);
    assertThat(seen.customersWithOrder).hasSize(30_000);
    assertThat(seen.linesOfOrders).isEqualTo(seen.rows.get(TpccTable.ORDER_LINE));
    assertThat(seen.warehouseYtd).isEqualTo(300_000_00L);
    assertThat(seen.districtYtd).isEqualTo(10 * 30_000_00L);
    assertThat(seen.nextOrders).containsExactly(3001L);
    assertThat(Scale.SPEC.expectedRowsPerWarehouse())
        .isCloseTo(seen.rows.values().stream().mapToLong(Long::longValue).sum(), within(10_000L));
    assertThat(seen.ranges)
        .containsEntry("S_QUANTITY", new Range(10, 100))
        .containsEntry("length of S_DATA", new Range(26, 50))
        .containsEntry("length of C_FIRST", new Range(8, 16))
        .containsEntry("length of C_DATA", new Range(300, 500))
        .containsEntry("length of H_DATA", new Range(12, 24))
        .containsEntry("H_C_ID", new Range(1, 3_000))
        .containsEntry("O_OL_CNT", new Range(5, 15))
        .containsEntry("O_CARRIER_ID", new Range(1, 10))
        .containsEntry("NO_O_ID", new Range(2_101, 3_000));
    assertThat(seen.laterNames.values().stream().mapToInt(Integer::intValue).sum())
        .isEqualTo(20_000);
    assertThat(distanceFromNuRand(seen.laterNames)).isLessThan(0.1);
  }

  @Test
  void thereAre100000ItemsOneInTenOfThemOriginal() throws IOException {
    List<Item> items = new ArrayList<>();
    new ItemGenerator(SPEC).generate((table, row) -> items.add(Item.unpack(Seen.packed(row))));

    assertThat(items).hasSize(100_000);
    assertThat(items.stream().filter(item -> item.data().contains(Item.ORIGINAL))).hasSize(10_000);
    assertThat(items)
        .allMatch(item -> item.price() >= 100 && item.price() <= 10_000)
        .allMatch(item -> item.image() >= 1 && item.image() <= 10_000)
        .allMatch(item -> item.name().length() >= 14 && item.name().length() <= 24);
  }

  /** Resumed loads rely on this; their threads generate districts in any order. */
  @Test
  void sameSeedGivesTheSameCellsInAnyOrderOfDistricts() throws IOException {
    Set<String> rows = new TreeSet<>();
    new WarehouseGenerator(reduced(7), 1).generate((table, row) -> rows.add(cells(table, row)));
    Set<String> again = new TreeSet<>();
    WarehouseGenerator generator = new WarehouseGenerator(reduced(7), 1);
    for (int district = Scale.REDUCED.districts(); district > 0; district--) {
      generator.generatePart(district, (table, row) -> again.add(cells(table, row)));
    }

    assertThat(rows).hasSizeGreaterThan(5_000);
    assertThat(again).isEqualTo(rows);
    assertThat(items(reduced(7))).hasSize(1_000).isEqualTo(items(reduced(7)));
  }

  @Test
  void anotherWarehouseAndAnotherSeedHaveOtherTexts() throws IOException {
    Map<TpccTable, Set<String>> texts = texts(reduced(7), 1);
    // A distant seed, as a load would draw it. With the next seed, a district would have the texts
    // of its neighbour.
    long otherSeed = new TpccRandom(8).seed();

    assertThat(texts).hasSize(6);
    assertNothingInCommon(texts, texts(reduced(7), 2));
    assertNothingInCommon(texts, texts(reduced(otherSeed), 1));
    assertThat(items(reduced(7))).doesNotContainAnyElementsOf(items(reduced(otherSeed)));
  }

  @Test
  void districtsDifferAndTheirPartsMakeUpTheWarehouse() throws IOException {
    // 1,003 items leave a remainder in ten districts.
    Scale scale = new Scale(1_003, 10, 30, 9);
    Database database = new Database(1, scale, 7, 123, CREATED);
    WarehouseGenerator generator = new WarehouseGenerator(database, 1);
    Set<String> stocks = new HashSet<>();
    List<String> customers = new ArrayList<>();
    for (int district = scale.districts(); district > 0; district--) {
      generator.generatePart(
          district,
          (table, row) -> {
            if (table == TpccTable.STOCK) {
              stocks.add(Bytes.toStringBinary(row.getRow()));
            } else if (table == TpccTable.CUSTOMER) {
              customers.add(Customer.unpack(Seen.packed(row)).first());
            }
          });
    }

    assertThat(stocks).hasSize(1_003);
    assertThat(customers).hasSize(300).doesNotHaveDuplicates();
  }

  private static Database reduced(long seed) {
    return new Database(2, Scale.REDUCED, seed, 123, CREATED);
  }

  /** All stored cells of a row. */
  private static String cells(TpccTable table, Put row) {
    String key = table + " " + Bytes.toStringBinary(row.getRow());
    return row.getFamilyCellMap().values().stream()
        .flatMap(List::stream)
        .map(
            cell ->
                Bytes.toStringBinary(CellUtil.cloneQualifier(cell))
                    + "="
                    + Bytes.toStringBinary(CellUtil.cloneValue(cell)))
        .collect(Collectors.joining(" ", key + " ", ""));
  }

  private static List<String> items(Database database) throws IOException {
    List<String> items = new ArrayList<>();
    new ItemGenerator(database)
        .generate((table, row) -> items.add(Item.unpack(Seen.packed(row)).toString()));
    return items;
  }

  /** Random texts in a warehouse's rows, without numbers that identify rows. */
  private static Map<TpccTable, Set<String>> texts(Database database, int warehouse)
      throws IOException {
    Map<TpccTable, Set<String>> texts = new EnumMap<>(TpccTable.class);
    new WarehouseGenerator(database, warehouse)
        .generate(
            (table, row) ->
                text(table, Seen.packed(row))
                    .ifPresent(
                        text -> texts.computeIfAbsent(table, t -> new HashSet<>()).add(text)));
    return texts;
  }

  private static Optional<String> text(TpccTable table, byte[] packed) {
    return switch (table) {
      case WAREHOUSE, DISTRICT -> Optional.of(Site.unpack(packed).toString());
      case CUSTOMER -> Optional.of(Customer.unpack(packed).toString());
      case HISTORY -> Optional.of(History.unpack(packed).data());
      case ORDER_LINE -> Optional.of(OrderLine.unpack(packed).districtInfo());
      case STOCK -> Optional.of(Stock.unpack(packed).toString());
      // These rows contain only keys and small numbers.
      case META, CUSTOMER_NAME, NEW_ORDER, ORDERS, CUSTOMER_ORDER, ITEM -> Optional.empty();
    };
  }

  private static void assertNothingInCommon(
      Map<TpccTable, Set<String>> texts, Map<TpccTable, Set<String>> others) {
    texts.forEach(
        (table, ofTable) ->
            assertThat(others.get(table))
                .as(table.name())
                .isNotEmpty()
                .doesNotContainAnyElementsOf(ofTable));
  }

  /**
   * Distance of the frequencies of names from NURand(255, 0, 999): 0.07 for this many random names,
   * more than 0.5 for uniform names or another C.
   */
  private static double distanceFromNuRand(Map<String, Integer> names) {
    int[] likely = new int[1_000];
    for (int ofA = 0; ofA <= 255; ofA++) {
      for (int ofRange = 0; ofRange <= 999; ofRange++) {
        likely[TpccRandom.nuRand(ofA, ofRange, SPEC.lastNameConstant(), 0, 999)]++;
      }
    }
    double all = names.values().stream().mapToInt(Integer::intValue).sum();
    double distance = 0;
    for (int number = 0; number <= 999; number++) {
      double share = names.getOrDefault(LastNames.of(number), 0) / all;
      distance += Math.abs(share - likely[number] / 256_000.0);
    }
    return distance / 2;
  }

  /** Smallest and largest value of an attribute. */
  private record Range(long min, long max) {
    Range with(Range other) {
      return new Range(Math.min(min, other.min), Math.max(max, other.max));
    }
  }

  /** Counts and checks rows. */
  private static final class Seen implements RowSink {
    private final Map<TpccTable, Long> rows = new EnumMap<>(TpccTable.class);
    private final Set<Long> customersWithOrder = new HashSet<>();
    private final Set<Long> nextOrders = new HashSet<>();
    private final Map<String, Range> ranges = new TreeMap<>();
    private final Map<String, Integer> laterNames = new HashMap<>();
    private int originalStocks;
    private int badCredits;
    private int namedInOrder;
    private int undeliveredOrders;
    private long linesOfOrders;
    private long warehouseYtd;
    private long districtYtd;

    @Override
    public void add(TpccTable table, Put row) {
      rows.merge(table, 1L, Long::sum);
      switch (table) {
        case STOCK -> stock(row);
        case CUSTOMER -> customer(row);
        case HISTORY -> history(row);
        case NEW_ORDER -> saw("NO_O_ID", Keys.numberOf(row.getRow()));
        case ORDERS -> order(row);
        case ORDER_LINE -> orderLine(row);
        case WAREHOUSE -> {
          site(row);
          warehouseYtd += number(row, Columns.YTD);
        }
        case DISTRICT -> {
          site(row);
          districtYtd += number(row, Columns.YTD);
          nextOrders.add(number(row, Columns.NEXT_ORDER));
        }
        default -> {
          // Counted only.
        }
      }
    }

    private void saw(String what, long value) {
      ranges.merge(what, new Range(value, value), Range::with);
    }

    private static void site(Put row) {
      Site site = Site.unpack(packed(row));
      assertThat(site.name()).hasSizeBetween(6, 10);
      assertThat(site.tax()).isBetween(0, 20_00);
    }

    private void stock(Put row) {
      Stock stock = Stock.unpack(packed(row));
      saw("S_QUANTITY", number(row, Columns.QUANTITY));
      assertThat(number(row, Columns.YTD)).isZero();
      assertThat(number(row, Columns.ORDERS)).isZero();
      assertThat(number(row, Columns.REMOTE_ORDERS)).isZero();
      assertThat(stock.districtInfo()).hasSize(10).allMatch(info -> info.length() == 24);
      saw("length of S_DATA", stock.data().length());
      if (stock.data().contains(Item.ORIGINAL)) {
        originalStocks++;
      }
    }

    private void customer(Put row) {
      Customer customer = Customer.unpack(packed(row));
      int number = Keys.numberOf(row.getRow());
      assertThat(number(row, Columns.BALANCE)).isEqualTo(-10_00);
      assertThat(number(row, Columns.YTD)).isEqualTo(10_00);
      assertThat(number(row, Columns.PAYMENTS)).isEqualTo(1);
      assertThat(number(row, Columns.DELIVERIES)).isZero();
      saw("length of C_DATA", value(row, Columns.CUSTOMER_DATA).length);
      saw("length of C_FIRST", customer.first().length());
      assertThat(customer.middle()).isEqualTo("OE");
      assertThat(customer.phone()).matches("[0-9]{16}");
      assertThat(customer.sinceMillis()).isEqualTo(CREATED);
      assertThat(customer.credit()).isIn("GC", "BC");
      assertThat(customer.creditLimit()).isEqualTo(50_000_00);
      assertThat(customer.discount()).isBetween(0, 50_00);
      if (customer.hasBadCredit()) {
        badCredits++;
      }
      if (number > 1000) {
        laterNames.merge(customer.last(), 1, Integer::sum);
      } else if (customer.last().equals(LastNames.of(number - 1))) {
        namedInOrder++;
      }
    }

    private void history(Put row) {
      History history = History.unpack(packed(row));
      assertThat(history.warehouse()).isEqualTo(W);
      assertThat(history.district()).isEqualTo(Keys.districtOf(row.getRow()));
      assertThat(history.dateMillis()).isEqualTo(CREATED);
      assertThat(history.amount()).isEqualTo(10_00);
      saw("H_C_ID", history.customer());
      saw("length of H_DATA", history.data().length());
    }

    private void order(Put row) {
      Order order = Order.unpack(packed(row));
      int number = Keys.numberOf(row.getRow());
      boolean hasCarrier = row.has(Columns.FAMILY, Columns.CARRIER);
      assertThat(hasCarrier).isEqualTo(number < 2101);
      assertThat(order.entryMillis()).isEqualTo(CREATED);
      assertThat(order.allLocal()).isTrue();
      saw("O_OL_CNT", order.lines());
      linesOfOrders += order.lines();
      customersWithOrder.add(Keys.districtOf(row.getRow()) * 10_000L + order.customer());
      if (hasCarrier) {
        saw("O_CARRIER_ID", number(row, Columns.CARRIER));
      } else {
        undeliveredOrders++;
      }
    }

    private static void orderLine(Put row) {
      OrderLine line = OrderLine.unpack(packed(row));
      boolean delivered = Keys.numberOf(row.getRow()) < 2101;
      assertThat(row.has(Columns.FAMILY, Columns.DELIVERY_DATE)).isEqualTo(delivered);
      assertThat(line.item()).isBetween(1, 100_000);
      assertThat(line.supplyWarehouse()).isEqualTo(W);
      assertThat(line.quantity()).isEqualTo(5);
      assertThat(line.districtInfo()).hasSize(24);
      if (delivered) {
        assertThat(number(row, Columns.DELIVERY_DATE)).isEqualTo(CREATED);
        assertThat(line.amount()).isZero();
      } else {
        assertThat(line.amount()).isBetween(1L, 9_999_99L);
      }
    }

    private static byte[] packed(Put row) {
      return value(row, Columns.PACKED);
    }

    private static long number(Put row, byte[] qualifier) {
      return Bytes.toLong(value(row, qualifier));
    }

    private static byte[] value(Put row, byte[] qualifier) {
      return CellUtil.cloneValue(row.get(Columns.FAMILY, qualifier).get(0));
    }
  }
}
