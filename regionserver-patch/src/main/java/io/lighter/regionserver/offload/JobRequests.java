// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import io.lighter.common.CompactionJobId;
import io.lighter.common.OutputPlace;
import io.lighter.common.config.ShapingSettings;
import io.lighter.common.hdfs.HdfsFileSettings;
import io.lighter.common.protocol.LighterProtos.CompactionPlan;
import io.lighter.common.protocol.LighterProtos.ConfigurationEntry;
import io.lighter.common.protocol.LighterProtos.InputFile;
import io.lighter.common.protocol.LighterProtos.SubmitRequest;
import io.lighter.common.rpc.Protocol;
import io.lighter.index.region.IndexObserver;
import io.lighter.index.spec.IndexHold;
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
 * Translates HBase's compaction request into a job request. The request has everything that shapes
 * the output, so the compaction server reads no setting that could differ there.
 */
final class JobRequests {
  private final Configuration siteConf;
  private final ServerName regionServer;
  private final Optional<HdfsFileSettings> fileSettings;
  private final Function<RegionInfo, InetSocketAddress[]> favoredNodes;
  private final Supplier<List<String>> addresses;

  /**
   * Creates the requests of one region server.
   *
   * @param siteConf configuration of the region server; an operator may change it at run time
   * @param fileSettings settings with which it creates files; empty if HBase is not on HDFS
   * @param favoredNodes nodes that HBase has chosen for a region; null if it has chosen none
   * @param addresses addresses of this machine, by which the compaction server finds its DataNode
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
   * Returns the request for one attempt.
   *
   * @param engine class name of the engine that the compaction server must use
   * @param opening the result of {@link #readAtOpening} when the store opened
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
        describing(store, engine, opening)
            .setProtocolVersion(Protocol.PLAIN_VERSION)
            .setJobId(job.value())
            .setRegionServer(regionServer.getServerName())
            .setMajor(compaction.isMajor())
            .setAllFiles(compaction.isAllFiles())
            .setSmallestReadPoint(store.getSmallestReadPoint())
            .setPriority(StorePriority.of(store, compaction))
            .setRegionServerTimeMs(EnvironmentEdgeManager.currentTime())
            .setDeadlineMs(settings.jobTimeout().toMillis())
            .setHeartbeatTimeoutMs(settings.lease().toMillis())
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
    // A held table needs entries of rows that are not there yet.
    if (IndexObserver.of(store.getHRegion()).isPresent()
        && !IndexHold.isHeld(store.getHRegion().getTableDescriptor())) {
      request.setIndexSettledSeqId(store.getHRegion().getMVCC().getReadPoint());
    }
    addPlaceAndForm(request, store);
    return request.build();
  }

  /**
   * The part of a request that does not depend on the compaction: table, region, family, engine and
   * configuration.
   *
   * @param engine as above
   * @param opening as above
   */
  SubmitRequest.Builder describing(HStore store, String engine, List<ConfigurationEntry> opening) {
    return SubmitRequest.newBuilder()
        .setTableDescriptor(
            UnsafeByteOperations.unsafeWrap(
                TableDescriptorBuilder.toByteArray(store.getHRegion().getTableDescriptor())))
        .setRegionInfo(
            UnsafeByteOperations.unsafeWrap(RegionInfo.toByteArray(store.getRegionInfo())))
        .setFamily(UnsafeByteOperations.unsafeWrap(store.getColumnFamilyDescriptor().getName()))
        .setEngine(engine)
        .addAllConfiguration(entries(key -> !ShapingSettings.isReadAtOpening(key)))
        .addAllConfiguration(opening);
  }

  /** Adds the settings that HDFS would use if this region server wrote the files. */
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
   * The oldest protocol version whose servers execute a request correctly.
   *
   * @param labels whether delete markers cover only cells with their visibility labels
   * @param place where the job writes
   */
  static int version(boolean labels, OutputPlace place) {
    if (place == OutputPlace.FAMILY_FOLDER) {
      return Protocol.FAMILY_FOLDER_VERSION;
    }
    return labels ? Protocol.LABELS_VERSION : Protocol.PLAIN_VERSION;
  }

  /**
   * The plan for a job that writes into the family's folder: without storage policies, for which
   * HBase writes into a folder of the policy and renames. A file system that does not rename has no
   * such policies.
   */
  static CompactionPlan inFamilyFolder(CompactionPlan plan) {
    return plan.hasDateTiered()
        ? plan.toBuilder()
            .setDateTiered(plan.getDateTiered().toBuilder().clearPolicyBoundary().clearPolicy())
            .build()
        : plan;
  }

  /**
   * The settings that a store reads once when it opens. With later values, a compaction server
   * would compact differently from the store's own compactor.
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
        if (value != null) { // null: unset meanwhile
          settings.add(ConfigurationEntry.newBuilder().setKey(key).setValue(value).build());
        }
      }
    }
    return settings;
  }
}
