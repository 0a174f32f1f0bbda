// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.common.protocol.LighterProtos.OffloadSwitch;
import io.lighter.common.zk.OffloadSwitches;
import io.lighter.service.zk.OffloadSwitchStore;
import io.lighter.testing.fixtures.CliRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SwitchCommandTest {
  @RegisterExtension private static final ZooKeeperExtension ZOO_KEEPER = new ZooKeeperExtension();

  private String path;
  private OffloadSwitchStore store;

  @BeforeEach
  void createStore() {
    path = ZOO_KEEPER.site().znodes().offloadSwitch();
    store = new OffloadSwitchStore(ZOO_KEEPER.client(), path);
  }

  @Test
  void neverUsedSwitchIsOnAndReadingItWritesNothing() throws Exception {
    assertThat(runSwitch()).isEqualTo("offloading: on");
    assertThat(runSwitch("on")).isEqualTo("offloading: on");
    assertThat(ZOO_KEEPER.client().checkExists().forPath(path)).isNull();
  }

  @Test
  void switchesAllTablesOffAndOnAgain() throws IOException {
    assertThat(runSwitch("off")).isEqualTo("offloading: off");
    assertThat(store.read().getOn()).isFalse();
    assertThat(runSwitch()).isEqualTo("offloading: off");
    assertThat(runSwitch("on")).isEqualTo("offloading: on");
    assertThat(store.read().getOn()).isTrue();
  }

  @Test
  void switchesSingleTablesByTheirNormalisedName() throws IOException {
    runSwitch("off", "--table", "ns:b");
    assertThat(runSwitch("off", "--table", "default:a"))
        .isEqualTo("offloading: on, except for a, ns:b");
    assertThat(store.read().getOffTableList()).containsExactly("a", "ns:b");
    assertThat(runSwitch("on", "--table", "ns:b")).isEqualTo("offloading: on, except for a");
    assertThat(runSwitch("off")).contains("off").contains("still off for a");
    assertThat(runSwitch("on")).isEqualTo("offloading: on, except for a");
  }

  @Test
  void updateThatLosesItsRaceIsAppliedToTheWinnersValue() throws IOException {
    store.update(current -> OffloadSwitches.withTable(current, "first", false));
    AtomicInteger calls = new AtomicInteger();

    OffloadSwitch result =
        store.update(
            current -> {
              if (calls.getAndIncrement() == 0) {
                interfere("winner");
              }
              return OffloadSwitches.withTable(current, "loser", false);
            });

    assertThat(calls).hasValue(2);
    assertThat(result.getOffTableList()).containsExactly("first", "loser", "winner");
    assertThat(store.read()).isEqualTo(result);
  }

  @Test
  void creationThatLosesItsRaceIsAppliedToTheWinnersValue() throws IOException {
    AtomicInteger calls = new AtomicInteger();

    store.update(
        current -> {
          if (calls.getAndIncrement() == 0) {
            interfere("winner");
          }
          return OffloadSwitches.withTable(current, "loser", false);
        });

    assertThat(store.read().getOffTableList()).containsExactly("loser", "winner");
  }

  @Test
  void updateFailsAfterTooManyLostRaces() {
    AtomicInteger calls = new AtomicInteger();

    assertThatThrownBy(
            () ->
                store.update(
                    current -> {
                      interfere("winner" + calls.incrementAndGet());
                      return OffloadSwitches.withAll(current, false);
                    }))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(path);
  }

  @Test
  void concurrentUpdatesAreAllKept() throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(4);
    try {
      List<Callable<OffloadSwitch>> updates =
          IntStream.range(0, 12)
              .<Callable<OffloadSwitch>>mapToObj(
                  i -> () -> store.update(s -> OffloadSwitches.withTable(s, "t" + i, false)))
              .toList();
      for (Future<OffloadSwitch> update : executor.invokeAll(updates)) {
        update.get();
      }
    } finally {
      executor.shutdownNow();
    }

    assertThat(store.read().getOffTableList()).hasSize(12);
  }

  @Test
  void foreignBytesAreNotOverwritten() throws Exception {
    byte[] foreign = "nonsense".getBytes(StandardCharsets.UTF_8);
    ZOO_KEEPER.client().create().creatingParentsIfNeeded().forPath(path, foreign);

    CliRun run = CliRun.of(Lighter.commandLine(() -> ZOO_KEEPER.site().conf()), "switch", "off");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains(path + " does not hold a switch").contains("'delete " + path);
    assertThat(ZOO_KEEPER.client().getData().forPath(path)).isEqualTo(foreign);
  }

  @Test
  void znodeWithoutContentIsOnAndCanBeSwitched() throws Exception {
    ZOO_KEEPER.client().create().creatingParentsIfNeeded().forPath(path, new byte[0]);

    assertThat(runSwitch()).isEqualTo("offloading: on");
    assertThat(runSwitch("off")).isEqualTo("offloading: off");
  }

  private void interfere(String table) {
    try {
      store.update(current -> OffloadSwitches.withTable(current, table, false));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static String runSwitch(String... args) {
    String[] all = new String[args.length + 1];
    all[0] = "switch";
    System.arraycopy(args, 0, all, 1, args.length);
    CliRun run = CliRun.of(Lighter.commandLine(() -> ZOO_KEEPER.site().conf()), all);
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    return run.out().strip();
  }
}
