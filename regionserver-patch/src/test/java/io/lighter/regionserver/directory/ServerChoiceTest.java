// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.directory;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.GroupFallback;
import io.lighter.regionserver.local.LocalReason;
import io.lighter.regionserver.local.OffloadFailedException.Next;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.Test;

class ServerChoiceTest {
  private static final ServerName A = ServerName.valueOf("a", 16040, 1);
  private static final ServerName B = ServerName.valueOf("b", 16040, 1);
  private static final ServerName C = ServerName.valueOf("c", 16040, 1);
  private static final ServerName D = ServerName.valueOf("d", 16040, 1);

  private final KnownServers servers = new KnownServers();

  @Test
  void ownerAndOneOtherServerAreTried() throws Exception {
    servers.live("default", A, B, C);
    ServerChoice choice = choice("default", GroupFallback.DEFAULT);

    assertThat(choice.next()).contains(A);
    choice.failed(A, Next.ANOTHER_SERVER);
    assertThat(choice.next()).contains(B);
    choice.failed(B, Next.ANOTHER_SERVER);
    assertThat(choice.next()).isEmpty();
    assertThat(servers.readings).isZero();
  }

  @Test
  void serverIsTriedAgainAfterTheObjectStoreWasBusy() throws Exception {
    servers.live("default", A, B);
    ServerChoice choice = choice("default", GroupFallback.DEFAULT);

    for (int i = 0; i < 3; i++) {
      assertThat(choice.next()).contains(A);
      choice.failed(A, Next.LATER);
    }

    assertThat(choice.next()).contains(A);
    choice.failed(A, Next.ANOTHER_SERVER);
    assertThat(choice.next()).contains(B);
  }

  @Test
  void candidatesAreThoseOfTheGroupAndOtherwiseOfItsFallback() throws Exception {
    servers.live("default", A, B);
    servers.live("own", C);

    assertThat(ServerChoice.candidates(servers, "own", GroupFallback.DEFAULT, "r"))
        .containsExactly(C);
    assertThat(ServerChoice.candidates(servers, "none", GroupFallback.DEFAULT, "r"))
        .containsExactly(A, B);
    assertThat(ServerChoice.candidates(servers, "none", GroupFallback.LOCAL, "r")).isEmpty();
  }

  @Test
  void refusalsByDrainingServersDoNotUseUpTheAttempts() throws Exception {
    servers.live("default", A, B, C, D);
    ServerChoice choice = choice("default", GroupFallback.DEFAULT);

    choice.failed(A, Next.SERVER_DRAINS);
    assertThat(choice.next()).contains(B);
    choice.failed(B, Next.SERVER_DRAINS);
    assertThat(choice.next()).contains(C);
    choice.failed(C, Next.ANOTHER_SERVER);
    assertThat(choice.next()).contains(D);
    choice.failed(D, Next.ANOTHER_SERVER);
    assertThat(choice.next()).isEmpty();
  }

  @Test
  void newServerIsFoundWhenTheOnlyKnownOneDrains() throws Exception {
    servers.live("default", A);
    servers.onReading = () -> servers.live("default", A, B);
    ServerChoice choice = choice("default", GroupFallback.DEFAULT);
    assertThat(choice.next()).contains(A);

    choice.failed(A, Next.SERVER_DRAINS);

    assertThat(choice.next()).contains(B);
    assertThat(servers.readings).isEqualTo(1);
  }

  @Test
  void readingWithoutANewServerIsTheLast() throws Exception {
    servers.live("default", A);
    ServerChoice choice = choice("default", GroupFallback.DEFAULT);
    choice.failed(A, Next.SERVER_DRAINS);

    assertThat(choice.next()).isEmpty();
    assertThat(choice.next()).isEmpty();
    assertThat(servers.readings).isEqualTo(1);
  }

  @Test
  void groupWithoutServersFallsBackToDefault() throws Exception {
    servers.live("default", A, B);
    ServerChoice choice = choice("gold", GroupFallback.DEFAULT);

    assertThat(choice.next()).contains(A);
    assertThat(choice.fellBack()).isTrue();
  }

  @Test
  void groupWhoseServersAllDrainFallsBackToDefault() throws Exception {
    servers.live("default", A);
    servers.live("gold", B);
    ServerChoice choice = choice("gold", GroupFallback.DEFAULT);
    assertThat(choice.next()).contains(B);
    assertThat(choice.fellBack()).isFalse();

    choice.failed(B, Next.SERVER_DRAINS);

    assertThat(choice.next()).contains(A);
    assertThat(choice.fellBack()).isTrue();
  }

  @Test
  void groupWhoseServersFailDoesNotFallBackToAnother() throws Exception {
    servers.live("default", A);
    servers.live("gold", B);
    ServerChoice choice = choice("gold", GroupFallback.DEFAULT);

    choice.failed(B, Next.ANOTHER_SERVER);

    assertThat(choice.next()).isEmpty();
  }

  @Test
  void fallbackLocalUsesNoOtherGroup() throws Exception {
    servers.live("default", A);

    assertThat(choice("gold", GroupFallback.LOCAL).next()).isEmpty();
  }

  @Test
  void reasonDistinguishesDrainingFromMissingServers() throws Exception {
    assertThat(reason("gold", GroupFallback.DEFAULT)).isEqualTo(LocalReason.NO_SERVER);
    servers.draining.add("default");
    assertThat(reason("gold", GroupFallback.DEFAULT)).isEqualTo(LocalReason.DRAINING);
    assertThat(reason("gold", GroupFallback.LOCAL)).isEqualTo(LocalReason.NO_SERVER);
    assertThat(reason("default", GroupFallback.LOCAL)).isEqualTo(LocalReason.DRAINING);
  }

  @Test
  void reasonIsAnotherVersionEvenIfOtherServersDrain() throws Exception {
    servers.otherVersion.add("default");
    servers.draining.add("gold");
    assertThat(reason("gold", GroupFallback.LOCAL)).isEqualTo(LocalReason.DRAINING);
    assertThat(reason("gold", GroupFallback.DEFAULT)).isEqualTo(LocalReason.OTHER_VERSION);
    assertThat(reason("default", GroupFallback.LOCAL)).isEqualTo(LocalReason.OTHER_VERSION);
  }

  private LocalReason reason(String group, GroupFallback fallback) throws Exception {
    ServerChoice choice = choice(group, fallback);
    assertThat(choice.next()).isEmpty();
    return choice.reason();
  }

  private ServerChoice choice(String group, GroupFallback fallback) {
    return new ServerChoice(servers, group, fallback, "region");
  }

  private static final class KnownServers implements ServerChoice.Servers {
    private final Map<String, List<ServerName>> byGroup = new HashMap<>();
    private final Set<String> draining = new HashSet<>();
    private final Set<String> otherVersion = new HashSet<>();
    private Runnable onReading = () -> {};
    private int readings;

    void live(String group, ServerName... servers) {
      byGroup.put(group, List.of(servers));
    }

    @Override
    public List<ServerName> candidates(String group, String encodedRegionName) {
      return new ArrayList<>(byGroup.getOrDefault(group, List.of()));
    }

    @Override
    public boolean anyDrains(String group) {
      return draining.contains(group);
    }

    @Override
    public boolean anySpeaksOtherwise(String group) {
      return otherVersion.contains(group);
    }

    @Override
    public void readAgain() {
      readings++;
      onReading.run();
    }
  }
}
