package io.lighter.server;

import io.lighter.common.protocol.LighterProtos.Refusal;
import io.lighter.server.cache.CacheEvents;
import io.lighter.server.channel.ChannelEvents;
import io.lighter.server.job.JobEvents;
import java.io.Closeable;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.Gauge;
import org.apache.hadoop.hbase.metrics.Histogram;
import org.apache.hadoop.hbase.metrics.MetricRegistries;
import org.apache.hadoop.hbase.metrics.MetricRegistry;
import org.apache.hadoop.hbase.metrics.MetricRegistryInfo;

/**
 * What happened since this server started; in HBase's metrics as {@code
 * Hadoop:service=CompactionServer,name=LighterCompactionServer}. Nothing resets. Thread-safe.
 *
 * <p>A job counts as accepted once and then as exactly one of failed, cancelled or handed over; it
 * is completed once its output is durable, and may still be cancelled then. Servers that share a
 * process share the registry, hence the counters of its own for reports.
 *
 * <p>Of the output cache: outputs kept since the start, chunks and their compressed bytes as often
 * as they were sent, chunks left out (no memory, or they could not be made), and outputs forgotten
 * because nobody asked for them any more. Of chunk channels: those that were opened with a ticket,
 * and connections that were closed for what their peer did.
 */
final class ServerMetrics implements JobEvents, CacheEvents, ChannelEvents, Closeable {
  static final MetricRegistryInfo INFO =
      new MetricRegistryInfo(
          "CompactionServer",
          "Compactions for region servers",
          "CompactionServer",
          "LighterCompactionServer",
          false);

  private final MetricRegistry registry = MetricRegistries.global().create(INFO);
  private final Tally accepted = new Tally(registry.counter("acceptedJobs"));
  private final Tally completed = new Tally(registry.counter("completedJobs"));
  private final Tally failed = new Tally(registry.counter("failedJobs"));
  private final Tally cancelled = new Tally(registry.counter("cancelledJobs"));
  private final Tally refused = new Tally(registry.counter("refusedRequests"));
  private final Tally bytesRead = new Tally(registry.counter("bytesRead"));
  private final Tally bytesWritten = new Tally(registry.counter("bytesWritten"));
  private final Tally keptOutputs = new Tally(registry.counter("keptOutputs"));
  private final Tally chunksServed = new Tally(registry.counter("chunksServed"));
  private final Tally chunkBytesServed = new Tally(registry.counter("chunkBytesServed"));
  private final Tally chunksDropped = new Tally(registry.counter("chunksDropped"));
  private final Tally leasesEnded = new Tally(registry.counter("leasesEnded"));
  private final Tally channelsOpened = new Tally(registry.counter("chunkChannelsOpened"));
  private final Tally channelsRefused = new Tally(registry.counter("chunkChannelsRefused"));
  private final AtomicInteger failuresInARow = new AtomicInteger();
  private final Histogram waitMs = registry.histogram("waitMillis");
  private final Histogram runMs = registry.histogram("runMillis");

  /** One count, for the registry and for this server alone. */
  private record Tally(Counter shared, LongAdder own) {
    Tally(Counter shared) {
      this(shared, new LongAdder());
    }

    void add(long n) {
      shared.increment(n);
      own.add(n);
    }
  }

  /** Shows a value of the moment. */
  void gauge(String name, LongSupplier value) {
    registry.register(name, (Gauge<Long>) value::getAsLong);
  }

  @Override
  public void accepted() {
    accepted.add(1);
  }

  @Override
  public void started(long waited) {
    waitMs.update(waited);
  }

  @Override
  public void completed(long ran, long read, long written) {
    completed.add(1);
    failuresInARow.set(0);
    bytesRead.add(read);
    bytesWritten.add(written);
    runMs.update(ran);
  }

  @Override
  public void failed() {
    failed.add(1);
    failuresInARow.incrementAndGet();
  }

  @Override
  public void cancelled() {
    cancelled.add(1);
  }

  @Override
  public void outputKept() {
    keptOutputs.add(1);
  }

  @Override
  public void chunkServed(long bytes) {
    chunksServed.add(1);
    chunkBytesServed.add(bytes);
  }

  @Override
  public void chunkDropped() {
    chunksDropped.add(1);
  }

  @Override
  public void leaseEnded() {
    leasesEnded.add(1);
  }

  @Override
  public void channelOpened() {
    channelsOpened.add(1);
  }

  @Override
  public void channelRefused() {
    channelsRefused.add(1);
  }

  void refused(Refusal refusal) {
    refused.add(1);
    registry.counter("refusedRequests_" + refusal.name().toLowerCase(Locale.ROOT)).increment();
  }

  long completedJobs() {
    return completed.own().sum();
  }

  long failedJobs() {
    return failed.own().sum();
  }

  long cancelledJobs() {
    return cancelled.own().sum();
  }

  long refusedRequests() {
    return refused.own().sum();
  }

  /** Jobs that failed since the last one that completed. */
  int failuresInARow() {
    return failuresInARow.get();
  }

  /** Compressed bytes of chunks sent. */
  long streamedBytes() {
    return chunkBytesServed.own().sum();
  }

  /** Input bytes read by completed jobs. */
  long compactedBytes() {
    return bytesRead.own().sum();
  }

  @Override
  public void close() {
    MetricRegistries.global().remove(INFO);
  }
}
