// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.zk;

import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ServerName;

/**
 * The paths of Lighter's znodes.
 *
 * <pre>
 * &lt;root&gt;/manager              election of the leader (Curator's LeaderLatch); ids are server names
 * &lt;root&gt;/managers/&lt;server&gt;    live managers, ephemeral: ManagerRegistration
 * &lt;root&gt;/servers/&lt;server&gt;     live compaction servers, ephemeral: ServerRegistration
 * &lt;root&gt;/draining/&lt;server&gt;    no content; these take no new jobs (see DrainNodes)
 * &lt;root&gt;/assignment/&lt;group&gt;   SlotTable, written by the leader
 * &lt;root&gt;/collection           IndexRounds, written by the leader; absent: no round has ended
 * &lt;root&gt;/switch               OffloadSwitch; absent: on everywhere
 * &lt;root&gt;/warm/&lt;id&gt;            WarmRequest, persistent; its requester always deletes it
 * &lt;root&gt;/warm/&lt;id&gt;/requester  ephemeral, made with it; exists while the requester waits
 * &lt;root&gt;/warm/&lt;id&gt;/&lt;server&gt;   WarmProgress of a region server, ephemeral
 * </pre>
 *
 * @param root absolute path, {@code /hbase/lighter} by default
 */
public record LighterZNodes(String root) {
  /** The paths of a configuration. */
  public static LighterZNodes of(Configuration conf, LighterConfiguration lighter) {
    String root = lighter.string(LighterOption.ZNODE_PARENT);
    if (!root.isEmpty()) {
      return new LighterZNodes(root);
    }
    String hbase =
        conf.get(HConstants.ZOOKEEPER_ZNODE_PARENT, HConstants.DEFAULT_ZOOKEEPER_ZNODE_PARENT);
    return new LighterZNodes(hbase + "/lighter");
  }

  public String manager() {
    return root + "/manager";
  }

  public String managers() {
    return root + "/managers";
  }

  public String manager(ServerName manager) {
    return managers() + '/' + manager.getServerName();
  }

  public String servers() {
    return root + "/servers";
  }

  public String server(ServerName server) {
    return servers() + '/' + server.getServerName();
  }

  public String draining() {
    return root + "/draining";
  }

  public String draining(ServerName server) {
    return draining() + '/' + server.getServerName();
  }

  public String assignments() {
    return root + "/assignment";
  }

  public String assignment(String group) {
    return assignments() + '/' + group;
  }

  public String collection() {
    return root + "/collection";
  }

  public String offloadSwitch() {
    return root + "/switch";
  }

  public String warmRequests() {
    return root + "/warm";
  }

  public String warmRequest(String id) {
    return warmRequests() + '/' + id;
  }

  public String warmRequester(String id) {
    return warmRequest(id) + "/requester";
  }

  public String warmProgress(String id, ServerName regionServer) {
    return warmRequest(id) + '/' + regionServer.getServerName();
  }
}
