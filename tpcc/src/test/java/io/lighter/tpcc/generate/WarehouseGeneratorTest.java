package io.lighter.tpcc.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lighter.tpcc.schema.Columns;
import io.lighter.tpcc.schema.Customer;
import io.lighter.tpcc.schema.Database;
import io.lighter.tpcc.schema.Item;
import io.lighter.tpcc.schema.Keys;
import io.lighter.tpcc.schema.Order;
import io.lighter.tpcc.schema.OrderLine;
import io.lighter.tpcc.schema.Scale;
import io.lighter.tpcc.schema.Stock;
import io.lighter.tpcc.schema.TpccTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Against the numbers of clause 4.3.3.1. */
class WarehouseGeneratorTest {
  private static final Database SPEC = new Database(1, Scale.SPEC, 7, 123, 1_700_000_000_000L);

  @Test
  void warehouseHasTheCardinalitiesOfTheSpecification() throws IOException {
    Seen seen = new Seen();
    new WarehouseGenerator(SPEC, 1).generate(seen);

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

  @Test
  void sameSeedIsTheSameRowsAndEachWarehouseHasItsOwn() throws IOException {
    Database database = new Database(2, Scale.REDUCED, 7, 123, 1_700_000_000_000L);

    assertThat(texts(database, 1)).isEqualTo(texts(database, 1));
    assertThat(texts(database, 1)).doesNotContainAnyElementsOf(texts(database, 2));
  }

  @Test
  void districtsAreUnlikeEachOtherAndTheirPartsMakeUpTheWarehouse() throws IOException {
    // 1,003 items do not go evenly into ten districts.
    Scale scale = new Scale(1_003, 10, 30, 9);
    Database database = new Database(1, scale, 7, 123, 1_700_000_000_000L);
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

  private static List<String> texts(Database database, int warehouse) throws IOException {
    List<String> texts = new ArrayList<>();
    new WarehouseGenerator(database, warehouse)
        .generate(
            (table, row) ->
                texts.add(table + Bytes.toStringBinary(row.getRow()) + row.toJSON(100)));
    return texts;
  }

  /** Counts rows, and looks at them one by one. */
  private static final class Seen implements RowSink {
    private final Map<TpccTable, Long> rows = new EnumMap<>(TpccTable.class);
    private final Set<Long> customersWithOrder = new HashSet<>();
    private final Set<Long> nextOrders = new HashSet<>();
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
        case ORDERS -> order(row);
        case ORDER_LINE -> orderLine(row);
        case WAREHOUSE -> warehouseYtd += number(row, Columns.YTD);
        case DISTRICT -> {
          districtYtd += number(row, Columns.YTD);
          nextOrders.add(number(row, Columns.NEXT_ORDER));
        }
        default -> {
          // Counted.
        }
      }
    }

    private void stock(Put row) {
      Stock stock = Stock.unpack(packed(row));
      assertThat(number(row, Columns.QUANTITY)).isBetween(10L, 100L);
      assertThat(stock.districtInfo().get(9)).hasSize(24);
      if (stock.data().contains(Item.ORIGINAL)) {
        originalStocks++;
      }
    }

    private void customer(Put row) {
      Customer customer = Customer.unpack(packed(row));
      int number = Keys.numberOf(row.getRow());
      assertThat(number(row, Columns.BALANCE)).isEqualTo(-10_00);
      assertThat(customer.discount()).isBetween(0, 50_00);
      if (customer.hasBadCredit()) {
        badCredits++;
      }
      if (number <= 1000 && customer.last().equals(LastNames.of(number - 1))) {
        namedInOrder++;
      }
    }

    private void order(Put row) {
      Order order = Order.unpack(packed(row));
      int number = Keys.numberOf(row.getRow());
      boolean hasCarrier = row.has(Columns.FAMILY, Columns.CARRIER);
      assertThat(hasCarrier).isEqualTo(number < 2101);
      assertThat(order.lines()).isBetween(5, 15);
      linesOfOrders += order.lines();
      customersWithOrder.add(Keys.districtOf(row.getRow()) * 10_000L + order.customer());
      if (!hasCarrier) {
        undeliveredOrders++;
      }
    }

    private static void orderLine(Put row) {
      OrderLine line = OrderLine.unpack(packed(row));
      boolean delivered = Keys.numberOf(row.getRow()) < 2101;
      assertThat(row.has(Columns.FAMILY, Columns.DELIVERY_DATE)).isEqualTo(delivered);
      assertThat(line.quantity()).isEqualTo(5);
      if (delivered) {
        assertThat(line.amount()).isZero();
      } else {
        assertThat(line.amount()).isBetween(1L, 9_999_99L);
      }
    }

    private static byte[] packed(Put row) {
      return CellUtil.cloneValue(row.get(Columns.FAMILY, Columns.PACKED).get(0));
    }

    private static long number(Put row, byte[] qualifier) {
      return Bytes.toLong(CellUtil.cloneValue(row.get(Columns.FAMILY, qualifier).get(0)));
    }
  }
}
