// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.s3;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class S3ServerTest {
  @Test
  void requestsReachS3ProxyAreCountedAndMayBeRefused() throws Exception {
    try (S3Server server = S3Server.start("bucket")) {
      URI object = server.endpoint().resolve("/bucket/object");

      HttpResponse<String> missing = get(object);
      server.inject(Injection.NONE.withRefused(FaultShare.ofAll(1)));
      HttpResponse<String> refused = get(object);

      assertThat(missing.statusCode()).isEqualTo(404);
      assertThat(missing.body()).contains("<Code>NoSuch");
      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(server.requests().get(0).getRequests()).isEqualTo(2);
      assertThat(server.requests().get(0).getRefused()).isEqualTo(1);
    }
  }

  private static HttpResponse<String> get(URI uri) throws Exception {
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
  }
}
