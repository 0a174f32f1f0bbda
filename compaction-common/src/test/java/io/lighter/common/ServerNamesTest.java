package io.lighter.common;

import static org.assertj.core.api.Assertions.assertThat;

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
        "h,1,2,3"
      })
  void anythingElseIsNoServer(String text) {
    assertThat(ServerNames.parse(text)).isEmpty();
  }
}
