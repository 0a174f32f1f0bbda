// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.generate;

import io.lighter.tpcc.schema.Database;
import io.lighter.tpcc.schema.DatabaseException;
import io.lighter.tpcc.schema.DatabaseStore;
import io.lighter.tpcc.schema.Scale;
import io.lighter.tpcc.schema.SchemaCreator;
import io.lighter.tpcc.schema.TableNames;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;

/**
 * Creates a database and stores its initial rows, several districts at a time. A warehouse is
 * marked when all of its rows are stored. A load that finds an unfinished database stores the
 * unmarked warehouses again from their first row; the rows are the same.
 */
public final class Loader {
  private static final long LOOK_MS = 200;

  /** Limit per table; HBase splits large regions itself. */
  private static final int MAX_REGIONS = 1_000;

  /** Limit, because each thread has up to ten buffers of a megabyte. */
  private static final int MAX_THREADS = 1_000;

  private final Connection connection;
  private final TableNames names;
  private final Consumer<LoadProgress> progress;
  private final LongAdder storedRows = new LongAdder();

  /**
   * Creates a loader.
   *
   * @param progress receives the progress regularly in the loading thread
   */
  public Loader(Connection connection, TableNames names, Consumer<LoadProgress> progress) {
    this.connection = connection;
    this.names = names;
    this.progress = progress;
  }

  /**
   * Parameters of a load.
   *
   * @param seed seed of a new database; an existing one keeps its seed
   * @param regions number per table; 0 is one for each region server
   * @param threads number of threads, each of which loads one district at a time
   */
  public record Request(int warehouses, Scale scale, long seed, int regions, int threads) {
    public Request {
      if (warehouses < 1 || warehouses > Database.MAX_WAREHOUSES) {
        throw new IllegalArgumentException(
            "warehouses = %d: expected 1 to %d".formatted(warehouses, Database.MAX_WAREHOUSES));
      }
      if (regions < 0 || regions > MAX_REGIONS) {
        throw new IllegalArgumentException(
            "regions = %d: expected 0 to %d".formatted(regions, MAX_REGIONS));
      }
      long districts = (long) warehouses * scale.districts();
      if (threads < 1 || threads > Math.min(districts, MAX_THREADS)) {
        throw new IllegalArgumentException(
            "threads = %d: expected 1 to %d, and at most one for each of %d districts"
                .formatted(threads, MAX_THREADS, districts));
      }
    }
  }

  /** Drops the tables with any content. */
  public void drop() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      new SchemaCreator(admin, names).dropAll();
    }
  }

  /**
   * Loads the missing parts.
   *
   * @return whether a part was missing
   * @throws DatabaseException if the tables hold another database than the requested one, or a
   *     table is lost
   */
  public boolean load(Request request) throws IOException {
    DatabaseStore store = new DatabaseStore(connection, names);
    Optional<Database> existing = store.read();
    if (existing.isPresent()) {
      requireSame(existing.get(), request);
    }
    Database database = existing.isPresent() ? existing.get() : store.create(describe(request));
    requireSame(database, request);
    store.requireTables();
    createTables(database, request.regions());
    List<Integer> missing = missing(store, database);
    boolean items = !store.itemsLoaded();
    if (items) {
      try (BufferedRows rows = new BufferedRows(connection, names, storedRows)) {
        new ItemGenerator(database).generate(rows);
      }
      store.markItemsLoaded();
    }
    loadAll(store, database, missing, request.threads());
    return items || !missing.isEmpty();
  }

  private static Database describe(Request request) {
    TpccRandom random = new TpccRandom(request.seed());
    return new Database(
        request.warehouses(),
        request.scale(),
        random.seed(),
        NuRandConstants.forLoad(random).lastName(),
        System.currentTimeMillis());
  }

  private void requireSame(Database database, Request request) throws DatabaseException {
    boolean same =
        database.warehouses() == request.warehouses() && database.scale().equals(request.scale());
    if (!same) {
      throw new DatabaseException(
          ("the tables '%s' hold a database of %d warehouses (%s), not one of %d (%s):"
                  + " use another --table-prefix, or replace it with --replace")
              .formatted(
                  names.prefix(),
                  database.warehouses(),
                  database.scale(),
                  request.warehouses(),
                  request.scale()));
    }
  }

  private void createTables(Database database, int regions) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      int wanted = regions > 0 ? regions : Math.max(1, admin.getRegionServers().size());
      new SchemaCreator(admin, names).createMissing(database, wanted);
    }
  }

  private static List<Integer> missing(DatabaseStore store, Database database) throws IOException {
    Set<Integer> loaded = store.loadedWarehouses();
    List<Integer> missing = new ArrayList<>();
    for (int warehouse = 1; warehouse <= database.warehouses(); warehouse++) {
      if (!loaded.contains(warehouse)) {
        missing.add(warehouse);
      }
    }
    return missing;
  }

  private void loadAll(DatabaseStore store, Database database, List<Integer> missing, int threads)
      throws IOException {
    long expected = missing.size() * database.scale().expectedRowsPerWarehouse();
    int districts = database.scale().districts();
    Map<Integer, Integer> districtsLeft = new HashMap<>();
    int done = database.warehouses() - missing.size();
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      CompletionService<Integer> tasks = new ExecutorCompletionService<>(executor);
      for (int warehouse : missing) {
        districtsLeft.put(warehouse, districts);
        for (int district = 1; district <= districts; district++) {
          submit(tasks, part(database, warehouse, district));
        }
      }
      while (done < database.warehouses()) {
        Future<Integer> finished = tasks.poll(LOOK_MS, TimeUnit.MILLISECONDS);
        if (finished != null) {
          int warehouse = finished.get();
          if (districtsLeft.merge(warehouse, -1, Integer::sum) == 0) {
            store.markLoaded(warehouse);
            done++;
          }
        }
        progress.accept(new LoadProgress(storedRows.sum(), expected, done, database.warehouses()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("the load was interrupted");
    } catch (ExecutionException e) {
      throw new IOException("the load failed: " + e.getCause().getMessage(), e.getCause());
    } finally {
      executor.shutdownNow();
    }
  }

  private static void submit(CompletionService<Integer> tasks, Callable<Integer> task) {
    Future<Integer> unused = tasks.submit(task); // returned by poll()
  }

  /** A task that stores a district and returns the number of its warehouse. */
  private Callable<Integer> part(Database database, int warehouse, int district) {
    return () -> {
      try (BufferedRows rows = new BufferedRows(connection, names, storedRows)) {
        new WarehouseGenerator(database, warehouse).generatePart(district, rows);
      }
      return warehouse;
    };
  }
}
