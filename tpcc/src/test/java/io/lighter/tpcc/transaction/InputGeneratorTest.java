// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lighter.tpcc.generate.NuRandConstants;
import io.lighter.tpcc.generate.TpccRandom;
import io.lighter.tpcc.schema.Database;
import io.lighter.tpcc.schema.Scale;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Compares inputs with the numbers of clauses 2.4.1 to 2.8.1. */
class InputGeneratorTest {
  private static final int MANY = 50_000;

  private final TpccRandom random = new TpccRandom(42);

  @Test
  void onePercentOfNewOrdersEndWithAnUnusedItem() {
    List<NewOrderInput> orders = newOrders(generator(10));
    long rollbacks =
        orders.stream()
            .filter(order -> order.lines().get(order.lines().size() - 1).item() > 100_000)
            .count();

    assertThat((double) rollbacks / MANY).isCloseTo(0.01, within(0.002));
    assertThat(orders)
        .allSatisfy(
            order ->
                assertThat(order.lines().subList(0, order.lines().size() - 1))
                    .allMatch(line -> line.item() <= 100_000));
  }

  @Test
  void newOrderHas5To15LinesOf1To10ItemsWithOnePercentRemote() {
    List<NewOrderInput> orders = newOrders(generator(10));
    List<NewOrderInput.Line> lines =
        orders.stream().flatMap(order -> order.lines().stream()).toList();
    long remote =
        orders.stream()
            .mapToLong(
                order ->
                    order.lines().stream()
                        .filter(line -> line.supplyWarehouse() != order.warehouse())
                        .count())
            .sum();

    assertThat(orders).allMatch(order -> order.lines().size() >= 5 && order.lines().size() <= 15);
    assertThat((double) lines.size() / MANY).isCloseTo(10, within(0.1));
    assertThat(lines).allMatch(line -> line.quantity() >= 1 && line.quantity() <= 10);
    assertThat((double) remote / lines.size()).isCloseTo(0.01, within(0.001));
    assertThat(orders).allMatch(order -> order.customer() >= 1 && order.customer() <= 3000);
    assertThat(orders.stream().map(NewOrderInput::warehouse).distinct()).hasSize(10);
  }

  @Test
  void paymentsAreFifteenPercentRemoteAndSixtyPercentByName() {
    InputGenerator inputs = generator(10);
    List<PaymentInput> payments = IntStream.range(0, MANY).mapToObj(i -> inputs.payment()).toList();

    assertThat(
            share(
                payments.stream()
                    .filter(payment -> payment.customerWarehouse() != payment.warehouse())
                    .count()))
        .isCloseTo(0.15, within(0.01));
    assertThat(
            share(
                payments.stream()
                    .filter(payment -> payment.customer() instanceof CustomerKey.LastName)
                    .count()))
        .isCloseTo(0.60, within(0.01));
    assertThat(payments)
        .allMatch(payment -> payment.amount() >= 100 && payment.amount() <= 500_000);
    assertThat(payments)
        .filteredOn(payment -> payment.customerWarehouse() == payment.warehouse())
        .allMatch(payment -> payment.customerDistrict() == payment.district());
  }

  @Test
  void singleWarehouseHasNoRemoteInputs() {
    InputGenerator inputs = generator(1);

    assertThat(newOrders(inputs)).allMatch(NewOrderInput::allLocal);
    assertThat(IntStream.range(0, 1_000).mapToObj(i -> inputs.payment()))
        .allMatch(payment -> payment.customerWarehouse() == 1);
  }

  @Test
  void otherInputsAreWithinTheirRanges() {
    InputGenerator inputs = generator(10);

    assertThat(IntStream.range(0, 1_000).mapToObj(i -> inputs.delivery()))
        .allMatch(delivery -> delivery.carrier() >= 1 && delivery.carrier() <= 10);
    assertThat(IntStream.range(0, 1_000).mapToObj(i -> inputs.stockLevel()))
        .allMatch(level -> level.threshold() >= 10 && level.threshold() <= 20);
    assertThat(IntStream.range(0, 1_000).mapToObj(i -> inputs.orderStatus()))
        .allMatch(status -> status.district() >= 1 && status.district() <= 10);
  }

  @Test
  void mixIsThatOfThePaper() {
    Map<TransactionType, Integer> drawn = new EnumMap<>(TransactionType.class);
    for (int i = 0; i < MANY; i++) {
      drawn.merge(TransactionType.next(random), 1, Integer::sum);
    }

    Map.of(
            TransactionType.NEW_ORDER, 0.45,
            TransactionType.PAYMENT, 0.43,
            TransactionType.ORDER_STATUS, 0.04,
            TransactionType.DELIVERY, 0.04,
            TransactionType.STOCK_LEVEL, 0.04)
        .forEach(
            (type, expected) ->
                assertThat(share(drawn.get(type))).isCloseTo(expected, within(0.01)));
  }

  private InputGenerator generator(int warehouses) {
    Database database = new Database(warehouses, Scale.SPEC, 1, 100, 0);
    return new InputGenerator(database, NuRandConstants.forRun(random, 100), random);
  }

  private static List<NewOrderInput> newOrders(InputGenerator inputs) {
    return IntStream.range(0, MANY).mapToObj(i -> inputs.newOrder()).toList();
  }

  private static double share(long count) {
    return (double) count / MANY;
  }
}
