// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver;

import io.lighter.common.protocol.LighterProtos.AskBuildJobRequest;
import io.lighter.common.protocol.LighterProtos.AskBuildJobResponse;
import io.lighter.common.protocol.LighterProtos.CancelBuildJobRequest;
import io.lighter.common.protocol.LighterProtos.CancelBuildJobResponse;
import io.lighter.common.protocol.LighterProtos.CompactionServerService;
import io.lighter.common.protocol.LighterProtos.SubmitBuildJobRequest;
import io.lighter.common.protocol.LighterProtos.SubmitBuildJobResponse;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcController;

/** A compaction server that no region server asks for jobs of index builds: commands do. */
public abstract class NoBuildJobs implements CompactionServerService.BlockingInterface {
  private static UnsupportedOperationException unasked() {
    return new UnsupportedOperationException("no region server asks for jobs of index builds");
  }

  @Override
  public final SubmitBuildJobResponse submitBuildJob(
      RpcController controller, SubmitBuildJobRequest request) {
    throw unasked();
  }

  @Override
  public final AskBuildJobResponse askBuildJob(
      RpcController controller, AskBuildJobRequest request) {
    throw unasked();
  }

  @Override
  public final CancelBuildJobResponse cancelBuildJob(
      RpcController controller, CancelBuildJobRequest request) {
    throw unasked();
  }
}
