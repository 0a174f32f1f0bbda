// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server;

import io.lighter.chunk.SnappyLibrary;
import io.lighter.common.MonotonicClock;
import io.lighter.common.config.ConfigurationException;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.hdfs.HdfsFileSettings;
import io.lighter.common.protocol.LighterProtos.CompactionServerService;
import io.lighter.common.protocol.LighterProtos.Refusal;
import io.lighter.common.rpc.RpcCaller;
import io.lighter.common.zk.LighterZNodes;
import io.lighter.index.build.BuildJobRunner;
import io.lighter.index.gc.LiveSetMemory;
import io.lighter.server.cache.OutputCache;
import io.lighter.server.channel.ChannelOffers;
import io.lighter.server.channel.ChunkChannelServer;
import io.lighter.server.compaction.HBaseCompactionRunner;
import io.lighter.server.compaction.HdfsJobFolders;
import io.lighter.server.compaction.IoSampler;
import io.lighter.server.compaction.JobFileSystems;
import io.lighter.server.index.BuildJobPool;
import io.lighter.server.index.BuildJobValidator;
import io.lighter.server.job.JobScheduler;
import io.lighter.server.metrics.ServerMetrics;
import io.lighter.server.pacing.ReadPaces;
import io.lighter.server.replica.ReplicaClients;
import io.lighter.server.replica.ReplicaOrder;
import io.lighter.server.rpc.BuildJobCalls;
import io.lighter.server.rpc.ChunkCalls;
import io.lighter.server.rpc.CompactionRpcService;
import io.lighter.server.rpc.SubmitValidator;
import io.lighter.server.throughput.SharedThroughput;
import io.lighter.service.StartupProblems;
import io.lighter.service.rpc.CallerCheck;
import io.lighter.service.rpc.RpcEndpoint;
import io.lighter.service.zk.CuratorClients;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.apache.curator.framework.CuratorFramework;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.statistics.IOStatisticsSupport;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.fs.HFileSystem;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;
import org.apache.hadoop.hbase.security.SecurityConstants;
import org.apache.hadoop.hbase.security.UserProvider;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.apache.hadoop.hbase.util.DNS;
import org.apache.hadoop.hbase.util.DNS.ServerType;
import org.apache.hadoop.hbase.util.RetryCounter;
import org.apache.hadoop.hbase.zookeeper.ZKAuthentication;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;
import org.apache.hbase.thirdparty.io.netty.buffer.PooledByteBufAllocator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running compaction server; several may share a process. Thread-safe.
 *
 * <p>{@link #drain} refuses new jobs and waits for the present ones. {@link #close} refuses new
 * jobs, cancels the present ones, deletes their output, and then leaves ZooKeeper and the network.
 * Closing takes some seconds, longer only if ZooKeeper does not answer, and may be repeated.
 */
public final class CompactionServer implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(CompactionServer.class);
  private static final long SWEEP_MS = 200;
  private static final long DRAIN_POLL_MS = 50;
  private static final int ROOT_DIR_ATTEMPTS = 60;

  private final ServerName serverName;
  private final JobScheduler scheduler;
  private final BuildJobPool builds;
  private final DrainWatch drains;
  private final Duration drainTimeout;

  /** Parts in the order in which they were opened; guarded by this. */
  private final Deque<Closeable> parts;

  private CompactionServer(
      ServerName serverName,
      JobScheduler scheduler,
      BuildJobPool builds,
      DrainWatch drains,
      Duration drainTimeout,
      Deque<Closeable> parts) {
    this.serverName = serverName;
    this.scheduler = scheduler;
    this.builds = builds;
    this.drains = drains;
    this.drainTimeout = drainTimeout;
    this.parts = parts;
  }

  /**
   * Starts serving, and returns once region servers can see it.
   *
   * @param conf an HBase site configuration; copied
   * @throws ConfigurationException naming every problem of the configuration
   * @throws IOException if the address cannot be bound, or ZooKeeper or the file system is not
   *     available
   */
  public static CompactionServer start(Configuration conf)
      throws ConfigurationException, IOException {
    return start(conf, UnaryOperator.identity());
  }

  /** Starts as {@link #start(Configuration)} does, with a throttle on every compaction. */
  static CompactionServer start(Configuration conf, UnaryOperator<ThroughputController> throttle)
      throws ConfigurationException, IOException {
    return start(conf, throttle, new ReplicaOrder());
  }

  /** Starts as above, with an order of replicas that may see other DataNodes as local. */
  static CompactionServer start(
      Configuration conf, UnaryOperator<ThroughputController> throttle, ReplicaOrder replicas)
      throws ConfigurationException, IOException {
    List<String> problems = StartupProblems.of(conf);
    if (!problems.isEmpty()) {
      throw new ConfigurationException(problems);
    }
    LighterConfiguration lighter = LighterConfiguration.of(conf);
    ServerSettings settings = ServerSettings.of(lighter);
    Deque<Closeable> parts = new ArrayDeque<>();
    try {
      return new Startup(new Configuration(conf), lighter, settings, parts).run(throttle, replicas);
    } catch (IOException | RuntimeException e) {
      closeAll(parts);
      throw e;
    }
  }

  /** This server's name in ZooKeeper: host, port and start time. */
  public ServerName serverName() {
    return serverName;
  }

  /**
   * Refuses new jobs from now on, and returns when the region servers have taken over the outputs
   * of all jobs and the retained blocks, and no job of an index build runs; at the latest after
   * {@code lighter.server.drain.timeout}. Without work the method returns at once. The caller then
   * calls {@link #close}.
   *
   * @param hurry ends the wait when it reaches 0
   * @return whether no work is left
   * @throws InterruptedException if the thread was interrupted before or during the wait
   */
  boolean drain(CountDownLatch hurry) throws InterruptedException {
    drains.drainForGood();
    if (drainTimeout.isZero() || hurry.getCount() == 0) {
      return isEmpty();
    }
    LOG.info("draining, server={} timeoutS={}", serverName, drainTimeout.toSeconds());
    long startedNanos = System.nanoTime();
    boolean told = drains.announceDrain();
    boolean hurried = false;
    while (!hurried && !isEmpty() && System.nanoTime() - startedNanos < drainTimeout.toNanos()) {
      hurried = hurry.await(DRAIN_POLL_MS, TimeUnit.MILLISECONDS);
      told = told || drains.announceDrain();
    }
    return isEmpty();
  }

  private boolean isEmpty() {
    return scheduler.isEmpty() && builds.isEmpty();
  }

  @Override
  public synchronized void close() {
    if (!parts.isEmpty()) {
      LOG.info("compaction server stops, server={}", serverName);
      builds.close();
      scheduler.close(); // both first, since leaving an unresponsive ZooKeeper takes long
    }
    closeAll(parts);
  }

  private static void closeAll(Deque<Closeable> parts) {
    while (!parts.isEmpty()) {
      try {
        parts.removeLast().close();
      } catch (IOException e) {
        LOG.warn("cannot close a part of the compaction server", e);
      }
    }
  }

  /** Wires the parts; all opened parts are in {@code parts}, also when a later one fails. */
  private record Startup(
      Configuration conf,
      LighterConfiguration lighter,
      ServerSettings settings,
      Deque<Closeable> parts) {

    CompactionServer run(UnaryOperator<ThroughputController> throttle, ReplicaOrder replicas)
        throws IOException {
      MonotonicClock clock = MonotonicClock.system();
      login(settings.rpc().hostname());
      CuratorFramework zooKeeper = opened(CuratorClients.connect(conf, lighter));
      HFileSystem fs = opened(fileSystem());
      awaitRootDir(fs, CommonFSUtils.getRootDir(conf));
      ReplicaClients.installOwn(fs, replicas);
      Optional<HdfsFileSettings> fileSettings = HdfsFileSettings.of(fs);
      JobFileSystems jobFileSystems = opened(new JobFileSystems(conf, fs, fileSettings, replicas));
      ServerMetrics metrics = opened(new ServerMetrics());
      boolean unused = SnappyLibrary.isUsable(); // logs a failure now and not in a job
      OutputCache cache = opened(new OutputCache(settings.cache(), clock, metrics));
      HdfsJobFolders folders = opened(new HdfsJobFolders(fs));
      folders.start();
      SharedThroughput throughput = new SharedThroughput(clock);
      throughput.limit(settings.throughput());
      ReadPaces paces = new ReadPaces(settings.pacing(), clock, metrics);
      IoSampler sampler = opened(new IoSampler(clock));
      sampler.start();
      JobScheduler scheduler =
          new JobScheduler(
              settings.limits(),
              clock,
              new HBaseCompactionRunner(
                  conf,
                  jobFileSystems,
                  cache,
                  throughput,
                  paces,
                  sampler,
                  replicas,
                  new LiveSetMemory(settings.liveSetBytes()),
                  metrics,
                  throttle),
              (spec, outputs) -> {
                cache.discard(spec.id());
                folders.delete(spec, outputs);
              },
              metrics,
              cache::retainedBytes);
      replicas.observe(scheduler::jobsByDataNode);
      // Closed before the cache, whose memory the connections send from.
      ChannelOffers channels =
          opened(
              ChunkChannelServer.open(
                  conf, settings.channel(), cache, clock, metrics, PooledByteBufAllocator.DEFAULT));
      ChunkCalls chunks = new ChunkCalls(cache, channels);
      BuildJobPool builds =
          new BuildJobPool(
              settings.indexBuildThreads(), clock, new BuildJobRunner(conf, fs)::run, metrics);
      RpcEndpoint endpoint =
          opened(endpoint(settings, fs, replicas, scheduler, builds, metrics, chunks, paces));
      // Closed before the endpoint, which still answers CANCELLED and DRAINING.
      opened(scheduler);
      opened(builds);
      sweepRegularly(scheduler, builds, cache);
      metrics.observeBuilds(builds::running);
      metrics.observe(scheduler::load, cache, replicas::inForce, paces);
      Optional.ofNullable(IOStatisticsSupport.retrieveIOStatistics(fs.getBackingFs()))
          .ifPresent(metrics::observeStore);

      ServerName name = endpoint.serverName();
      ServerReports reports =
          new ServerReports(
              name, settings, fileSettings, scheduler, builds, cache, throughput, metrics, clock);
      OptionalInt infoPort = infoPort(settings.info());
      LighterZNodes znodes = LighterZNodes.of(conf, lighter);
      RpcCaller rpc = opened(new RpcCaller(conf));
      // Opened before and closed after the registration, so that a visible server also shows its
      // drain.
      DrainWatch drains =
          opened(
              new DrainWatch(
                  zooKeeper,
                  znodes,
                  name,
                  on -> {
                    scheduler.drain(on);
                    builds.drain(on);
                  }));
      drains.start();
      opened(ServerRegistrar.register(zooKeeper, znodes, name, reports.registration(infoPort)));
      ManagerAdvice advice = new ManagerAdvice(throughput, settings.throughput(), scheduler);
      opened(
              new ManagerReporter(
                  new ElectedManager(zooKeeper, znodes.manager()),
                  manager -> rpc.manager(manager, ManagerReporter.CALL_TIMEOUT),
                  reports::report,
                  advice,
                  advice::managerLost,
                  clock))
          .start(settings.reportInterval());
      LOG.info("compaction server started, server={} settings={}", name, settings);
      return new CompactionServer(name, scheduler, builds, drains, settings.drainTimeout(), parts);
    }

    private OptionalInt infoPort(ServerInfo.Settings settings) throws IOException {
      if (settings.port() < 0) {
        return OptionalInt.empty();
      }
      return OptionalInt.of(opened(ServerInfo.start(conf, settings)).port());
    }

    private RpcEndpoint endpoint(
        ServerSettings settings,
        HFileSystem fs,
        ReplicaOrder replicas,
        JobScheduler scheduler,
        BuildJobPool builds,
        ServerMetrics metrics,
        ChunkCalls chunks,
        ReadPaces paces)
        throws IOException {
      CompactionRpcService service =
          new CompactionRpcService(
              new SubmitValidator(fs, CommonFSUtils.getRootDir(conf), replicas),
              scheduler,
              metrics,
              new CallerCheck(conf, () -> metrics.refused(Refusal.FORBIDDEN)),
              chunks,
              paces::report,
              new BuildJobCalls(new BuildJobValidator(fs, CommonFSUtils.getRootDir(conf)), builds));
      try {
        return RpcEndpoint.start(
            conf,
            settings.rpc(),
            CompactionServerService.newReflectiveBlockingService(service),
            CompactionServerService.BlockingInterface.class,
            metrics::callerUnknown);
      } catch (IOException | RuntimeException e) {
        scheduler.close();
        builds.close();
        throw e;
      }
    }

    private void sweepRegularly(JobScheduler scheduler, BuildJobPool builds, OutputCache cache) {
      ScheduledExecutorService sweeper =
          Executors.newSingleThreadScheduledExecutor(
              new ThreadFactoryBuilder().setNameFormat("lighter-leases").setDaemon(true).build());
      opened(sweeper::shutdownNow);
      ScheduledFuture<?> unused =
          sweeper.scheduleWithFixedDelay(
              () -> sweep(scheduler, builds, cache), SWEEP_MS, SWEEP_MS, TimeUnit.MILLISECONDS);
    }

    private static void sweep(JobScheduler scheduler, BuildJobPool builds, OutputCache cache) {
      attempt(cache::sweep);
      attempt(scheduler::sweep);
      attempt(builds::sweep);
    }

    private static void attempt(Runnable sweep) {
      try {
        sweep.run();
      } catch (RuntimeException | Error e) { // a lack of memory must not end the checks
        LOG.error("check of the leases failed", e);
      }
    }

    /** Logs in as a region server does; without effect on a cluster without security. */
    private void login(String configuredHostname) throws IOException {
      String hostname =
          configuredHostname.isEmpty()
              ? DNS.getHostname(conf, ServerType.REGIONSERVER)
              : configuredHostname;
      ZKAuthentication.loginClient(
          conf,
          HConstants.ZK_CLIENT_KEYTAB_FILE,
          HConstants.ZK_CLIENT_KERBEROS_PRINCIPAL,
          hostname);
      UserProvider.instantiate(conf)
          .login(
              SecurityConstants.REGIONSERVER_KRB_KEYTAB_FILE,
              SecurityConstants.REGIONSERVER_KRB_PRINCIPAL,
              hostname);
    }

    /**
     * The file system of a region server. Not the one that the process shares, which may belong to
     * a caller and read replicas in HDFS's order.
     */
    private HFileSystem fileSystem() throws IOException {
      CommonFSUtils.setFsDefault(conf, CommonFSUtils.getRootDir(conf));
      ReplicaClients.prepare(conf);
      Configuration unshared = new Configuration(conf);
      String scheme = FileSystem.getDefaultUri(conf).getScheme();
      unshared.setBoolean("fs." + scheme + ".impl.disable.cache", true);
      return new HFileSystem(
          unshared, conf.getBoolean(HConstants.HBASE_CHECKSUM_VERIFICATION, true));
    }

    /** Waits for the folder, which the master creates when a cluster starts for the first time. */
    private static void awaitRootDir(HFileSystem fs, Path rootDir) throws IOException {
      RetryCounter retries = new RetryCounter(ROOT_DIR_ATTEMPTS, 1, TimeUnit.SECONDS);
      while (!fs.exists(rootDir)) {
        if (!retries.shouldRetry()) {
          throw new FileNotFoundException("hbase.rootdir = '" + rootDir + "' does not exist");
        }
        LOG.info("Waiting for hbase.rootdir = '{}'", rootDir);
        try {
          retries.sleepUntilNextRetry();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new InterruptedIOException("interrupted while waiting for " + rootDir);
        }
      }
    }

    private <T extends Closeable> T opened(T part) {
      parts.addLast(part);
      return part;
    }
  }
}
