// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.service.audit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AuditLogTest {
  @Test
  void callerInputCannotStartANewLine() {
    assertThat(AuditLog.clean("a\nAccess allowed\r\u0085\u2028\u2029\u001b[2Jb"))
        .isEqualTo("a?Access allowed?????[2Jb");
  }

  @Test
  void longTextIsCut() {
    assertThat(AuditLog.clean("x".repeat(5000))).isEqualTo("x".repeat(200));
  }
}
