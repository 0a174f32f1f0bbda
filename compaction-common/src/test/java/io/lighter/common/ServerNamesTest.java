// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerNamesTest {
  @Test
  void fullNameIsParsed() {
    ServerName server = ServerName.valueOf("host.example", 16040, 1_700_000_000_000L);

    assertThat(ServerNames.parse(server.getServerName())).contains(server);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "garbage",
        "host,1",
        "host:1,2",
        ",,",
        ",1,2",
        "h,x,y",
        "h,1,",
        "h,99999999999,1",
        "h,1,99999999999999999999",
        "h,1,2,3",
        ":,1,2",
        "h,01,2"
      })
  void anythingElseIsNoServer(String text) {
    assertThat(ServerNames.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a.example:16040", "a.example,16040", "a.example,16040,1", " a.example:16040 "})
  void serverMayBeNamedWithOrWithoutItsStartCode(String text) {
    ServerName a = ServerName.valueOf("a.example", 16040, 1);
    ServerName b = ServerName.valueOf("b.example", 16040, 1);

    assertThat(ServerNames.matching(text, List.of(b, a))).containsExactly(a);
  }

  @ParameterizedTest
  @ValueSource(strings = {"fd00::1:16040", "[fd00::1]:16040", "fd00::1,16040", "fd00::1,16040,1"})
  void hostMayHaveColons(String text) {
    ServerName server = ServerName.valueOf("fd00::1", 16040, 1);

    assertThat(ServerNames.matching(text, List.of(server))).containsExactly(server);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "a.example", "a.example:16041", "a.example,16040,2", "A:16040"})
  void textWithoutServerMatchesNone(String text) {
    assertThat(ServerNames.matching(text, List.of(ServerName.valueOf("a.example", 16040, 1))))
        .isEmpty();
  }

  @Test
  void nameWithoutStartCodeMatchesEachIncarnation() {
    ServerName old = ServerName.valueOf("a", 16040, 1);
    ServerName young = ServerName.valueOf("a", 16040, 2);

    assertThat(ServerNames.matching("a:16040", List.of(young, old))).containsExactly(old, young);
  }
}
