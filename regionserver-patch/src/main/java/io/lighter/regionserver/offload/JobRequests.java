package io.lighter.regionserver.offload;

import io.lighter.common.CompactionJobId;
import io.lighter.common.config.ShapingSettings;
import io.lighter.common.hdfs.HdfsFileSettings;
import io.lighter.common.protocol.LighterProtos.CompactionPlan;
import io.lighter.common.protocol.LighterProtos.ConfigurationEntry;
import io.lighter.common.protocol.LighterProtos.InputFile;
import io.lighter.common.protocol.LighterProtos.SubmitRequest;
import io.lighter.common.rpc.Protocol;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.apache.hbase.thirdparty.com.google.common.net.HostAndPort;
import org.apache.hbase.thirdparty.com.google.protobuf.UnsafeByteOperations;

/**
 * Turns HBase's compaction request into ours: all that shapes the output, so that the compaction
 * server looks nothing up that could differ there.
 */
final class JobRequests {
  private final Configuration siteConf;
  private final ServerName regionServer;
  private final Optional<HdfsFileSettings> fileSettings;
  private final Function<RegionInfo, InetSocketAddress[]> favoredNodes;
  private final Supplier<List<String>> addresses;

  /**
   * Requests of one region server.
   *
   * @param siteConf of the region server; an operator may change it while it runs
   * @param fileSettings with what it creates files; empty if HBase is not on HDFS
   * @param favoredNodes that HBase has chosen for a region; null: none
   * @param addresses of this machine, by which the compaction server finds the DataNode here
   */
  JobRequests(
      Configuration siteConf,
      ServerName regionServer,
      Optional<HdfsFileSettings> fileSettings,
      Function<RegionInfo, InetSocketAddress[]> favoredNodes,
      Supplier<List<String>> addresses) {
    this.siteConf = siteConf;
    this.regionServer = regionServer;
    this.fileSettings = fileSettings;
    this.favoredNodes = favoredNodes;
    this.addresses = addresses;
  }

  /**
   * The request for one attempt.
   *
   * @param engine class name of the engine that the compaction server shall use
   * @param opening what {@link #readAtOpening} gave when the store opened
   */
  SubmitRequest of(
      CompactionJobId job,
      HStore store,
      String engine,
      CompactionRequestImpl compaction,
      CompactionPlan plan,
      OffloadSettings settings,
      List<ConfigurationEntry> opening) {
    SubmitRequest.Builder request =
        SubmitRequest.newBuilder()
            .setProtocolVersion(Protocol.PLAIN_VERSION)
            .setJobId(job.value())
            .setRegionServer(regionServer.getServerName())
            .setTableDescriptor(
                UnsafeByteOperations.unsafeWrap(
                    TableDescriptorBuilder.toByteArray(store.getHRegion().getTableDescriptor())))
            .setRegionInfo(
                UnsafeByteOperations.unsafeWrap(RegionInfo.toByteArray(store.getRegionInfo())))
            .setFamily(UnsafeByteOperations.unsafeWrap(store.getColumnFamilyDescriptor().getName()))
            .setEngine(engine)
            .setMajor(compaction.isMajor())
            .setAllFiles(compaction.isAllFiles())
            .setSmallestReadPoint(store.getSmallestReadPoint())
            .setPriority(StorePriority.of(store, compaction))
            .setRegionServerTimeMs(EnvironmentEdgeManager.currentTime())
            .setDeadlineMs(settings.jobTimeout().toMillis())
            .setHeartbeatTimeoutMs(settings.lease().toMillis())
            .addAllConfiguration(entries(key -> !ShapingSettings.isReadAtOpening(key)))
            .addAllConfiguration(opening)
            .setPlan(plan);
    for (HStoreFile file : compaction.getFiles()) {
      request.addInput(
          InputFile.newBuilder()
              .setName(file.getPath().getName())
              .setLength(file.getReader().length()));
    }
    store.getMaxSequenceId().ifPresent(request::setStoreMaxSequenceId);
    for (HStoreFile retired : store.getCompactedFiles()) {
      request.addRetiredFile(retired.getPath().getName());
    }
    addPlaceAndForm(request, store);
    return request.build();
  }

  /** What HDFS would take from this region server, were it the writer. */
  private void addPlaceAndForm(SubmitRequest.Builder request, HStore store) {
    fileSettings.map(HdfsFileSettings::toProto).ifPresent(request::setFileSettings);
    InetSocketAddress[] chosen = favoredNodes.apply(store.getRegionInfo());
    if (chosen != null) {
      for (InetSocketAddress node : chosen) {
        request.addFavoredNode(
            HostAndPort.fromParts(node.getHostString(), node.getPort()).toString());
      }
    }
    request.addAllRegionServerAddress(addresses.get());
  }

  /**
   * The oldest version of the protocol whose servers carry out a request rightly.
   *
   * @param labels whether delete markers cover only cells with their visibility labels
   */
  static int version(boolean labels) {
    return labels ? Protocol.LABELS_VERSION : Protocol.PLAIN_VERSION;
  }

  /**
   * The settings that a store which opens now reads once. A compaction server that got later ones
   * would compact otherwise than the store's own compactor.
   */
  List<ConfigurationEntry> readAtOpening() {
    return List.copyOf(entries(ShapingSettings::isReadAtOpening));
  }

  private List<ConfigurationEntry> entries(Predicate<String> which) {
    List<ConfigurationEntry> settings = new ArrayList<>();
    for (Map.Entry<String, String> entry : siteConf) {
      String key = entry.getKey();
      if (ShapingSettings.include(key)
          && which.test(key)
          && !key.equals(StoreEngine.STORE_ENGINE_CLASS_KEY)) {
        String value = siteConf.get(key);
        if (value != null) { // else it was unset meanwhile
          settings.add(ConfigurationEntry.newBuilder().setKey(key).setValue(value).build());
        }
      }
    }
    return settings;
  }
}
