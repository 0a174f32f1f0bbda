// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.rpc;

import io.lighter.common.protocol.LighterProtos.AskBuildJobRequest;
import io.lighter.common.protocol.LighterProtos.AskBuildJobResponse;
import io.lighter.common.protocol.LighterProtos.CancelBuildJobRequest;
import io.lighter.common.protocol.LighterProtos.CancelBuildJobResponse;
import io.lighter.common.protocol.LighterProtos.Refusal;
import io.lighter.common.protocol.LighterProtos.SubmitBuildJobRequest;
import io.lighter.common.protocol.LighterProtos.SubmitBuildJobResponse;
import io.lighter.index.build.BuildJob;
import io.lighter.index.build.BuildJobId;
import io.lighter.server.index.BuildJobPool;
import io.lighter.server.index.BuildJobValidator;
import io.lighter.server.job.RefusedException;
import io.lighter.service.rpc.CallerCheck;
import java.io.IOException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The calls about jobs of index builds, of callers that are checked. Thread-safe. */
public final class BuildJobCalls {
  static final String SUBMIT = "submit a job of an index build";

  private static final Logger LOG = LoggerFactory.getLogger(BuildJobCalls.class);

  private final BuildJobValidator validator;
  private final BuildJobPool jobs;

  /** Creates the calls. */
  public BuildJobCalls(BuildJobValidator validator, BuildJobPool jobs) {
    this.validator = validator;
    this.jobs = jobs;
  }

  BuildJob validate(SubmitBuildJobRequest request) throws RefusedException, IOException {
    return validator.validate(request);
  }

  void submit(BuildJob job, SubmitBuildJobRequest request) throws RefusedException {
    jobs.submit(job, request);
  }

  /** Logs a refusal, and makes the answer. */
  static SubmitBuildJobResponse refused(SubmitBuildJobRequest request, RefusedException e) {
    String id = StoreFileNames.quoted(request.getJobId());
    LOG.warn("{} of {} refused as {}: {}", id, CallerCheck.caller(), e.refusal(), e.getMessage());
    if (e.refusal() == Refusal.INVALID) { // no command sends such a request
      CallerCheck.suspicious(SUBMIT, e.getMessage(), id);
    }
    return SubmitBuildJobResponse.newBuilder()
        .setRefusal(e.refusal())
        .setMessage(e.getMessage())
        .build();
  }

  AskBuildJobResponse ask(AskBuildJobRequest request) {
    return parse(request.getJobId())
        .map(jobs::ask)
        .orElseGet(
            () ->
                AskBuildJobResponse.newBuilder()
                    .setState(AskBuildJobResponse.State.CANCELLED)
                    .setMessage("unknown job " + StoreFileNames.quoted(request.getJobId()))
                    .build());
  }

  CancelBuildJobResponse cancel(CancelBuildJobRequest request) {
    boolean cancelled =
        parse(request.getJobId())
            .map(id -> jobs.cancel(id, "given up by its command"))
            .orElse(false);
    return CancelBuildJobResponse.newBuilder().setCancelled(cancelled).build();
  }

  private static Optional<BuildJobId> parse(String id) {
    try {
      return Optional.of(new BuildJobId(id));
    } catch (IllegalArgumentException e) {
      LOG.debug("call with an invalid id of a build's job", e);
      return Optional.empty();
    }
  }
}
