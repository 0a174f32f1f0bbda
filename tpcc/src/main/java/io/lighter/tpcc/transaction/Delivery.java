// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.transaction;

import static io.lighter.tpcc.transaction.TpccClient.await;
import static io.lighter.tpcc.transaction.TpccClient.awaitAll;
import static io.lighter.tpcc.transaction.TpccClient.packed;

import io.lighter.tpcc.schema.Columns;
import io.lighter.tpcc.schema.DatabaseException;
import io.lighter.tpcc.schema.Keys;
import io.lighter.tpcc.schema.Order;
import io.lighter.tpcc.schema.OrderLine;
import io.lighter.tpcc.schema.TpccTable;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Delivers the oldest order of each district of a warehouse (clause 2.7) at once, without a queue.
 * The terminal that deletes the order's row in the new-order table delivers the order, because only
 * one delete succeeds.
 */
final class Delivery {
  /** Number of lost races for a district's oldest order after which the district is skipped. */
  private static final int MAX_ATTEMPTS = 10;

  private final TpccClient client;
  private final Clock clock;
  private final int districts;

  Delivery(TpccClient client, Clock clock, int districts) {
    this.client = client;
    this.clock = clock;
    this.districts = districts;
  }

  /** Runs the transaction; returns the number of districts without an order to deliver. */
  int run(DeliveryInput input) throws IOException {
    List<byte[]> claimed = claim(input.warehouse());
    if (!claimed.isEmpty()) {
      deliver(input, claimed);
    }
    return districts - claimed.size();
  }

  /** Claims the orders to deliver, and returns their keys. */
  private List<byte[]> claim(int warehouse) throws IOException {
    List<byte[]> claimed = new ArrayList<>();
    List<Integer> pending = IntStream.rangeClosed(1, districts).boxed().toList();
    for (int attempt = 0; attempt < MAX_ATTEMPTS && !pending.isEmpty(); attempt++) {
      List<byte[]> oldest = oldest(warehouse, pending);
      if (oldest.isEmpty()) {
        break;
      }
      List<CheckAndMutateResult> deleted =
          await(
              client.checkAndMutateAll(
                  TpccTable.NEW_ORDER, oldest.stream().map(Delivery::deleteIfThere).toList()));
      List<Integer> lost = new ArrayList<>();
      for (int i = 0; i < oldest.size(); i++) {
        if (deleted.get(i).isSuccess()) {
          claimed.add(oldest.get(i));
        } else {
          lost.add(Keys.districtOf(oldest.get(i)));
        }
      }
      pending = lost;
    }
    return claimed;
  }

  private List<byte[]> oldest(int warehouse, List<Integer> pending) throws IOException {
    List<CompletableFuture<List<Result>>> scans =
        pending.stream()
            .map(
                district ->
                    client.scan(
                        TpccTable.NEW_ORDER,
                        Keys.district(warehouse, district),
                        Keys.district(warehouse, district + 1),
                        1))
            .toList();
    List<byte[]> oldest = new ArrayList<>();
    for (CompletableFuture<List<Result>> scan : scans) {
      await(scan).forEach(row -> oldest.add(row.getRow()));
    }
    return oldest;
  }

  private static CheckAndMutate deleteIfThere(byte[] key) {
    return CheckAndMutate.newBuilder(key)
        .ifEquals(Columns.FAMILY, Columns.PACKED, Columns.undelivered())
        .build(new Delete(key));
  }

  private void deliver(DeliveryInput input, List<byte[]> keys) throws IOException {
    var orders = client.getAll(TpccTable.ORDERS, keys, Columns.PACKED);
    List<CompletableFuture<List<Result>>> lines = keys.stream().map(this::lines).toList();
    byte[] now = Bytes.toBytes(clock.millis());
    List<Put> carriers = new ArrayList<>();
    List<Put> dates = new ArrayList<>();
    List<Increment> customers = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      byte[] key = keys.get(i);
      Result order = await(orders).get(i);
      if (order.isEmpty()) {
        throw new DatabaseException(
            "no order %s belongs to a row of the new-order table"
                .formatted(Bytes.toStringBinary(key)));
      }
      carriers.add(
          new Put(key)
              .addColumn(Columns.FAMILY, Columns.CARRIER, Bytes.toBytes((long) input.carrier())));
      long amount = 0;
      for (Result line : await(lines.get(i))) {
        amount += OrderLine.unpack(packed(line)).amount();
        dates.add(new Put(line.getRow()).addColumn(Columns.FAMILY, Columns.DELIVERY_DATE, now));
      }
      int customer = Order.unpack(packed(order)).customer();
      customers.add(
          new Increment(Keys.customer(input.warehouse(), Keys.districtOf(key), customer))
              .addColumn(Columns.FAMILY, Columns.BALANCE, amount)
              .addColumn(Columns.FAMILY, Columns.DELIVERIES, 1));
    }
    awaitAll(
        client.putAll(TpccTable.ORDERS, carriers),
        client.putAll(TpccTable.ORDER_LINE, dates),
        client.batch(TpccTable.CUSTOMER, customers));
  }

  private CompletableFuture<List<Result>> lines(byte[] order) {
    return client.scan(
        TpccTable.ORDER_LINE, order, Keys.after(order), Integer.MAX_VALUE, Columns.PACKED);
  }
}
