// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.s3;

import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.util.function.Supplier;
import org.gaul.s3proxy.AuthenticationType;
import org.gaul.s3proxy.S3Proxy;
import org.jclouds.ContextBuilder;
import org.jclouds.blobstore.BlobStore;
import org.jclouds.blobstore.BlobStoreContext;

/**
 * A started S3Proxy, whose {@link #get} is its endpoint. {@link S3Server} loads the class in
 * another class loader, hence the interfaces of the JDK.
 */
public final class RunningProxy implements Supplier<URI>, Closeable {
  private static final String LOOPBACK = "http://127.0.0.1:";

  private final BlobStoreContext objects;
  private final S3Proxy proxy;

  /** Starts the server with an empty bucket. */
  public RunningProxy(String bucket) throws Exception { // what S3Proxy declares
    objects =
        ContextBuilder.newBuilder("transient")
            .credentials(S3Server.KEY, S3Server.KEY)
            .build(BlobStoreContext.class);
    BlobStore store = objects.getBlobStore();
    store.createContainerInLocation(null, bucket);
    proxy =
        S3Proxy.builder()
            .blobStore(store)
            .endpoint(URI.create(LOOPBACK + 0))
            .awsAuthentication(AuthenticationType.AWS_V4, S3Server.KEY, S3Server.KEY)
            .build();
    proxy.start();
  }

  @Override
  public URI get() {
    return URI.create(LOOPBACK + proxy.getPort());
  }

  @Override
  public void close() throws IOException {
    try {
      proxy.stop();
    } catch (Exception e) { // what S3Proxy declares
      throw new IOException("S3Proxy does not stop", e);
    } finally {
      objects.close();
    }
  }
}
