// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.PrivilegedExceptionAction;
import java.util.Base64;
import org.apache.hadoop.security.UserGroupInformation;
import org.ietf.jgss.GSSContext;
import org.ietf.jgss.GSSCredential;
import org.ietf.jgss.GSSManager;
import org.ietf.jgss.GSSName;
import org.ietf.jgss.Oid;

/** A browser of a user with a ticket. */
public final class SpnegoClient {
  private static final String SPNEGO = "1.3.6.1.5.5.2";

  private final HttpClient http = HttpClient.newHttpClient();
  private final String base;

  /**
   * Creates a client for one server.
   *
   * @param base URL, with a slash at the end
   */
  public SpnegoClient(String base) {
    this.base = base;
  }

  /** Sends a request without a log-in. */
  public HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return http.send(request.build(), BodyHandlers.ofString());
  }

  /** Sends a request with {@code user}'s ticket. */
  public HttpResponse<String> send(UserGroupInformation user, HttpRequest.Builder request)
      throws Exception {
    PrivilegedExceptionAction<String> token = SpnegoClient::token;
    return send(request.header("Authorization", "Negotiate " + user.doAs(token)));
  }

  public HttpRequest.Builder get(String path) {
    return HttpRequest.newBuilder(URI.create(base + path));
  }

  private static String token() throws Exception {
    GSSManager gss = GSSManager.getInstance();
    Oid spnego = new Oid(SPNEGO);
    GSSContext context =
        gss.createContext(
            gss.createName("HTTP@localhost", GSSName.NT_HOSTBASED_SERVICE),
            spnego,
            gss.createCredential(
                null, GSSCredential.DEFAULT_LIFETIME, spnego, GSSCredential.INITIATE_ONLY),
            GSSContext.DEFAULT_LIFETIME);
    try {
      return Base64.getEncoder().encodeToString(context.initSecContext(new byte[0], 0, 0));
    } finally {
      context.dispose();
    }
  }
}
