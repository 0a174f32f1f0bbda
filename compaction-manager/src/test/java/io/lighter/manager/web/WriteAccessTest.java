// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.util.Map;
import javax.servlet.http.HttpServletRequest;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class WriteAccessTest {
  private static final String UI = "hbase.security.authentication.ui";
  private static final String ADMINISTRATORS = "hbase.security.authentication.spnego.admin.users";
  private static final Map<String, String> KERBEROS =
      Map.of("hbase.security.authentication", "kerberos", UI, "kerberos");

  @Test
  void withoutSecurityTheOptionDecides() {
    assertThat(access(true, Map.of()).isEnabled()).isTrue();
    assertThat(access(true, Map.of()).isEnabledOnPagesOfHBase()).isTrue();
    assertThat(access(false, Map.of()).isEnabled()).isFalse();
    assertThat(access(false, Map.of()).isEnabledOnPagesOfHBase()).isFalse();
  }

  @Test
  void noUserMayWriteWithoutNamedAdministrators() {
    assertThat(access(true, KERBEROS).isEnabled()).isFalse();
    assertThatThrownBy(() -> access(true, KERBEROS).check(requestOf("eve")))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining(ADMINISTRATORS);
    assertThat(access(true, Map.of(UI, "LDAP", ADMINISTRATORS, "ada")).isEnabled())
        .as("those of LDAP are others")
        .isFalse();
    assertThat(
            access(true, Map.of(UI, "ldap", "hbase.security.authentication.ldap.admin.users", "a"))
                .isEnabled())
        .isTrue();
    assertThat(
            access(
                    true,
                    Map.of(
                        UI, "kerberos", "hbase.security.authentication.spnego.admin.groups", "g"))
                .isEnabled())
        .isTrue();
  }

  @Test
  void logLevelsAreReadOnlyWhereAllUsersCouldChangeThem() {
    Map<String, String> named = Map.of(UI, "kerberos", ADMINISTRATORS, "ada");
    assertThat(access(true, named).isEnabled()).isTrue();
    assertThat(access(true, named).isEnabledOnPagesOfHBase()).isFalse();

    Map<String, String> heeded =
        Map.of(UI, "kerberos", ADMINISTRATORS, "ada", "hadoop.security.authorization", "true");
    assertThat(access(true, heeded).isEnabledOnPagesOfHBase()).isTrue();
    assertThat(access(false, heeded).isEnabledOnPagesOfHBase()).isFalse();
  }

  private static WriteAccess access(boolean enabled, Map<String, String> site) {
    Configuration conf = new Configuration(false);
    site.forEach(conf::set);
    return new WriteAccess(enabled, conf);
  }

  /** A write with JSON by a user who has logged in. */
  private static HttpServletRequest requestOf(String user) {
    return (HttpServletRequest)
        Proxy.newProxyInstance(
            WriteAccessTest.class.getClassLoader(),
            new Class<?>[] {HttpServletRequest.class},
            (proxy, method, args) ->
                switch (method.getName()) {
                  case "getHeader" -> null;
                  case "getContentType" -> "application/json";
                  case "getAuthType" -> user == null ? null : "kerberos";
                  case "getRemoteUser" -> user;
                  default -> throw new AssertionError(method);
                });
  }
}
