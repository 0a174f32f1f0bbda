// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.job;

import io.lighter.common.protocol.LighterProtos.JobReport;
import java.util.List;

/**
 * The load of a scheduler.
 *
 * @param jobs jobs that have not ended
 * @param queued jobs that wait
 * @param running busy workers, including those of cancelled jobs that still stop
 * @param paused workers of paused jobs
 * @param reservedBytes memory claimed by running jobs and by retained outputs
 * @param expectedWaitMs milliseconds that a new job would wait
 */
public record SchedulerLoad(
    List<JobReport> jobs,
    int queued,
    int running,
    int paused,
    long reservedBytes,
    boolean draining,
    long expectedWaitMs) {}
