package io.lighter.manager;

import io.lighter.common.assignment.SlotTable;
import io.lighter.common.protocol.LighterProtos.CancelJobsRequest;
import io.lighter.common.protocol.LighterProtos.CancelJobsResponse;
import io.lighter.common.protocol.LighterProtos.CompactionManagerService;
import io.lighter.common.protocol.LighterProtos.ExplainRequest;
import io.lighter.common.protocol.LighterProtos.ExplainResponse;
import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.common.protocol.LighterProtos.RegionServerReportResponse;
import io.lighter.common.protocol.LighterProtos.ReportResponse;
import io.lighter.common.protocol.LighterProtos.ServerRegistration;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import io.lighter.common.protocol.LighterProtos.ServerStatus;
import io.lighter.common.protocol.LighterProtos.StatusRequest;
import io.lighter.common.protocol.LighterProtos.StatusResponse;
import io.lighter.manager.assign.Assigner;
import io.lighter.manager.assign.CapacityMonitor;
import io.lighter.manager.assign.GroupCoverage;
import io.lighter.manager.cluster.ClusterWatch;
import io.lighter.manager.cluster.Leadership;
import io.lighter.manager.cluster.Leadership.Participants;
import io.lighter.manager.cluster.ManagerDirectory;
import io.lighter.manager.cluster.ManagerVersion;
import io.lighter.manager.cluster.SwitchReader;
import io.lighter.manager.monitor.GroupSlots;
import io.lighter.manager.monitor.GroupSlots.ServerSlots;
import io.lighter.manager.report.JobCanceller;
import io.lighter.manager.report.ManagerMetrics;
import io.lighter.manager.report.RegionServerReports;
import io.lighter.manager.report.ReportPace;
import io.lighter.manager.report.ServerLimits;
import io.lighter.manager.report.ServerReports;
import io.lighter.manager.report.ServerReports.Received;
import io.lighter.service.rpc.CallerCheck;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcController;
import org.apache.hbase.thirdparty.com.google.protobuf.ServiceException;

/**
 * What the manager answers over RPC. Called by handler threads; reads snapshots only, but for
 * {@link #cancelJobs}, which asks compaction servers.
 */
final class ManagerService implements CompactionManagerService.BlockingInterface {
  private final Leadership leadership;
  private final ClusterWatch cluster;
  private final Assigner assigner;
  private final ServerReports reports;
  private final RegionServerReports regionServers;
  private final ServerLimits limits;
  private final JobCanceller canceller;
  private final CallerCheck callers;
  private final BalanceView balance;
  private final CapacityMonitor capacity;
  private final SwitchReader offloadSwitch;
  private final ManagerDirectory directory;
  private final ManagerMetrics metrics;
  private final LongSupplier nanoTime;
  private final long startedAtNanos;

  ManagerService(
      ClusterWatch cluster,
      Assigner assigner,
      ServerReports reports,
      RegionServerReports regionServers,
      ServerLimits limits,
      JobCanceller canceller,
      CallerCheck callers,
      BalanceView balance,
      CapacityMonitor capacity,
      SwitchReader offloadSwitch,
      ManagerDirectory directory,
      ManagerMetrics metrics,
      LongSupplier nanoTime) {
    this.cluster = cluster;
    this.leadership = cluster.leadership();
    this.assigner = assigner;
    this.reports = reports;
    this.regionServers = regionServers;
    this.limits = limits;
    this.canceller = canceller;
    this.callers = callers;
    this.balance = balance;
    this.capacity = capacity;
    this.offloadSwitch = offloadSwitch;
    this.directory = directory;
    this.metrics = metrics;
    this.nanoTime = nanoTime;
    this.startedAtNanos = nanoTime.getAsLong();
  }

  /** Fails on a manager that does not lead, so that the server looks the leader up again. */
  @Override
  public ReportResponse report(RpcController controller, ServerReport report)
      throws ServiceException {
    requireService("report as a compaction server");
    requireLeadership();
    metrics.reportReceived();
    Set<ServerName> live = cluster.serverNames();
    reports.add(report, live);
    balance.add(report, live);
    capacity.reported(report);
    try {
      return limits.answer(report).toBuilder()
          .setNextReportMs(ReportPace.COMPACTION_SERVERS.interval(live.size()).toMillis())
          .build();
    } catch (IOException e) {
      throw new ServiceException(e);
    }
  }

  /** Fails like {@link #report}, and unless a superuser calls. */
  @Override
  public CancelJobsResponse cancelJobs(RpcController controller, CancelJobsRequest request)
      throws ServiceException {
    requireLeadership();
    try {
      callers.requireSuperuser("cancel jobs");
      CancelJobsResponse response = canceller.cancel(request);
      callers.changed(
          "cancel jobs",
          "%d cancelled, because: %s; %s"
              .formatted(
                  response.getCancelledCount(), request.getReason(), response.getCancelledList()));
      return response;
    } catch (IOException e) {
      throw new ServiceException(e);
    }
  }

  /** Fails like {@link #report}. */
  @Override
  public RegionServerReportResponse reportRegionServer(
      RpcController controller, RegionServerReport report) throws ServiceException {
    requireService("report as a region server");
    requireLeadership();
    regionServers.add(report);
    capacity.reported(report);
    return RegionServerReportResponse.newBuilder()
        .setNextReportMs(regionServers.interval().toMillis())
        .build();
  }

  /** Fails like {@link #report}. */
  @Override
  public ExplainResponse explain(RpcController controller, ExplainRequest request)
      throws ServiceException {
    requireLeadership();
    return balance.explain();
  }

  /** On a cluster with security, only HBase's own processes report. */
  private void requireService(String request) throws ServiceException {
    try {
      callers.requireService(request);
    } catch (IOException e) {
      throw new ServiceException(e);
    }
  }

  private void requireLeadership() throws ServiceException {
    if (!leadership.isLeader()) {
      throw new ServiceException(
          new IOException(leadership.self() + " does not lead; look the leader up again"));
    }
  }

  /** A standby says who leads, who else stands by and how the switch is; the rest is unset. */
  @Override
  public StatusResponse status(RpcController controller, StatusRequest request)
      throws ServiceException {
    try {
      return status();
    } catch (IOException e) {
      throw new ServiceException(e);
    }
  }

  StatusResponse status() throws IOException {
    Participants managers = leadership.participants();
    ServerName leader =
        managers
            .leader()
            .filter(elected -> leadership.isLeader() || !isHere(elected))
            .orElseThrow(() -> new IOException("no manager leads at present; try again"));
    SwitchReader.State current = offloadSwitch.read();
    StatusResponse.Builder status =
        StatusResponse.newBuilder()
            .setLeader(leader.getServerName())
            .setVersion(ManagerVersion.get())
            .setUptimeMs(TimeUnit.NANOSECONDS.toMillis(nanoTime.getAsLong() - startedAtNanos))
            .setSwitchedOn(current.value().getOn())
            .addAllSwitchedOffTable(current.value().getOffTableList())
            .setSwitchUnreadable(!current.readable())
            .setRegions(-1);
    directory.dashboardOf(leader).ifPresent(status::setDashboard);
    managers.standby().forEach(each -> status.addStandby(each.getServerName()));
    if (leadership.isLeader()) {
      addServers(status);
    }
    return status.build();
  }

  /** Whether calls to it come to this process, though it may be the one before. */
  private boolean isHere(ServerName manager) {
    return manager.getAddress().equals(leadership.self().getAddress());
  }

  private void addServers(StatusResponse.Builder status) {
    Assigner.View view = assigner.view();
    if (view.census() != null) {
      status.setRegions(view.census().regions());
    }
    status.setWantedServers(capacity.wantedServers());
    capacity.warmupRate().ifPresent(status::setWarmupRate);
    Map<ServerName, ServerRegistration> live = new TreeMap<>(cluster.servers());
    if (view.census() != null) {
      status.addAllGroupWithoutServer(
          GroupCoverage.groupsWithoutServer(
              view.census().groups(), live, cluster.drainingServers()));
    }
    Map<ServerName, ServerSlots> slots = new HashMap<>();
    live.values().stream()
        .map(ServerRegistration::getGroup)
        .distinct()
        .forEach(group -> slotsOf(group, view).forEach(each -> slots.put(each.server(), each)));
    live.forEach(
        (server, registration) -> {
          Optional<Received> received = reports.of(server);
          if (received.isPresent()) {
            ServerSlots none = new ServerSlots(server, 0, 0, 0);
            status.addServer(serverStatus(received.get(), slots.getOrDefault(server, none)));
          } else {
            status.addSilentServer(server.getServerName());
          }
        });
  }

  /** Of the servers that own a slot of a group. */
  private static List<ServerSlots> slotsOf(String group, Assigner.View view) {
    int[] regionsBySlot =
        view.census() == null ? new int[SlotTable.SLOTS] : view.census().regionsBySlot(group);
    SlotTable table = view.tables().getOrDefault(group, SlotTable.EMPTY);
    return GroupSlots.of(group, table, regionsBySlot, List.of()).servers();
  }

  private ServerStatus serverStatus(Received received, ServerSlots slots) {
    return ServerStatus.newBuilder()
        .setReport(received.report())
        .setReportAgeMs(reports.age(received).toMillis())
        .setSlots(slots.slots())
        .setOccupiedSlots(slots.occupied())
        .setRegions(slots.regions())
        .build();
  }
}
