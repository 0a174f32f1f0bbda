package io.lighter.server.job;

import io.lighter.common.protocol.LighterProtos.JobReport;
import java.util.List;

/**
 * What a scheduler is doing at a moment.
 *
 * @param jobs those that have not ended
 * @param queued how many of them wait
 * @param running workers that are busy, cancelled jobs that still stop included
 * @param reservedBytes memory claimed by running jobs and by kept outputs
 * @param expectedWaitMs milliseconds that a job which came now would wait
 */
public record SchedulerLoad(
    List<JobReport> jobs,
    int queued,
    int running,
    long reservedBytes,
    boolean draining,
    long expectedWaitMs) {}
