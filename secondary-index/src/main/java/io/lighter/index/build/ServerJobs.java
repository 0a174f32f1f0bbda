// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.build;

import io.lighter.common.MonotonicClock;
import io.lighter.common.protocol.LighterProtos.AskBuildJobRequest;
import io.lighter.common.protocol.LighterProtos.AskBuildJobResponse;
import io.lighter.common.protocol.LighterProtos.CancelBuildJobRequest;
import io.lighter.common.protocol.LighterProtos.Refusal;
import io.lighter.common.protocol.LighterProtos.SubmitBuildJobRequest;
import io.lighter.common.protocol.LighterProtos.SubmitBuildJobResponse;
import io.lighter.index.admin.IndexRefusedException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.ServerName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Jobs on compaction servers. A job that a server loses or fails runs on another one, and after
 * {@value #MOST_SERVERS} servers in this process. What a server says of its file is not relied on:
 * this process counts the entries. Thread-safe but for {@link #close}.
 *
 * <p>A server that this process cannot reach may go on with a job for as long as its lease lasts.
 * Both attempts write the same entries, each into a folder of its own.
 */
final class ServerJobs implements BuildJobs {
  private static final Logger LOG = LoggerFactory.getLogger(ServerJobs.class);

  /** Servers that are tried for one job. */
  static final int MOST_SERVERS = 3;

  /** A request whose answer was lost is repeated once. */
  private static final int SUBMITS = 2;

  private final RequestableJobs here;
  private final BuildServers servers;
  private final JobPlaces places;
  private final JobTiming timing;
  private final MonotonicClock clock;

  /** Jobs that run in this process take a permit each. */
  private final Semaphore threads;

  /** The jobs on servers that have not ended; owned by the map. */
  private final Map<BuildJobId, ServerName> running = new ConcurrentHashMap<>();

  private final LongAdder jobsOnServers = new LongAdder();
  private final LongAdder jobsHere = new LongAdder();

  /**
   * Creates the jobs.
   *
   * @param here runs jobs that no server completes; closed with this object
   * @param threads most jobs at a time in this process
   */
  ServerJobs(
      RequestableJobs here,
      BuildServers servers,
      JobPlaces places,
      int threads,
      JobTiming timing,
      MonotonicClock clock) {
    this.here = here;
    this.servers = servers;
    this.places = places;
    this.threads = new Semaphore(threads);
    this.timing = timing;
    this.clock = clock;
  }

  @Override
  public List<String> regions() {
    return here.regions();
  }

  @Override
  public long read(String region) throws IOException {
    Optional<Long> kept = here.kept(region);
    if (kept.isPresent()) {
      return kept.get();
    }
    Optional<AskBuildJobResponse> answer =
        onServers("region " + region, id -> here.readRequest(id, region));
    if (answer.isPresent()) {
      Optional<Long> written = here.kept(region);
      if (written.isPresent()) {
        jobsOnServers.increment();
        return written.get();
      }
      LOG.warn("{}: region {} was completed, and its run is not there", here.build(), region);
    }
    return inThisProcess(() -> here.read(region));
  }

  @Override
  public Optional<MergedFile> merge(byte[] start, byte[] stop) throws IOException {
    Optional<AskBuildJobResponse> answer =
        onServers("a merge", id -> here.mergeRequest(id, start, stop));
    if (answer.isPresent()) {
      try {
        Optional<MergedFile> merged =
            answer.get().hasAttempt()
                ? Optional.of(here.merged(answer.get().getAttempt()))
                : Optional.empty();
        jobsOnServers.increment();
        return merged;
      } catch (FileNotFoundException e) {
        LOG.warn("{}: a merge was completed, and its file is not there", here.build(), e);
      }
    }
    return inThisProcess(() -> here.merge(start, stop));
  }

  /** A job that this process runs. */
  private interface Job<T> {
    T run() throws IOException;
  }

  private <T> T inThisProcess(Job<T> job) throws IOException {
    try {
      threads.acquire();
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
    try {
      jobsHere.increment();
      return job.run();
    } finally {
      threads.release();
    }
  }

  /** Makes the request of an attempt. */
  private interface Requests {
    SubmitBuildJobRequest with(BuildJobId id);
  }

  /** Runs a job on servers; empty if no server completes it. */
  private Optional<AskBuildJobResponse> onServers(String what, Requests request)
      throws IOException {
    Set<ServerName> tried = new HashSet<>();
    OptionalLong refusedSince = OptionalLong.empty();
    while (tried.size() < MOST_SERVERS) {
      Optional<ServerName> server = take(tried);
      if (server.isEmpty()
          || (refusedSince.isPresent()
              && clock.millis() - refusedSince.getAsLong() >= timing.patienceMs())) {
        server.ifPresent(places::release);
        break;
      }
      try {
        Optional<AskBuildJobResponse> answer = attempt(server.get(), what, request);
        if (answer.isPresent()) {
          return answer;
        }
        if (refusedSince.isEmpty()) {
          refusedSince = OptionalLong.of(clock.millis());
        }
      } catch (LostJobException e) {
        tried.add(server.get());
        LOG.warn(
            "{}: {} was lost on {}, and runs elsewhere: {}",
            here.build(),
            what,
            server.get(),
            e.getMessage());
        LOG.debug("{}: {} was lost", here.build(), what, e);
      } finally {
        places.release(server.get());
      }
    }
    LOG.warn(
        "{}: {} runs in this process, as {}",
        here.build(),
        what,
        tried.isEmpty() ? "no compaction server takes it" : "it was lost on " + tried);
    return Optional.empty();
  }

  private Optional<ServerName> take(Set<ServerName> tried) throws IOException {
    try {
      return places.take(tried);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /** Runs a job on one server; empty if it refuses the job. */
  private Optional<AskBuildJobResponse> attempt(ServerName server, String what, Requests request)
      throws IOException, LostJobException {
    BuildJobId id = BuildJobId.random();
    running.put(id, server);
    boolean ended = false;
    try {
      SubmitBuildJobResponse response = submit(server, request.with(id));
      if (response.hasRefusal()) {
        ended = true;
        refused(server, response);
        return Optional.empty();
      }
      LOG.info("{}: {} runs on {} as {}", here.build(), what, server, id);
      AskBuildJobResponse answer = await(server, id);
      ended = true;
      return Optional.of(answer);
    } finally {
      if (!ended) {
        cancel(id, server);
      }
      running.remove(id);
    }
  }

  private SubmitBuildJobResponse submit(ServerName server, SubmitBuildJobRequest request)
      throws IOException, LostJobException {
    for (int attempt = 1; ; attempt++) {
      try {
        return servers.submit(server, request);
      } catch (InterruptedIOException e) {
        throw e;
      } catch (DoNotRetryIOException e) { // such as a server of a build without this call
        if (places.refuses(server)) {
          LOG.warn("{}: {} takes no jobs", here.build(), server, e);
        }
        throw new LostJobException("it cannot be submitted: " + e.getMessage(), e);
      } catch (IOException e) {
        if (attempt == SUBMITS) {
          places.busy(server); // other jobs are spared this attempt for a while
          throw new LostJobException("it cannot be submitted: " + e.getMessage(), e);
        }
      }
    }
  }

  private void refused(ServerName server, SubmitBuildJobResponse response) {
    if (response.getRefusal() == Refusal.BUSY) {
      places.busy(server);
    } else if (places.refuses(server)) {
      LOG.warn(
          "{}: {} refuses jobs: {}, {}",
          here.build(),
          server,
          response.getRefusal(),
          response.getMessage());
    }
  }

  private AskBuildJobResponse await(ServerName server, BuildJobId id)
      throws IOException, LostJobException {
    AskBuildJobRequest request = AskBuildJobRequest.newBuilder().setJobId(id.value()).build();
    long heard = clock.millis();
    for (long pause = timing.firstPollMs(); ; pause = timing.nextPollMs(pause)) {
      sleep(pause);
      try {
        AskBuildJobResponse answer = servers.ask(server, request);
        heard = clock.millis();
        if (hasCompleted(answer)) {
          return answer;
        }
      } catch (InterruptedIOException | IndexRefusedException e) {
        throw e;
      } catch (IOException e) {
        if (clock.millis() - heard >= timing.silenceMs() || !places.isLive(server)) {
          throw new LostJobException("the server does not answer: " + e.getMessage(), e);
        }
      }
    }
  }

  private static boolean hasCompleted(AskBuildJobResponse answer)
      throws IndexRefusedException, LostJobException {
    return switch (answer.getState()) { // no default: a new state needs a case
      case RUNNING -> false;
      case COMPLETED -> true;
      case REFUSED -> throw new IndexRefusedException(List.of(answer.getMessage()));
      case FAILED, CANCELLED, STATE_UNSPECIFIED ->
          throw new LostJobException(answer.getState() + ", " + answer.getMessage());
    };
  }

  private static void sleep(long ms) throws InterruptedIOException {
    try {
      Thread.sleep(ms);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static InterruptedIOException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    InterruptedIOException failure = new InterruptedIOException("the build has ended");
    failure.initCause(e);
    return failure;
  }

  /** Tells a server to stop; if it does not hear, the lease ends the job. */
  private void cancel(BuildJobId id, ServerName server) {
    boolean interrupted = Thread.interrupted(); // or the call would not be made
    try {
      servers.cancel(server, CancelBuildJobRequest.newBuilder().setJobId(id.value()).build());
    } catch (IOException e) {
      LOG.debug("{}: {} was not told that {} is given up", here.build(), server, id, e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Cancels jobs whose threads have not done so yet, and closes the jobs of this process. */
  @Override
  public void close() throws IOException {
    running.forEach(this::cancel);
    LOG.info(
        "{}: {} jobs on compaction servers, {} in this process",
        here.build(),
        jobsOnServers.sum(),
        jobsHere.sum());
    here.close();
  }
}
