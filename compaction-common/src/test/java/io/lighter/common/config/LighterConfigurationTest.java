// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CompoundConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LighterConfigurationTest {
  private final Configuration conf = new Configuration(false);

  @Test
  void emptyConfigurationHoldsTheDefaults() throws ConfigurationException {
    LighterConfiguration lighter = LighterConfiguration.of(conf);

    assertThat(lighter.bytes(LighterOption.OFFLOAD_MIN_BYTES)).isEqualTo(16L << 20);
    assertThat(lighter.duration(LighterOption.OFFLOAD_SERVER_TIMEOUT)).hasSeconds(10);
    assertThat(lighter.bool(LighterOption.OFFLOAD_ENABLED)).isTrue();
    assertThat(lighter.number(LighterOption.MANAGER_PORT)).isEqualTo(16050);
    assertThat(lighter.string(LighterOption.GROUP)).isEqualTo("default");
  }

  @Test
  void valuesAreTrimmedAndUnitsUnderstood() throws ConfigurationException {
    conf.set("lighter.offload.min.bytes", " 2GB ");
    conf.set("lighter.server.cache.size", "1048576");
    conf.set("lighter.offload.poll.interval", "250ms");
    conf.set("lighter.offload.enabled", " false");
    conf.set("hbase.something", "lighter.nothing");

    LighterConfiguration lighter = LighterConfiguration.of(conf);

    assertThat(lighter.bytes(LighterOption.OFFLOAD_MIN_BYTES)).isEqualTo(2L << 30);
    assertThat(lighter.bytes(LighterOption.SERVER_CACHE_SIZE)).isEqualTo(1 << 20);
    assertThat(lighter.duration(LighterOption.OFFLOAD_POLL_INTERVAL))
        .isEqualTo(Duration.ofMillis(250));
    assertThat(lighter.bool(LighterOption.OFFLOAD_ENABLED)).isFalse();
  }

  @Test
  void drainTimeoutMayBeZeroAndFallbackLocal() throws ConfigurationException {
    assertThat(LighterConfiguration.of(conf).duration(LighterOption.SERVER_DRAIN_TIMEOUT))
        .hasMinutes(10);
    assertThat(LighterConfiguration.of(conf).groupFallback(LighterOption.GROUP_FALLBACK))
        .isEqualTo(GroupFallback.DEFAULT);
    conf.set("lighter.server.drain.timeout", "0");
    conf.set("lighter.group.fallback", "local");

    LighterConfiguration lighter = LighterConfiguration.of(conf);

    assertThat(lighter.duration(LighterOption.SERVER_DRAIN_TIMEOUT)).isZero();
    assertThat(lighter.groupFallback(LighterOption.GROUP_FALLBACK)).isEqualTo(GroupFallback.LOCAL);
  }

  @Test
  void emptyDefaultMayBeSetExplicitly() throws ConfigurationException {
    conf.set("lighter.server.hostname", " ");
    conf.set("lighter.zookeeper.znode.parent", "");
    conf.set("lighter.throughput.limit.offpeak", "");

    LighterConfiguration lighter = LighterConfiguration.of(conf);

    assertThat(lighter.string(LighterOption.SERVER_HOSTNAME)).isEmpty();
    assertThat(lighter.string(LighterOption.ZNODE_PARENT)).isEmpty();
    assertThat(lighter.rate(LighterOption.THROUGHPUT_LIMIT_OFFPEAK)).isEmpty();
  }

  @Test
  void pathAndClassMayBeLong() throws ConfigurationException {
    String path = "/a".repeat(100_000);
    conf.set(LighterOption.ZNODE_PARENT.key(), path);
    conf.set(LighterOption.ENGINE_DELEGATE.key(), "a" + ".b".repeat(100_000));

    assertThat(LighterConfiguration.of(conf).string(LighterOption.ZNODE_PARENT)).isEqualTo(path);
  }

  @Test
  void tooManyVariablesAreAProblemOfTheirKey() {
    conf.set("lighter.group", "${user.name}".repeat(21));

    ConfigurationException e =
        catchThrowableOfType(ConfigurationException.class, () -> LighterConfiguration.of(conf));

    assertThat(e.problems())
        .singleElement()
        .asString()
        .startsWith("lighter.group = '${user.name}")
        .endsWith("expected at most 20 variables");
  }

  @Test
  void rateMayBeZeroOrLeftOut() throws ConfigurationException {
    conf.set("lighter.throughput.limit", "64MB");
    assertThat(LighterConfiguration.of(conf).rate(LighterOption.THROUGHPUT_LIMIT))
        .hasValue(64L << 20);
    assertThat(LighterConfiguration.of(conf).rate(LighterOption.THROUGHPUT_LIMIT_OFFPEAK))
        .isEmpty();

    conf.set("lighter.throughput.limit.offpeak", "0");
    assertThat(LighterConfiguration.of(conf).rate(LighterOption.THROUGHPUT_LIMIT_OFFPEAK))
        .hasValue(0);

    conf.set("lighter.throughput.limit", "-1");
    assertThat(
            catchThrowableOfType(ConfigurationException.class, () -> LighterConfiguration.of(conf)))
        .hasMessageContaining("lighter.throughput.limit = '-1'");
  }

  @Test
  void variablesAreReplacedBeforeValuesAreChecked() throws ConfigurationException {
    conf.set("site.port", "1234");
    conf.set("lighter.manager.port", "${site.port}");

    assertThat(LighterConfiguration.of(conf).number(LighterOption.MANAGER_PORT)).isEqualTo(1234);
  }

  /** HBase puts the values of a table's descriptor into the configuration of its stores. */
  @ParameterizedTest
  @CsvSource({
    "lighter.index.city, value f:city string",
    "lighter.index.of, ns:t",
    "lighter.index.definition, value f:city string cleanup=eager",
    "lighter.index.state, ACTIVE",
    "lighter.index.build, ib-0123456789abcdef",
    "lighter.index.city.suspended, true"
  })
  void valuesOfIndexedTablesAndIndexTablesAreNoUnknownOptions(String key, String value)
      throws ConfigurationException {
    conf.set(key, value);

    assertThat(LighterConfiguration.of(conf)).isNotNull();
  }

  @ParameterizedTest
  @CsvSource({
    "lighter.ofload.min.bytes, lighter.offload.min.bytes",
    "lighter.offload.min.byte, lighter.offload.min.bytes",
    "lighter.manger.port, lighter.manager.port",
    "lighter.server.cachesize, lighter.server.cache.size",
    "lighter.gruop, lighter.group"
  })
  void unknownKeySuggestsTheNearest(String key, String nearest) {
    conf.set(key, "1");

    assertThat(problemsOf(conf))
        .isEqualTo(key + " = '1': unknown option; did you mean " + nearest + "?");
  }

  @ParameterizedTest
  @CsvSource({
    "lighter.offload.min.bytes, 12XB, a number of bytes above 0",
    "lighter.offload.min.bytes, -1, a number of bytes above 0",
    "lighter.offload.min.bytes, 0, a number of bytes above 0",
    "lighter.offload.min.bytes, '', a number of bytes above 0",
    "lighter.offload.min.bytes, ' ', a number of bytes above 0",
    "lighter.offload.min.bytes, 'B', a number of bytes above 0",
    "lighter.offload.min.bytes, 99999999999999EB, a number of bytes above 0",
    "lighter.warmup.chunk.size, 0, 'a number of bytes from 1 to 64MB'",
    "lighter.warmup.chunk.size, 67108865, 'a number of bytes from 1 to 64MB'",
    "lighter.offload.server.timeout, soon, a time from 1ms to 24d",
    "lighter.offload.server.timeout, '', a time from 1ms to 24d",
    "lighter.offload.server.timeout, ms, a time from 1ms to 24d",
    "lighter.offload.server.timeout, 0s, a time from 1ms to 24d",
    "lighter.offload.server.timeout, -5s, a time from 1ms to 24d",
    "lighter.offload.server.timeout, 25d, a time from 1ms to 24d",
    "lighter.offload.server.timeout, 10, a time from 1ms to 24d with its unit",
    "lighter.server.report.interval, 500, a time from 1ms to 5s with its unit",
    "lighter.regionserver.report.interval, 1000, '0, or a time up to 30s with its unit'",
    "lighter.server.drain.timeout, 600000, '0, or a time up to 24d with its unit'",
    "lighter.server.drain.timeout, 00, '0, or a time up to 24d with its unit'",
    "lighter.server.report.interval, 6s, a time from 1ms to 5s",
    "lighter.server.report.interval, 0, a time from 1ms to 5s",
    "lighter.regionserver.report.interval, 31s, '0, or a time up to 30s'",
    "lighter.wal.async.max.delay, 99ms, '0, or a time from 100ms to 60s with its unit'",
    "lighter.wal.async.max.delay, 61s, '0, or a time from 100ms to 60s with its unit'",
    "lighter.wal.async.max.delay, 3, '0, or a time from 100ms to 60s with its unit'",
    "lighter.wal.async.max.delay, -1s, '0, or a time from 100ms to 60s with its unit'",
    "lighter.transactions.max.age, 999ms, a time from 1s to 10m with its unit",
    "lighter.transactions.max.age, 11m, a time from 1s to 10m with its unit",
    "lighter.transactions.max.age, 0, a time from 1s to 10m with its unit",
    "lighter.transactions.max.open, 0, a whole number from 1",
    "lighter.commit.journal, none, wal or flush",
    "lighter.manager.bind.address, localhost:16050, a host name or an IP address without port",
    "lighter.manager.bind.address, 999.1.2.3, a host name or an IP address without port",
    "lighter.manager.hostname, a..b, a host name or an IP address without port",
    "lighter.manager.bind.address, http://localhost, a host name or an IP address without port",
    "lighter.manager.bind.address, '', a host name or an IP address without port",
    "lighter.server.bind.address, ' ', a host name or an IP address without port",
    "lighter.throughput.limit, '', '0, or a number of bytes per second'",
    "lighter.manager.port, 65536, a port from 0 to 65535",
    "lighter.manager.port, -1, a port from 0 to 65535",
    "lighter.manager.port, http, a port from 0 to 65535",
    "lighter.server.chunk.port, -2, 'a port from 0 to 65535, or -1 for none'",
    "lighter.server.threads, many, a whole number from 0",
    "lighter.server.handlers, 0, a whole number from 1",
    "lighter.offload.enabled, yes, true or false",
    "lighter.group, a/b, 1 to 64 letters",
    "lighter.group, .., 1 to 64 letters",
    "lighter.server.group, a/b, 1 to 64 letters",
    "lighter.server.group, '', 1 to 64 letters",
    "lighter.group.fallback, gold, 'one of default, local'",
    "lighter.server.drain.timeout, never, '0, or a time up to 24d'",
    "lighter.server.drain.timeout, -1s, '0, or a time up to 24d'",
    "lighter.zookeeper.znode.parent, hbase, an absolute znode path",
    "lighter.zookeeper.znode.parent, /hbase/, an absolute znode path",
    "lighter.zookeeper.znode.parent, /hbase/../x, an absolute znode path",
    "lighter.policy.k, 1, a whole number from 2 to 32",
    "lighter.policy.k, 33, a whole number from 2 to 32",
    "lighter.policy.r, 1, a whole number from 2 to 16",
    "lighter.policy.r, 17, a whole number from 2 to 16",
    "lighter.policy.p, -1, a whole number from 0 to 8",
    "lighter.policy.p, 9, a whole number from 0 to 8",
    "lighter.policy.unit, 0, 'a number of bytes above 0, such as 1048576, 64MB or 2GB, or nothing'",
    "lighter.range.size, 255KB, 'a number of bytes from 256KB to 4GB, such as 256MB'",
    "lighter.range.size, 5GB, 'a number of bytes from 256KB to 4GB, such as 256MB'",
    "lighter.range.unmerged.ratio, 0, 'a number from 0.01 to 1, such as 0.1'",
    "lighter.range.unmerged.ratio, 1.1, 'a number from 0.01 to 1, such as 0.1'",
    "lighter.range.unmerged.ratio, NaN, 'a number from 0.01 to 1, such as 0.1'",
    "lighter.range.max.files, 1, a whole number from 2 to 32",
    "lighter.range.max.wide, 17, a whole number from 1 to 16",
    "lighter.range.max.concurrent, 0, a whole number from 1 to 16",
    "lighter.forest.fanout, 17, a whole number from 2 to 16",
    "lighter.forest.sst.bytes, 255KB, 'a number of bytes from 256KB to 4GB, such as 128MB'",
    "lighter.forest.clean.ssts, 1001, a whole number from 2 to 1000",
    "lighter.forest.flush.pieces, 0, a whole number from 1 to 16",
    "lighter.forest.flush.pieces, 17, a whole number from 1 to 16",
    "lighter.forest.drop.deletes, always, no-older or all-files",
    "lighter.forest.sst.bytes, '', 'a number of bytes from 256KB to 4GB, such as 128MB'",
    "lighter.forest.filter, none, resident or cache",
    "lighter.forest.filter.memory, 65GB, 'a number of bytes from 0 to 64GB, such as 256MB'",
    "lighter.forest.filter.memory, -1, 'a number of bytes from 0 to 64GB, such as 256MB'",
    "lighter.forest.search, parallel, 'serial, fixed or adaptive'",
    "lighter.forest.search.threads, 0, a whole number from 1 to 256",
    "lighter.forest.search.threads, 257, a whole number from 1 to 256",
    "lighter.tiered.settle, move, 'none, policy or satisfy'",
    "lighter.tiered.audit.interval, 59s, '0, or a time from 1m to 24d with its unit'",
    "lighter.tiered.audit.interval, 10, '0, or a time from 1m to 24d with its unit'",
    "lighter.tiered.forecast, yes, true or false",
    "lighter.engine.delegate, not a class, the name of a Java class"
  })
  void malformedValueIsNamedWithKeyAndAllowedValues(String key, String value, String allowed) {
    conf.set(key, value);

    assertThat(problemsOf(conf)).startsWith(key + " = '" + value + "': expected " + allowed);
  }

  @Test
  void ceilingBelowTheFloorIsRefusedNamingBothKeys() throws ConfigurationException {
    conf.set("lighter.warmup.rate.ceiling", "2MB"); // the default of the floor
    assertThat(LighterConfiguration.of(conf).bytes(LighterOption.WARMUP_RATE_CEILING))
        .isEqualTo(2 << 20);

    conf.set("lighter.warmup.rate.ceiling", "1MB");
    assertThat(problemsOf(conf))
        .isEqualTo(
            "lighter.warmup.rate.ceiling = '1MB': expected at least lighter.warmup.rate.floor,"
                + " which is 2MB");

    conf.set("lighter.warmup.rate.floor", " 1MB ");
    assertThat(LighterConfiguration.problems(conf)).isEmpty();

    conf.unset("lighter.warmup.rate.ceiling");
    conf.set("lighter.warmup.rate.floor", "129MB");
    assertThat(problemsOf(conf))
        .isEqualTo(
            "lighter.warmup.rate.floor = '129MB': expected at most lighter.warmup.rate.ceiling,"
                + " which is 128MB");
  }

  @Test
  void allProblemsAreReportedAtOnceInOrderOfTheKeys() {
    conf.set("lighter.server.port", "high");
    conf.set("lighter.nothing", "1");
    conf.set("lighter.offload.min.bytes", "much");

    ConfigurationException e =
        catchThrowableOfType(ConfigurationException.class, () -> LighterConfiguration.of(conf));

    assertThat(e.problems())
        .hasSize(3)
        .satisfiesExactly(
            first -> assertThat(first).startsWith("lighter.nothing"),
            second -> assertThat(second).startsWith("lighter.offload.min.bytes"),
            third -> assertThat(third).startsWith("lighter.server.port"));
    assertThat(e.getMessage().lines()).containsExactlyElementsOf(e.problems());
  }

  @Test
  void tableValuesOverrideSiteInStoreConfiguration() throws ConfigurationException {
    conf.set("lighter.group", "site");
    conf.set("lighter.offload.min.bytes", "1MB");
    CompoundConfiguration store =
        new CompoundConfiguration()
            .add(conf)
            .addBytesMap(table("lighter.group", "gold").getValues())
            .addStringMap(Map.of("lighter.offload.enabled", "false"));

    LighterConfiguration lighter = LighterConfiguration.of(store);

    assertThat(lighter.string(LighterOption.GROUP)).isEqualTo("gold");
    assertThat(lighter.bytes(LighterOption.OFFLOAD_MIN_BYTES)).isEqualTo(1 << 20);
    assertThat(lighter.bool(LighterOption.OFFLOAD_ENABLED)).isFalse();
  }

  @Test
  void problemsInATablesValuesAreFound() {
    CompoundConfiguration store =
        new CompoundConfiguration()
            .add(conf)
            .addBytesMap(table("lighter.offlod.enabled", "false").getValues())
            .addStringMap(Map.of("lighter.offload.max.wait", "long"));

    assertThat(problemsOf(store).lines())
        .satisfiesExactly(
            first -> assertThat(first).startsWith("lighter.offload.max.wait = 'long'"),
            second -> assertThat(second).endsWith("did you mean lighter.offload.enabled?"));
  }

  @Test
  void valueSetOnACompoundConfigurationWins() throws ConfigurationException {
    CompoundConfiguration store = new CompoundConfiguration().add(conf);
    store.set("lighter.group", "late");

    assertThat(LighterConfiguration.of(store).string(LighterOption.GROUP)).isEqualTo("late");
  }

  @Test
  void optionReadAsAnotherTypeThrows() throws ConfigurationException {
    LighterConfiguration lighter = LighterConfiguration.of(conf);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> lighter.bytes(LighterOption.GROUP))
        .withMessageContaining("lighter.group is of type NAME");
  }

  private static TableDescriptor table(String key, String value) {
    return TableDescriptorBuilder.newBuilder(TableName.valueOf("t")).setValue(key, value).build();
  }

  private static String problemsOf(Configuration conf) {
    return catchThrowableOfType(ConfigurationException.class, () -> LighterConfiguration.of(conf))
        .getMessage();
  }
}
