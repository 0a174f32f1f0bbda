// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.s3;

import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * S3Proxy with one bucket in memory, in a class loader of its own: its libraries are of other
 * versions than HBase's. A {@link FaultProxy} in front of it counts requests, and injects faults.
 * Thread-safe.
 */
public final class S3Server implements Closeable {
  /** Access key and secret key of the only user. */
  public static final String KEY = "lighter";

  private static final long SEED = 1;

  /** Folder beside this class's own jar or folder. */
  private static final String LIBRARIES = "s3proxy";

  private final URLClassLoader loader;
  private final Closeable running;
  private final FaultProxy proxy;

  private S3Server(URLClassLoader loader, Closeable running, FaultProxy proxy) {
    this.loader = loader;
    this.running = running;
    this.proxy = proxy;
  }

  /**
   * Starts a server on a free port of the loopback interface.
   *
   * @param bucket name of the bucket that it has
   */
  public static S3Server start(String bucket) throws IOException {
    URLClassLoader loader =
        new URLClassLoader(classPath().toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader); // by which its libraries look for services
    try {
      Object running =
          loader
              .loadClass(S3Server.class.getPackageName() + ".RunningProxy")
              .getConstructor(String.class, int.class)
              .newInstance(bucket, 0);
      URI store = (URI) ((Supplier<?>) running).get();
      return new S3Server(
          loader, (Closeable) running, FaultProxy.start(store, 0, Injection.NONE, SEED));
    } catch (ReflectiveOperationException e) {
      loader.close();
      throw new IOException("S3Proxy does not start", e);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  /** The URI at which S3's protocol is spoken, without TLS and with buckets in paths. */
  public URI endpoint() {
    return proxy.endpoint();
  }

  /** Changes what is injected into requests from now on; nothing after the start. */
  public void inject(Injection injection) {
    proxy.inject(injection);
  }

  /** Counts since the start, one element for each {@link RequestMethod}, in their order. */
  public List<RequestCount> requests() {
    return proxy.requests();
  }

  private static List<URL> classPath() throws IOException {
    Path own;
    try {
      own = Path.of(S3Server.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IOException("the classes of the S3 server have no place in the file system", e);
    }
    List<URL> urls = new ArrayList<>();
    urls.add(own.toUri().toURL());
    Path libraries = own.resolveSibling(LIBRARIES);
    try (DirectoryStream<Path> jars = Files.newDirectoryStream(libraries, "*.jar")) {
      for (Path jar : jars) {
        urls.add(jar.toUri().toURL());
      }
    } catch (NoSuchFileException e) {
      throw new IOException(
          "no folder %s: Maven copies S3Proxy there before it compiles".formatted(libraries), e);
    }
    return urls;
  }

  /** Stops the server and forgets its objects. */
  @Override
  public void close() throws IOException {
    try (loader;
        running) {
      proxy.close();
    }
  }
}
