// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.metrics;

import org.apache.hadoop.hbase.metrics.MetricRegistryInfo;

/** A process with Lighter's metrics, and their place in HBase's metrics system. */
public enum MetricProcess {
  /** The compaction manager, standby or not. */
  MANAGER("Manager", "Lighter's compaction manager", "Lighter,sub=Manager", "lighter"),

  /** A compaction server. */
  COMPACTION_SERVER(
      "CompactionServer",
      "Compactions for region servers",
      "CompactionServer",
      "LighterCompactionServer"),

  /** The plug-in in a region server. */
  REGION_SERVER(
      "Lighter",
      "Compactions that left the region server, or did not, and warm-ups",
      "RegionServer,sub=Lighter",
      "regionserver");

  private final String recordName;
  private final String description;
  private final String jmxContext;
  private final String context;

  MetricProcess(String recordName, String description, String jmxContext, String context) {
    this.recordName = recordName;
    this.description = description;
    this.jmxContext = jmxContext;
    this.context = context;
  }

  /** The prefix of the names under {@code /prometheus}, in camel case. */
  public String recordName() {
    return recordName;
  }

  /** The key of this process's registry in {@code MetricRegistries.global()}. */
  public MetricRegistryInfo registry() {
    return new MetricRegistryInfo(recordName, description, jmxContext, context, false);
  }

  /** The MBean with the metrics as attributes, each with a capital first letter. */
  public String mbean() {
    return "Hadoop:service=HBase,name=" + jmxContext;
  }
}
