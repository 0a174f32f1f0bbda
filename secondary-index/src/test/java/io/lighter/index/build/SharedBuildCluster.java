// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.build;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;

/**
 * One cluster of three region servers for all classes of a JVM that have this extension. It starts
 * before the first of them and stops after the last one. A test has tables of its own, replaces the
 * servers that it kills, and deletes its snapshots.
 */
final class SharedBuildCluster implements BeforeAllCallback {
  static final BuildCluster CLUSTER = new BuildCluster();

  private static final int SERVERS = 3;

  /** A started cluster, which JUnit closes at the end of the JVM's tests. */
  private static final class Started implements AutoCloseable {
    Started() {
      try {
        CLUSTER.start(SERVERS);
      } catch (Exception e) {
        throw new IllegalStateException("the cluster did not start", e);
      }
    }

    @Override
    public void close() {
      try {
        CLUSTER.stop();
      } catch (Exception e) {
        throw new IllegalStateException("the cluster did not stop", e);
      }
    }
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    Object unused =
        context
            .getStore(StoreScope.LAUNCHER_SESSION, Namespace.create(SharedBuildCluster.class))
            .getOrComputeIfAbsent(Started.class, key -> new Started(), Started.class);
  }
}
