// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.compaction;

import io.lighter.common.hdfs.HdfsFileSettings;
import io.lighter.server.replica.ReplicaClients;
import io.lighter.server.replica.ReplicaOrder;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.fs.HFileSystem;
import org.apache.hadoop.io.IOUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * File systems that create files as region servers do: HDFS's client takes replication, block size,
 * umask and checksums from its own configuration, so each set of these settings needs a client of
 * its own. Jobs with equal settings share one. Thread-safe.
 *
 * <p>Region servers of one cluster usually share one set of settings, often this server's. The
 * clients of the {@value #MOST_IDLE} sets that were used last stay open; a client costs some
 * kilobytes and no thread. A client in use stays open, since closing it would abort the writes of
 * its job.
 */
public final class JobFileSystems implements Closeable {
  static final int MOST_IDLE = 8;

  private static final Logger LOG = LoggerFactory.getLogger(JobFileSystems.class);

  private final Configuration site;
  private final HFileSystem own;
  private final Optional<HdfsFileSettings> ownSettings;
  private final ReplicaOrder replicas;

  /** Clients by settings, the most recently used last. Guarded by this. */
  private final Map<HdfsFileSettings, Shared> bySettings = new LinkedHashMap<>();

  /** Guarded by this. */
  private boolean closed;

  /** A client, and how many jobs use it. */
  private static final class Shared {
    final HFileSystem fs;

    /** Guarded by the {@link JobFileSystems}. */
    int users;

    Shared(HFileSystem fs) {
      this.fs = fs;
    }
  }

  /** A file system for one job. The job closes the lease after all its files in it are closed. */
  final class Lease implements Closeable {
    private final HFileSystem fs;
    private final HdfsFileSettings settings;

    /**
     * @param settings null for this server's own file system
     */
    private Lease(HFileSystem fs, HdfsFileSettings settings) {
      this.fs = fs;
      this.settings = settings;
    }

    HFileSystem fileSystem() {
      return fs;
    }

    /** Ends the use of the client. Called once. */
    @Override
    public void close() {
      if (settings != null) {
        giveBack(settings);
      }
    }
  }

  /**
   * Makes an empty set; clients are opened on demand.
   *
   * @param site this server's site, by which the file system is found
   * @param own this server's file system, which the caller closes
   * @param ownSettings settings with which {@code own} creates files; empty if {@code own} is not
   *     HDFS
   * @param replicas order in which the file systems read replicas
   */
  public JobFileSystems(
      Configuration site,
      HFileSystem own,
      Optional<HdfsFileSettings> ownSettings,
      ReplicaOrder replicas) {
    this.site = site;
    this.own = own;
    this.ownSettings = ownSettings;
    this.replicas = replicas;
  }

  /**
   * Leases a file system that creates files with these settings. The lease is for this server's own
   * file system if that has these settings, if HBase is not on HDFS, or if the request has no
   * settings.
   *
   * @throws IOException if HDFS's client cannot be made
   */
  Lease lease(Optional<HdfsFileSettings> wanted) throws IOException {
    if (wanted.isEmpty() || ownSettings.isEmpty() || wanted.equals(ownSettings)) {
      return new Lease(own, null);
    }
    HdfsFileSettings settings = wanted.get();
    Optional<HFileSystem> known = takeKnown(settings);
    if (known.isPresent()) {
      return new Lease(known.get(), settings);
    }
    HFileSystem opened = open(settings); // outside the lock, since it may look up names
    HFileSystem used = takeOpened(settings, opened);
    if (used != opened) { // another job opened one first
      close(opened);
    }
    return new Lease(used, settings);
  }

  private synchronized Optional<HFileSystem> takeKnown(HdfsFileSettings settings) {
    Shared shared = bySettings.remove(settings);
    if (shared == null) {
      return Optional.empty();
    }
    bySettings.put(settings, shared); // now the most recently used
    shared.users++;
    return Optional.of(shared.fs);
  }

  private synchronized HFileSystem takeOpened(HdfsFileSettings settings, HFileSystem opened) {
    Shared shared = bySettings.computeIfAbsent(settings, key -> new Shared(opened));
    shared.users++;
    return shared.fs;
  }

  private void giveBack(HdfsFileSettings settings) {
    List<HFileSystem> unused;
    synchronized (this) {
      bySettings.get(settings).users--;
      unused = removeIdle(closed ? 0 : MOST_IDLE);
    }
    unused.forEach(JobFileSystems::close);
  }

  /**
   * Removes the least recently used idle clients, until {@code most} are left. Called under the
   * lock.
   */
  private List<HFileSystem> removeIdle(int most) {
    List<HFileSystem> removed = new ArrayList<>();
    for (Iterator<Shared> all = bySettings.values().iterator();
        bySettings.size() > most && all.hasNext(); ) {
      Shared shared = all.next();
      if (shared.users == 0) {
        all.remove();
        removed.add(shared.fs);
      }
    }
    return removed;
  }

  private HFileSystem open(HdfsFileSettings settings) throws IOException {
    Configuration conf = new Configuration(site);
    settings.applyTo(conf);
    String scheme = FileSystem.getDefaultUri(conf).getScheme();
    conf.setBoolean("fs." + scheme + ".impl.disable.cache", true); // else it is this server's own
    HFileSystem fs = new HFileSystem(conf, own.useHBaseChecksum());
    boolean ordered;
    try {
      ordered = ReplicaClients.install(fs, replicas);
    } catch (IOException e) {
      close(fs);
      throw e;
    }
    LOG.info(
        "file system opened for jobs settings=\"{}\" ownSettings=\"{}\" replicasOrdered={}",
        settings,
        ownSettings.get(),
        ordered);
    return fs;
  }

  private static void close(HFileSystem fs) {
    IOUtils.cleanupWithLogger(LOG, fs);
  }

  /** Number of open clients, for tests. */
  synchronized int open() {
    return bySettings.size();
  }

  /** Closes idle clients now, and the others when their jobs end. */
  @Override
  public void close() {
    List<HFileSystem> unused;
    synchronized (this) {
      closed = true;
      unused = removeIdle(0);
    }
    unused.forEach(JobFileSystems::close);
  }
}
