// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.transaction;

import static io.lighter.tpcc.transaction.TpccClient.await;
import static io.lighter.tpcc.transaction.TpccClient.awaitAll;
import static io.lighter.tpcc.transaction.TpccClient.getOf;
import static io.lighter.tpcc.transaction.TpccClient.packed;

import io.lighter.tpcc.schema.Columns;
import io.lighter.tpcc.schema.Customer;
import io.lighter.tpcc.schema.History;
import io.lighter.tpcc.schema.Keys;
import io.lighter.tpcc.schema.Site;
import io.lighter.tpcc.schema.TpccTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;

/**
 * Books a customer's payment (clause 2.5) in two rounds: add the amount to warehouse, district and
 * customer; write the history. Bad credit adds a third round, and a last name adds one at the
 * start.
 */
final class Payment {
  private static final int MAX_DATA = 500;
  private static final int MAX_ATTEMPTS = 20;
  private static final String GAP = "    ";

  private final TpccClient client;
  private final Customers customers;
  private final Clock clock;
  private final long writer;
  private final AtomicLong written = new AtomicLong();

  /**
   * Creates the transaction.
   *
   * @param writer unique number of this process for the history's keys
   */
  Payment(TpccClient client, Clock clock, long writer) {
    this.client = client;
    this.customers = new Customers(client);
    this.clock = clock;
    this.writer = writer;
  }

  void run(PaymentInput input) throws IOException {
    int number =
        customers.find(input.customerWarehouse(), input.customerDistrict(), input.customer());
    byte[] warehouseKey = Keys.warehouse(input.warehouse());
    byte[] districtKey = Keys.district(input.warehouse(), input.district());
    byte[] customerKey = Keys.customer(input.customerWarehouse(), input.customerDistrict(), number);

    var warehouse = readAndAdd(TpccTable.WAREHOUSE, new Increment(warehouseKey), input.amount());
    var district = readAndAdd(TpccTable.DISTRICT, new Increment(districtKey), input.amount());
    var customer =
        readAndAdd(
            TpccTable.CUSTOMER,
            new Increment(customerKey)
                .addColumn(Columns.FAMILY, Columns.BALANCE, -input.amount())
                .addColumn(Columns.FAMILY, Columns.PAYMENTS, 1),
            input.amount());
    awaitAll(warehouse, district, customer);

    History history =
        new History(
            input.customerWarehouse(),
            input.customerDistrict(),
            number,
            clock.millis(),
            input.amount(),
            site(await(warehouse)).name() + GAP + site(await(district)).name());
    byte[] historyKey =
        Keys.history(input.warehouse(), input.district(), writer, written.getAndIncrement());
    CompletableFuture<Void> historyWritten =
        client.put(
            TpccTable.HISTORY,
            new Put(historyKey).addColumn(Columns.FAMILY, Columns.PACKED, history.pack()));
    if (Customer.unpack(packed(await(customer).get(0))).hasBadCredit()) {
      remember(customerKey, input, number);
    }
    await(historyWritten);
  }

  /** Reads the constant columns and adds the amount to the year-to-date sum. */
  private CompletableFuture<List<Result>> readAndAdd(
      TpccTable table, Increment increment, long amount) {
    increment.addColumn(Columns.FAMILY, Columns.YTD, amount);
    return client.batch(table, List.of(getOf(increment.getRow(), Columns.PACKED), increment));
  }

  private static Site site(List<Result> readAndAdded) {
    return Site.unpack(packed(readAndAdded.get(0)));
  }

  /** Prepends the payment to the data of a customer with bad credit. */
  private void remember(byte[] key, PaymentInput input, int number) throws IOException {
    String payment =
        "%d %d %d %d %d %d|"
            .formatted(
                number,
                input.customerDistrict(),
                input.customerWarehouse(),
                input.district(),
                input.warehouse(),
                input.amount());
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      byte[] old =
          await(client.get(TpccTable.CUSTOMER, key, Columns.CUSTOMER_DATA))
              .getValue(Columns.FAMILY, Columns.CUSTOMER_DATA);
      String all = payment + new String(old, StandardCharsets.US_ASCII);
      byte[] changed =
          all.substring(0, Math.min(MAX_DATA, all.length())).getBytes(StandardCharsets.US_ASCII);
      CheckAndMutate change =
          CheckAndMutate.newBuilder(key)
              .ifEquals(Columns.FAMILY, Columns.CUSTOMER_DATA, old)
              .build(new Put(key).addColumn(Columns.FAMILY, Columns.CUSTOMER_DATA, changed));
      CheckAndMutateResult result = await(client.checkAndMutate(TpccTable.CUSTOMER, change));
      if (result.isSuccess()) {
        return;
      }
    }
    throw new IOException(
        "others changed C_DATA of customer %d in each of %d attempts"
            .formatted(number, MAX_ATTEMPTS));
  }
}
