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
import org.jclouds.blobstore.TransientApiMetadata;

/**
 * A started S3Proxy, whose {@link #get} is its endpoint. {@link S3Server} loads the class in
 * another class loader, hence the interfaces of the JDK.
 */
public final class RunningProxy implements Supplier<URI>, Closeable {
  private static final String LOOPBACK = "http://127.0.0.1:";

  private final String bucket;
  private final BlobStoreContext objects;
  private final S3Proxy proxy;

  /**
   * Starts the server with an empty bucket, whose objects are in this JVM's memory.
   *
   * @param port port of the loopback interface; 0 for a free one
   */
  public RunningProxy(String bucket, int port) throws Exception { // what S3Proxy declares
    this.bucket = bucket;
    // By its class: a search for the name would load the stores that S3Proxy has no libraries for.
    objects =
        ContextBuilder.newBuilder(new TransientApiMetadata())
            .credentials(S3Server.KEY, S3Server.KEY)
            .build(BlobStoreContext.class);
    BlobStore store = objects.getBlobStore();
    store.createContainerInLocation(null, bucket);
    proxy =
        S3Proxy.builder()
            .blobStore(store)
            .endpoint(URI.create(LOOPBACK + port))
            .awsAuthentication(AuthenticationType.AWS_V4, S3Server.KEY, S3Server.KEY)
            .build();
    proxy.start();
  }

  @Override
  public URI get() {
    return URI.create(LOOPBACK + proxy.getPort());
  }

  /** Uploads in parts that were neither completed nor aborted. */
  int unfinishedUploads() {
    return objects.getBlobStore().listMultipartUploads(bucket).size();
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
