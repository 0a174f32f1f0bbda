// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager;

import io.lighter.common.MonotonicClock;
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
import io.lighter.manager.collect.CollectionRounds;
import io.lighter.manager.collect.HBaseCollectionCluster;
import io.lighter.manager.collect.RoundBoard;
import io.lighter.manager.collect.ZooKeeperRecords;
import io.lighter.manager.monitor.Monitor;
import io.lighter.manager.report.AskedTables;
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
import java.time.InstantSource;
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
 * A compaction manager, which leads or stands by for the leader. Thread-safe.
 *
 * <p>Several managers may run in one JVM, but their gauges are those of the first.
 *
 * <p>{@link #close} stops assigning and then leaves the election, so that its writes precede the
 * next leader's. Closing returns when all threads have ended, at most after half a minute.
 */
public final class CompactionManager implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(CompactionManager.class);

  /** The timeout of one call to a compaction server, which answers from memory. */
  private static final Duration CANCEL_TIMEOUT = Duration.ofSeconds(5);

  /** Methods that wait for compaction servers or for ZooKeeper; reports do not wait for them. */
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
   * Starts a manager and returns once it listens and takes part in the election. ZooKeeper must be
   * up; HBase may be down.
   *
   * @throws ConfigurationException naming all problems of the {@code lighter.*} options and of the
   *     HBase on the class path
   * @throws IOException if ZooKeeper does not answer, the address cannot be bound, or the login
   *     fails
   */
  public static CompactionManager start(Configuration conf)
      throws ConfigurationException, IOException {
    return startWith(conf, lighter -> new HBaseRegionSource(conf, new TableGroups(lighter)));
  }

  /**
   * Starts a manager as {@link #start(Configuration)} does, with a given source of regions.
   *
   * @param regions source of regions; closed by the manager
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
      return new Startup(conf, lighter, balance, MonotonicClock.system(), closer)
          .run(regions.apply(lighter));
    } catch (IOException | RuntimeException e) {
      try {
        closer.close();
      } catch (IOException onClose) {
        e.addSuppressed(onClose);
      }
      throw e;
    }
  }

  /** The manager's name in the election, with host and port of its RPC service. */
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

  /**
   * Wires the parts. Each opened part is in {@code parts}, also when a later one fails; the last
   * one is closed first.
   */
  private record Startup(
      Configuration conf,
      LighterConfiguration lighter,
      BalanceSettings balance,
      MonotonicClock clock,
      Closer parts) {

    CompactionManager run(RegionSource regions) throws IOException {
      ManagerLogin.login(conf, lighter.string(LighterOption.MANAGER_HOSTNAME));
      ManagerMetrics metrics = opened(new ManagerMetrics(MetricRegistries.global(), clock));
      CuratorFramework zooKeeper = opened(CuratorClients.connect(conf, lighter));
      LighterZNodes znodes = LighterZNodes.of(conf, lighter);
      createParents(zooKeeper, znodes);
      ZNodeAcls.close(zooKeeper, conf, znodes);

      StartingService starting = new StartingService();
      RpcEndpoint endpoint = opened(listen(starting, metrics));
      ServerName self = endpoint.serverName();
      ClusterChanges changes = new ClusterChanges();
      // Closed after the assigner, whose writes must end before the next leader's begin.
      ClusterWatch cluster = opened(ClusterWatch.of(zooKeeper, znodes, self, changes));
      Core core = core(zooKeeper, znodes, metrics, cluster);
      Assigner assigner = core.assigner();
      RegionReader reader =
          opened(
              new RegionReader(
                  cluster.leadership(),
                  regions,
                  regionsInterval(),
                  metrics,
                  assigner::regionsRead));
      opened(assigner);
      DrainNodes drains = new DrainNodes(zooKeeper, znodes);
      DrainCleaner drainCleaner =
          opened(new DrainCleaner(cluster, drains, clock, regionsInterval()));
      JobCanceller canceller = canceller(core);
      ClusterReader clusterReader =
          new ClusterReader(
              cluster::servers, cluster::drainingServers, core.reports(), assigner::view);
      CapacityMonitor capacity =
          new CapacityMonitor(
              cluster.leadership(), clusterReader, clock, lighter.bytes(LighterOption.WARMUP_RATE));
      ManagerDirectory directory = opened(new ManagerDirectory(zooKeeper, znodes));

      RoundBoard rounds = new RoundBoard();
      ManagerStatus status =
          new ManagerStatus(
              cluster,
              assigner,
              core.reports(),
              capacity,
              new SwitchReader(zooKeeper, znodes),
              directory,
              rounds,
              clock);
      AskedTables askedTables = new AskedTables(clock);
      starting.hand(service(core, askedTables, capacity, canceller, status));
      Monitor monitor = monitor(core, status);
      observe(core, clusterReader, capacity, monitor);
      WebServer.Content content =
          new WebServer.Content(
              monitor,
              new ElectedLeader(cluster.leadership(), directory),
              new ManagerOperations(
                  new OffloadSwitchStore(zooKeeper, znodes.offloadSwitch()), drains, canceller),
              new TableAssignments(conf, new TableGroups(lighter), assigner),
              askedTables::ask,
              metrics::callRefused);
      directory.announce(self, serve(self, content));
      opened(new Worker("monitor", Monitor.INTERVAL, monitor::tick)).soon(Duration.ZERO);
      collect(core, zooKeeper, znodes, monitor, rounds);
      changes.tell(assigner::changed, reader::readNow, drainCleaner::changed);
      cluster.start();
      return new CompactionManager(endpoint, cluster.leadership(), parts);
    }

    /** The parts that most steps need: watches, reports and the assigner. */
    private record Core(
        ManagerMetrics metrics,
        ClusterWatch cluster,
        ServerReports reports,
        RegionServerReports regionServers,
        LoadTracker loads,
        TablePlanner planner,
        Assigner assigner) {}

    private Core core(
        CuratorFramework zooKeeper,
        LighterZNodes znodes,
        ManagerMetrics metrics,
        ClusterWatch cluster) {
      ServerReports reports = new ServerReports(clock);
      RegionServerReports regionServers = new RegionServerReports(clock);
      LoadTracker loads = new LoadTracker(balance, clock);
      TablePlanner planner = new TablePlanner(balance, loads, clock, InstantSource.system());
      Assigner assigner =
          new Assigner(
              cluster,
              new AssignmentStore(zooKeeper, znodes),
              reports,
              loads,
              planner,
              metrics,
              passInterval());
      return new Core(metrics, cluster, reports, regionServers, loads, planner, assigner);
    }

    private ManagerService service(
        Core core,
        AskedTables askedTables,
        CapacityMonitor capacity,
        JobCanceller canceller,
        ManagerStatus status)
        throws IOException {
      ClusterWatch cluster = core.cluster();
      CallerCheck callers = new CallerCheck(conf, core.metrics()::callRefused);
      BalanceView balancing =
          new BalanceView(balance.enabled(), core.loads(), core.planner().explanations());
      return new ManagerService(
          new CompactionServerCalls(
              cluster,
              callers,
              core.reports(),
              balancing,
              capacity,
              limits(cluster, core.reports()),
              core.metrics()),
          new RegionServerCalls(
              cluster.leadership(), callers, core.regionServers(), askedTables, capacity),
          new OperatorCalls(cluster.leadership(), callers, canceller, balancing, status));
    }

    private Monitor monitor(Core core, ManagerStatus status) {
      return new Monitor(
          new ClusterSource(
              core.cluster(),
              core.assigner(),
              core.regionServers(),
              status,
              clock,
              System.currentTimeMillis()));
    }

    private void collect(
        Core core,
        CuratorFramework zooKeeper,
        LighterZNodes znodes,
        Monitor monitor,
        RoundBoard board) {
      Leadership leadership = core.cluster().leadership();
      opened(
              new CollectionRounds(
                  () ->
                      monitor
                          .view()
                          .filter(view -> leadership.isLeader())
                          .map(Monitor.View::snapshot),
                  new HBaseCollectionCluster(conf, lighter),
                  new ZooKeeperRecords(zooKeeper, leadership::fence, znodes.collection()),
                  board,
                  core.metrics(),
                  new CollectionRounds.Settings(
                      lighter.duration(LighterOption.INDEX_GC_INTERVAL), regionsInterval())))
          .start();
    }

    private Duration regionsInterval() {
      return lighter.duration(LighterOption.MANAGER_REGIONS_INTERVAL);
    }

    private Duration passInterval() {
      return balance.enabled() && balance.interval().compareTo(regionsInterval()) < 0
          ? balance.interval()
          : regionsInterval();
    }

    private RpcEndpoint listen(StartingService service, ManagerMetrics metrics) throws IOException {
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

    private JobCanceller canceller(Core core) throws IOException {
      RpcCaller rpc = opened(new RpcCaller(conf));
      return new JobCanceller(
          core.reports(),
          core.cluster()::serverNames,
          server -> rpc.compactionServer(server, CANCEL_TIMEOUT),
          clock);
    }

    private ServerLimits limits(ClusterWatch cluster, ServerReports reports) {
      return new ServerLimits(
          cluster.leadership()::term,
          cluster::serverNames,
          new ThroughputShares(ThroughputLimit.of(conf, lighter), clock),
          new DataNodeLoads(() -> reports.recent(DataNodeLoads.MAX_AGE), clock));
    }

    private static void observe(
        Core core, ClusterReader clusterReader, CapacityMonitor capacity, Monitor monitor) {
      ClusterWatch cluster = core.cluster();
      core.metrics()
          .observe(
              cluster.leadership(),
              () -> cluster.membership().live().map(Map::size).orElse(-1),
              clusterReader::read,
              capacity::wantedServers,
              new ManagerMetrics.Alerts(
                  monitor::alerts,
                  monitor::tablesStayingLocal,
                  monitor::tablesMisplaced,
                  monitor::tablesWithLateMerges,
                  monitor::tablesWithBrokenIndexes,
                  monitor::tablesWithSuspectIndexes,
                  monitor::switchedOff));
    }

    /** Starts the web server; returns the dashboard's URL, or empty if switched off. */
    private Optional<String> serve(ServerName self, WebServer.Content content) throws IOException {
      if (lighter.number(LighterOption.MANAGER_INFO_PORT) < 0) {
        return Optional.empty();
      }
      WebServer server = opened(WebServer.start(conf, lighter, self.getHostname(), content));
      LOG.info("dashboard and REST API started, url={}", server.url());
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
          LOG.debug("znode exists, as on every start but the first, path={}", path, e);
        } catch (Exception e) { // declared by Curator
          throw ZooKeeperFailure.of("cannot create " + path, e);
        }
      }
    }

    private <T extends Closeable> T opened(T part) {
      return parts.register(part);
    }
  }
}
