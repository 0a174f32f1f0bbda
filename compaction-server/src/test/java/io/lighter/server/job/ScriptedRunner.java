// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.job;

import io.lighter.common.protocol.LighterProtos.OutputFile;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;

/** Runs until a test ends it; an interrupt ends it as it ends HBase's compactor. */
final class ScriptedRunner implements CompactionRunner {
  static final OutputFile OUTPUT =
      OutputFile.newBuilder().setName("out").setLength(1).setCells(1).build();

  private final ConcurrentMap<String, CompletableFuture<Void>> ends = new ConcurrentHashMap<>();

  @Override
  public List<OutputFile> run(Job job) throws IOException {
    try {
      end(job.id().value()).get();
      return List.of(OUTPUT);
    } catch (InterruptedException e) {
      throw new InterruptedIOException("interrupted");
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    }
  }

  void succeed(JobSpec spec) {
    end(spec.id().value()).complete(null);
  }

  void fail(JobSpec spec) {
    fail(spec, new IOException("disk on fire"));
  }

  void fail(JobSpec spec, IOException failure) {
    end(spec.id().value()).completeExceptionally(failure);
  }

  private CompletableFuture<Void> end(String id) {
    return ends.computeIfAbsent(id, unused -> new CompletableFuture<>());
  }
}
