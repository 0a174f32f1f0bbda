package io.lighter.manager;

import io.lighter.common.config.ConfigurationException;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import io.lighter.common.protocol.LighterProtos.CompactionManagerService;
import io.lighter.common.rpc.RpcCaller;
import io.lighter.common.zk.LighterZNodes;
import io.lighter.manager.assign.Assigner;
import io.lighter.manager.assign.AssignmentStore;
import io.lighter.manager.assign.CapacityMonitor;
import io.lighter.manager.assign.ClusterReader;
import io.lighter.manager.assign.HBaseRegionSource;
import io.lighter.manager.assign.RegionReader;
import io.lighter.manager.assign.RegionSource;
import io.lighter.manager.assign.TableAssignments;
import io.lighter.manager.assign.TableGroups;
import io.lighter.manager.balance.BalanceSettings;
import io.lighter.manager.balance.LoadTracker;
import io.lighter.manager.balance.TablePlanner;
import io.lighter.manager.cluster.ClusterChanges;
import io.lighter.manager.cluster.ClusterWatch;
import io.lighter.manager.cluster.DrainCleaner;
import io.lighter.manager.cluster.ElectedLeader;
import io.lighter.manager.cluster.Leadership;
import io.lighter.manager.cluster.ManagerDirectory;
import io.lighter.manager.cluster.SwitchReader;
import io.lighter.manager.cluster.Worker;
import io.lighter.manager.cluster.ZooKeeperFailure;
import io.lighter.manager.monitor.Monitor;
import io.lighter.manager.report.DataNodeLoads;
import io.lighter.manager.report.JobCanceller;
import io.lighter.manager.report.ManagerMetrics;
import io.lighter.manager.report.RegionServerReports;
import io.lighter.manager.report.ServerLimits;
import io.lighter.manager.report.ServerReports;
import io.lighter.manager.report.ThroughputLimit;
import io.lighter.manager.report.ThroughputShares;
import io.lighter.manager.web.WebServer;
import io.lighter.service.StartupProblems;
import io.lighter.service.rpc.CallerCheck;
import io.lighter.service.rpc.RpcEndpoint;
import io.lighter.service.zk.CuratorClients;
import io.lighter.service.zk.DrainNodes;
import io.lighter.service.zk.OffloadSwitchStore;
import io.lighter.service.zk.ZNodeAcls;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.curator.framework.CuratorFramework;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.metrics.MetricRegistries;
import org.apache.hbase.thirdparty.com.google.common.io.Closer;
import org.apache.zookeeper.KeeperException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A compaction manager: leads, or stands by until the leader is gone.
 *
 * <p>Several may run in one JVM, but the gauges among their metrics are those of the first. Thread-
 * safe. {@link #close} stops assigning first, then leaves the election, so that the next leader
 * never meets a write of this one; it returns when all threads have ended, at most after half a
 * minute.
 */
public final class CompactionManager implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(CompactionManager.class);

  /** Of one call to a compaction server, which answers from memory. */
  private static final Duration CANCEL_TIMEOUT = Duration.ofSeconds(5);

  /** They wait for compaction servers, or for ZooKeeper; reports must not wait for them. */
  private static final Set<String> SLOW_METHODS = Set.of("CancelJobs", "Status");

  private final RpcEndpoint endpoint;
  private final Leadership leadership;
  private final Closer closer;

  private CompactionManager(RpcEndpoint endpoint, Leadership leadership, Closer closer) {
    this.endpoint = endpoint;
    this.leadership = leadership;
    this.closer = closer;
  }

  /**
   * Starts a manager and returns once it listens and takes part in the election. Whether HBase is
   * up does not matter; ZooKeeper must be.
   *
   * @throws ConfigurationException naming all that is wrong with the {@code lighter.*} options, and
   *     with the HBase on the class path
   * @throws IOException if ZooKeeper does not answer, the address cannot be bound, or the login
   *     fails
   */
  public static CompactionManager start(Configuration conf)
      throws ConfigurationException, IOException {
    return startWith(conf, lighter -> new HBaseRegionSource(conf, new TableGroups(lighter)));
  }

  /**
   * As {@link #start(Configuration)}, for regions that come from elsewhere than HBase.
   *
   * @param regions closed by the manager
   * @throws ConfigurationException see {@link #start(Configuration)}
   * @throws IOException see {@link #start(Configuration)}
   */
  public static CompactionManager start(Configuration conf, RegionSource regions)
      throws ConfigurationException, IOException {
    return startWith(conf, lighter -> regions);
  }

  private static CompactionManager startWith(
      Configuration conf, Function<LighterConfiguration, RegionSource> regions)
      throws ConfigurationException, IOException {
    List<String> problems = StartupProblems.of(conf);
    if (!problems.isEmpty()) {
      throw new ConfigurationException(problems);
    }
    LighterConfiguration lighter = LighterConfiguration.of(conf);
    BalanceSettings balance = BalanceSettings.of(lighter);
    Closer closer = Closer.create();
    try {
      return start(conf, lighter, balance, regions.apply(lighter), closer);
    } catch (IOException | RuntimeException e) {
      try {
        closer.close();
      } catch (IOException onClose) {
        e.addSuppressed(onClose);
      }
      throw e;
    }
  }

  /** What is opened goes to {@code closer}, which closes the last one first. */
  private static CompactionManager start(
      Configuration conf,
      LighterConfiguration lighter,
      BalanceSettings balance,
      RegionSource regions,
      Closer closer)
      throws IOException {
    ManagerLogin.login(conf, lighter.string(LighterOption.MANAGER_HOSTNAME));
    ManagerMetrics metrics =
        closer.register(new ManagerMetrics(MetricRegistries.global(), System::nanoTime));
    CuratorFramework zooKeeper = closer.register(CuratorClients.connect(conf, lighter));
    LighterZNodes znodes = LighterZNodes.of(conf, lighter);
    createParents(zooKeeper, znodes);
    ZNodeAcls.close(zooKeeper, conf, znodes);

    StartingService starting = new StartingService();
    RpcEndpoint endpoint = closer.register(listen(conf, lighter, starting, metrics));
    Duration interval = lighter.duration(LighterOption.MANAGER_REGIONS_INTERVAL);
    ClusterChanges changes = new ClusterChanges();
    ClusterWatch cluster =
        closer.register(ClusterWatch.of(zooKeeper, znodes, endpoint.serverName(), changes));
    Leadership leadership = cluster.leadership();
    ServerReports reports = new ServerReports(System::nanoTime);
    RegionServerReports regionServers = new RegionServerReports(System::nanoTime);
    LoadTracker loads = new LoadTracker(balance, System::nanoTime);
    TablePlanner planner =
        new TablePlanner(balance, loads, System::nanoTime, System::currentTimeMillis);
    Assigner assigner =
        new Assigner(
            cluster,
            new AssignmentStore(zooKeeper, znodes),
            reports,
            loads,
            planner,
            metrics,
            passInterval(interval, balance));
    RegionReader reader =
        closer.register(
            new RegionReader(leadership, regions, interval, metrics, assigner::regionsRead));
    closer.register(assigner);
    DrainNodes drainNodes = new DrainNodes(zooKeeper, znodes);
    DrainCleaner drainCleaner =
        closer.register(
            new DrainCleaner(
                cluster, drainNodes, System::nanoTime, interval));
    RpcCaller rpc = closer.register(new RpcCaller(conf));
    JobCanceller canceller =
        new JobCanceller(
            reports,
            cluster::serverNames,
            server -> rpc.compactionServer(server, CANCEL_TIMEOUT),
            System::nanoTime);
    ClusterReader clusterReader =
        new ClusterReader(
            cluster::servers,
            cluster::drainingServers,
            reports,
            assigner::view);
    CapacityMonitor capacity =
        new CapacityMonitor(
            leadership, clusterReader, System::nanoTime, lighter.bytes(LighterOption.WARMUP_RATE));
    ManagerDirectory directory = closer.register(new ManagerDirectory(zooKeeper, znodes));
    ManagerService service =
        new ManagerService(
            cluster,
            assigner,
            reports,
            regionServers,
            new ServerLimits(
                leadership::term,
                cluster::serverNames,
                new ThroughputShares(ThroughputLimit.of(conf, lighter), System::nanoTime),
                new DataNodeLoads(() -> reports.recent(DataNodeLoads.MAX_AGE), System::nanoTime)),
            canceller,
            new CallerCheck(conf, metrics::callRefused),
            new BalanceView(balance.enabled(), loads, planner.explanations()),
            capacity,
            new SwitchReader(zooKeeper, znodes),
            directory,
            metrics,
            System::nanoTime);
    starting.hand(service);
    Monitor monitor =
        new Monitor(
            new ClusterSource(
                cluster,
                assigner,
                regionServers,
                service,
                System::nanoTime,
                System.currentTimeMillis()));
    metrics.observe(
        leadership,
        () -> cluster.membership().live().map(Map::size).orElse(-1),
        clusterReader::read,
        capacity::wantedServers,
        monitor::alerts,
        monitor::tablesStayingLocal);
    WebServer.Content content =
        new WebServer.Content(
            monitor,
            new ElectedLeader(leadership, directory),
            new ManagerOperations(
                new OffloadSwitchStore(zooKeeper, znodes.offloadSwitch()), drainNodes, canceller),
            new TableAssignments(conf, new TableGroups(lighter), assigner),
            metrics::callRefused);
    directory.announce(
        endpoint.serverName(), serve(conf, lighter, endpoint.serverName(), content, closer));
    closer.register(new Worker("monitor", Monitor.INTERVAL, monitor::tick)).soon(Duration.ZERO);
    changes.tell(assigner::changed, reader::readNow, drainCleaner::changed);
    cluster.start();
    return new CompactionManager(endpoint, leadership, closer);
  }

  private static Duration passInterval(Duration regions, BalanceSettings balance) {
    return balance.enabled() && balance.interval().compareTo(regions) < 0
        ? balance.interval()
        : regions;
  }

  private static RpcEndpoint listen(
      Configuration conf,
      LighterConfiguration lighter,
      StartingService service,
      ManagerMetrics metrics)
      throws IOException {
    return RpcEndpoint.start(
        conf,
        new RpcEndpoint.Settings(
            "lighter.manager",
            lighter.string(LighterOption.MANAGER_BIND_ADDRESS),
            lighter.string(LighterOption.MANAGER_HOSTNAME),
            lighter.number(LighterOption.MANAGER_PORT),
            lighter.number(LighterOption.MANAGER_HANDLERS),
            SLOW_METHODS),
        CompactionManagerService.newReflectiveBlockingService(service),
        CompactionManagerService.BlockingInterface.class,
        metrics::callerUnknown);
  }

  /** The dashboard's URL; empty when there shall be none. */
  private static Optional<String> serve(
      Configuration conf,
      LighterConfiguration lighter,
      ServerName self,
      WebServer.Content content,
      Closer closer)
      throws IOException {
    if (lighter.number(LighterOption.MANAGER_INFO_PORT) < 0) {
      return Optional.empty();
    }
    WebServer server = WebServer.start(conf, lighter, self.getHostname(), content);
    closer.register(server);
    LOG.info("Dashboard and REST API at {}", server.url());
    return Optional.of(server.url());
  }

  private static void createParents(CuratorFramework zooKeeper, LighterZNodes znodes)
      throws IOException {
    for (String path :
        List.of(
            znodes.manager(),
            znodes.managers(),
            znodes.servers(),
            znodes.draining(),
            znodes.assignments())) {
      try {
        zooKeeper.create().creatingParentsIfNeeded().forPath(path, new byte[0]);
      } catch (KeeperException.NodeExistsException e) {
        LOG.debug("{} is there, as on every start but the first", path, e);
      } catch (Exception e) { // Curator declares no narrower one
        throw ZooKeeperFailure.of("cannot create " + path, e);
      }
    }
  }

  /** The manager's name in the election, host and port being those of its RPC service. */
  public ServerName serverName() {
    return endpoint.serverName();
  }

  /** Whether this manager leads, as far as it knows. */
  public boolean isLeader() {
    return leadership.isLeader();
  }

  @Override
  public void close() throws IOException {
    closer.close();
  }
}
