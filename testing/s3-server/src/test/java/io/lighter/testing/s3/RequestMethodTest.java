// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestMethodTest {
  @ParameterizedTest
  @CsvSource({
    "GET /bucket/key HTTP/1.1, GET",
    "GET /bucket/list-type=2 HTTP/1.1, GET",
    "GET /bucket/key?partNumber=1 HTTP/1.1, GET",
    "GET /bucket?list-type=2&prefix=a HTTP/1.1, LIST",
    "GET /bucket?uploads HTTP/1.1, LIST",
    "HEAD /bucket/key HTTP/1.1, HEAD",
    "PUT /bucket/key?partNumber=1&uploadId=u HTTP/1.1, PUT",
    "POST /bucket?delete HTTP/1.1, DELETE",
    "POST /bucket/key?uploads HTTP/1.1, POST",
    "POST /bucket/delete?uploadId=u HTTP/1.1, POST",
    "DELETE /bucket/key HTTP/1.1, DELETE",
    "OPTIONS * HTTP/1.1, OTHER",
    "LIST /bucket HTTP/1.1, OTHER"
  })
  void kindFollowsFromMethodAndQuery(String startLine, RequestMethod expected) {
    assertThat(RequestMethod.of(startLine)).isEqualTo(expected);
  }

  @Test
  void unknownNameIsRefusedWithThoseThatAreAllowed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RequestMethod.named("get"))
        .withMessage(
            "request method 'get': expected one of GET, HEAD, LIST, PUT, POST, DELETE, OTHER");
  }
}
