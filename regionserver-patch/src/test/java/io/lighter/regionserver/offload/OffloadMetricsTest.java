// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.engine.TierFigures;
import io.lighter.common.metrics.LighterMetric;
import io.lighter.common.metrics.MetricProcess;
import io.lighter.common.metrics.MetricSet;
import io.lighter.common.protocol.LighterProtos.ReasonCount;
import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.common.rpc.RpcCaller;
import io.lighter.engine.placement.TierAudit;
import io.lighter.engine.read.ResidentFilters;
import io.lighter.engine.read.SearchPool;
import io.lighter.engine.tiered.TieredMetrics;
import io.lighter.index.region.IndexRegionMetrics;
import io.lighter.regionserver.channel.ChunkChannels;
import io.lighter.regionserver.commit.TransactionMetrics;
import io.lighter.regionserver.local.LocalReason;
import io.lighter.regionserver.structure.MeasuredTable;
import io.lighter.regionserver.warmup.RegionServerWarmups;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.metrics.MetricRegistries;
import org.apache.hadoop.hbase.metrics.MetricRegistry;
import org.apache.hadoop.hbase.metrics.impl.HBaseMetrics2HadoopMetricsAdapter;
import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.MetricsRecord;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hbase.thirdparty.io.netty.buffer.PooledByteBufAllocator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OffloadMetricsTest {
  private static final List<LighterMetric> DECLARED = LighterMetric.of(MetricProcess.REGION_SERVER);

  private static final TableName TABLE = TableName.valueOf("ns", "t");

  private OffloadMetrics metrics;
  private RpcCaller caller;
  private RegionServerWarmups warmups;

  @BeforeEach
  void register() throws IOException {
    metrics = new OffloadMetrics();
    caller = new RpcCaller(HBaseConfiguration.create());
    warmups =
        new RegionServerWarmups(
            LighterConfiguration.defaults(),
            caller,
            new ChunkChannels(HBaseConfiguration.create(), 1, PooledByteBufAllocator.DEFAULT),
            metrics.warmup());
    MeasuredTable.register(metrics.structures(), TABLE);
    // Registered when the first store with such filters, such reads, or tiers opens.
    MetricSet ofStores = new MetricSet(MetricProcess.REGION_SERVER, registry());
    new ResidentFilters(0, ofStores);
    new SearchPool(1, ofStores).close();
    new TierAudit(null, List::of, () -> true, Duration.ofDays(1), ofStores).close(); // no store
    new TieredMetrics(ofStores, level -> 0, () -> 0);
    new TransactionMetrics(ofStores, () -> 0, () -> 0);
    new IndexRegionMetrics(ofStores, () -> 0, () -> 0);
  }

  @AfterEach
  void remove() {
    warmups.close();
    caller.close();
    metrics.close();
  }

  @Test
  void registryHasExactlyTheDeclaredMetrics() {
    Set<String> registered = registry().getMetrics().keySet();

    assertThat(registered)
        .allMatch(name -> DECLARED.stream().anyMatch(metric -> metric.declares(name)));
    assertThat(DECLARED).allMatch(metric -> registered.stream().anyMatch(metric::declares));
  }

  @Test
  void reportDistinguishesFailuresFromRules() {
    metrics.ranLocally(LocalReason.DRAINING);
    metrics.ranLocally(LocalReason.TOO_SMALL);
    RegionServerReport.Builder report = RegionServerReport.newBuilder();

    metrics.addTo(report);

    assertThat(report.getLocalList())
        .containsExactlyInAnyOrder(
            ReasonCount.newBuilder().setReason("draining").setCount(1).setFailure(true).build(),
            ReasonCount.newBuilder().setReason("too-small").setCount(1).setFailure(false).build());
  }

  /** HBase's adapter feeds {@code /jmx} and {@code /prometheus} of the region server. */
  @Test
  void hbaseExportsTheDeclaredAttributes() {
    MetricsCollectorImpl collector = new MetricsCollectorImpl();
    new HBaseMetrics2HadoopMetricsAdapter().snapshotAllMetrics(registry(), collector);

    assertThat(collector.getRecords()).hasSize(1);
    MetricsRecord record = collector.getRecords().get(0);
    assertThat(record.name()).isEqualTo(MetricProcess.REGION_SERVER.recordName());
    assertThat(record.context()).isEqualTo("regionserver");
    assertThat(record.metrics())
        .extracting(AbstractMetric::name)
        .containsExactlyInAnyOrderElementsOf(
            DECLARED.stream()
                .flatMap(metric -> labels(metric).flatMap(each -> metric.attributes(each).stream()))
                .toList());
  }

  private static Stream<String> labels(LighterMetric metric) {
    return switch (metric.label()) {
      case "" -> Stream.of("");
      case "type" -> Stream.of("disk", "ssd", "archive");
      case "level" -> IntStream.range(0, TierFigures.LEVELS).mapToObj(Integer::toString);
      case "cause" -> Stream.of("conflict", "snapshot-gone", "too-many", "flush-busy", "invalid");
      case "table" -> Stream.of(TABLE.getNameAsString());
      case "reason" -> reasons(metric);
      default -> throw new AssertionError("unknown label of " + metric);
    };
  }

  private static Stream<String> reasons(LighterMetric metric) {
    return metric == LighterMetric.ADOPTIONS_DROPPED
        ? Arrays.stream(DropReason.values()).map(DropReason::tag)
        : Arrays.stream(LocalReason.values()).map(LocalReason::tag);
  }

  private static MetricRegistry registry() {
    return MetricRegistries.global().get(MetricProcess.REGION_SERVER.registry()).orElseThrow();
  }
}
