// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.s3;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * S3Proxy with one bucket in memory, in a class loader of its own: its libraries are of other
 * versions than HBase's. Thread-safe.
 */
public final class S3Server implements Closeable {
  /** Access key and secret key of the only user. */
  public static final String KEY = "lighter";

  private static final String CLASS_PATH = "classpath.txt";

  private final URLClassLoader loader;
  private final Closeable running;
  private final URI endpoint;

  private S3Server(URLClassLoader loader, Closeable running, URI endpoint) {
    this.loader = loader;
    this.running = running;
    this.endpoint = endpoint;
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
              .getConstructor(String.class)
              .newInstance(bucket);
      return new S3Server(loader, (Closeable) running, (URI) ((Supplier<?>) running).get());
    } catch (ReflectiveOperationException e) {
      loader.close();
      throw new IOException("S3Proxy does not start", e);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  /** The URI at which S3's protocol is spoken, without TLS and with buckets in paths. */
  public URI endpoint() {
    return endpoint;
  }

  private static List<URL> classPath() throws IOException {
    List<URL> urls = new ArrayList<>();
    urls.add(S3Server.class.getProtectionDomain().getCodeSource().getLocation());
    try (InputStream in = S3Server.class.getResourceAsStream(CLASS_PATH)) {
      if (in == null) {
        throw new IOException("no " + CLASS_PATH + ": Maven writes it before it compiles");
      }
      String paths = new String(in.readAllBytes(), StandardCharsets.UTF_8).trim();
      for (String path : paths.split(File.pathSeparator, -1)) {
        urls.add(url(path));
      }
    }
    return urls;
  }

  private static URL url(String path) throws MalformedURLException {
    return new File(path).toURI().toURL();
  }

  /** Stops the server and forgets its objects. */
  @Override
  public void close() throws IOException {
    try {
      running.close();
    } finally {
      loader.close();
    }
  }
}
