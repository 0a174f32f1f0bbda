// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.CompactionJobId;
import io.lighter.common.protocol.LighterProtos.HeartbeatResponse;
import io.lighter.common.protocol.LighterProtos.JobReport;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.OutputFile;
import io.lighter.common.protocol.LighterProtos.SubmitRequest;
import io.lighter.testing.fixtures.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.Waiter;

/**
 * A scheduler that follows a script, on a manual clock. A running job runs until a command ends it.
 * A command prints its answer; when the scheduler is at rest again, it prints the jobs that have a
 * new state and the jobs whose folder was deleted. Commands, one a line:
 *
 * <pre>
 * server K=V...              first: threads (2), queue (2), memory (100), datanode (0: no cap), pause (0 s)
 * submit JOB BYTES K=V...    priority (0), from (host), reads (DataNode), lease and deadline (ms)
 * repeat JOB                 sends the request of a job once more
 * stream N BYTES K=V...      N jobs one by one; each that starts ends at once; prints how many did
 * complete JOB...            the compactor of a running job has written the output
 * fail JOB                   the compactor of a running job fails
 * finish JOB...              the region server takes the output over; prints the phase
 * done JOB...                complete, then finish
 * done-all                   done for the one running job until none runs; prints the order
 * heartbeat JOB...           prints the answer
 * cancel JOB REASON          prints whether there was something to cancel, as the next two do
 * operator-cancel JOB REASON
 * clear TABLE REASON         the operator cancels what waits; prints the jobs
 * elsewhere DATANODE=N...    jobs that read from DataNodes on other servers
 * kept BYTES                 retained outputs have this size from now on
 * wait DURATION              time passes
 * sweep                      expired leases, starts
 * drain | undrain | close
 * jobs                       prints the jobs as a report has them
 * load                       prints the rest of a report, and the counts of events
 * </pre>
 */
final class JobScenario implements AutoCloseable {
  private static final long WAIT_MS = 60_000;

  /** The visible state of a job, and the reason if it has ended. */
  private record Seen(JobState state, String end) {
    @Override
    public String toString() {
      return state + end;
    }
  }

  private final ManualClock clock = new ManualClock();
  private final ScriptedRunner runner = new ScriptedRunner();
  private final Counts events = new Counts();
  private final AtomicLong kept = new AtomicLong();
  private final Queue<CompactionJobId> deleted = new ConcurrentLinkedQueue<>();
  private final Map<String, JobSpec> jobs = new LinkedHashMap<>();
  private final Map<String, Seen> seen = new HashMap<>();
  private final Set<String> told = new HashSet<>(); // ids of jobs that were asked to end
  private final Set<CompactionJobId> discarded = new HashSet<>(); // outputs that must be deleted
  private int deletionsSeen;
  private JobScheduler scheduler;

  /** Runs a command and returns what it prints. */
  String run(String line) throws Exception {
    List<String> words = List.of(line.split(" +", -1));
    String answer = run(words.get(0), words.subList(1, words.size()));
    return answer + changes();
  }

  private String run(String command, List<String> arguments) throws Exception {
    switch (command) {
      case "server" -> start(options(arguments));
      case "kept" -> kept.set(Long.parseLong(arguments.get(0)));
      case "wait" -> clock.advance(Duration.parse("PT" + arguments.get(0)));
      case "sweep" -> scheduler.sweep();
      case "drain" -> scheduler.drain(true);
      case "undrain" -> scheduler.drain(false);
      case "close" -> scheduler.close();
      case "elsewhere" -> elsewhere(options(arguments));
      case "complete" -> complete(arguments);
      case "fail" -> end(spec(arguments.get(0)), false);
      default -> {
        return ask(command, arguments);
      }
    }
    return "";
  }

  private String ask(String command, List<String> arguments) throws Exception {
    String name = arguments.isEmpty() ? "" : arguments.get(0);
    return switch (command) {
      case "submit" -> {
        jobs.put(name, spec(arguments.get(1), options(arguments.subList(2, arguments.size()))));
        yield submit(name);
      }
      case "repeat" -> submit(name);
      case "stream" -> stream(arguments);
      case "finish" -> finish(arguments);
      case "done" -> {
        complete(arguments);
        yield changes() + finish(arguments);
      }
      case "done-all" -> doneAll();
      case "heartbeat" ->
          arguments.stream().map(job -> job + ": " + heartbeat(job) + '\n').collect(joined());
      case "cancel" -> cancelled(name, scheduler.cancel(id(name), reason(arguments)));
      case "operator-cancel" ->
          cancelled(name, scheduler.cancelForOperator(id(name), reason(arguments)));
      case "clear" -> clear(TableName.valueOf(name), reason(arguments));
      case "jobs" -> scheduler.load().jobs().stream().map(this::reported).collect(joined());
      case "load" -> load();
      default -> throw new IllegalArgumentException("no such command: " + command);
    };
  }

  private static Collector<CharSequence, ?, String> joined() {
    return Collectors.joining();
  }

  private static Map<String, String> options(List<String> pairs) {
    return pairs.stream()
        .map(pair -> pair.split("=", 2))
        .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
  }

  private static int number(Map<String, String> options, String name, int otherwise) {
    return options.containsKey(name) ? Integer.parseInt(options.get(name)) : otherwise;
  }

  private static String reason(List<String> arguments) {
    return String.join(" ", arguments.subList(1, arguments.size()));
  }

  private void start(Map<String, String> options) {
    scheduler =
        new JobScheduler(
            new JobScheduler.Limits(
                number(options, "threads", 2),
                number(options, "queue", 2),
                number(options, "memory", 100),
                number(options, "datanode", 0),
                Duration.ofSeconds(number(options, "pause", 0))),
            clock,
            runner,
            (spec, outputs) -> deleted.add(spec.id()),
            events,
            kept::get);
  }

  private static JobSpec spec(String bytes, Map<String, String> options) {
    SubmitRequest.Builder request = TestJobs.request().setPriority(number(options, "priority", 0));
    if (options.containsKey("from")) {
      request.setRegionServer(options.get("from") + ",16020,1");
    }
    if (options.containsKey("lease")) {
      request.setHeartbeatTimeoutMs(Long.parseLong(options.get("lease")));
    }
    if (options.containsKey("deadline")) {
      request.setDeadlineMs(Long.parseLong(options.get("deadline")));
    }
    List<String> dataNodes =
        options.containsKey("reads") ? List.of(options.get("reads")) : List.of();
    return TestJobs.spec(request.build(), Long.parseLong(bytes), dataNodes);
  }

  private JobSpec spec(String name) {
    return jobs.get(name);
  }

  /** The id of a job; a new one if it was never submitted. */
  private CompactionJobId id(String name) {
    return jobs.containsKey(name) ? spec(name).id() : CompactionJobId.random();
  }

  private String submit(String name) {
    try {
      assertThat(scheduler.submit(spec(name))).isNotNegative();
      return "";
    } catch (RefusedException e) {
      String message = e.getMessage().replace(id(name).value(), name);
      String wait = e.expectedWaitMs() > 0 ? ", wait " + e.expectedWaitMs() + " ms" : "";
      return name + " refused: " + e.refusal() + ", " + message + wait + '\n';
    }
  }

  private String stream(List<String> arguments) throws Exception {
    int started = 0;
    int count = Integer.parseInt(arguments.get(0));
    for (int i = 0; i < count; i++) {
      JobSpec spec = spec(arguments.get(1), options(arguments.subList(2, arguments.size())));
      long unused = scheduler.submit(spec);
      if (scheduler.heartbeat(spec.id()).getState() == JobState.COMPACTING) {
        end(spec, true);
        settle();
        assertThat(scheduler.finish(spec.id())).isEqualTo(JobPhase.DONE);
        started++;
      }
    }
    return started + " started, " + (count - started) + " wait\n";
  }

  private void complete(List<String> names) throws Exception {
    for (String name : names) {
      end(spec(name), true);
      settle();
    }
  }

  private void end(JobSpec spec, boolean well) {
    assertThat(states()).containsEntry(spec.id().value(), JobState.COMPACTING);
    told.add(spec.id().value());
    if (well) {
      runner.succeed(spec);
    } else {
      runner.fail(spec);
    }
  }

  private String finish(List<String> names) {
    return names.stream()
        .map(name -> name + " finish: " + scheduler.finish(id(name)) + '\n')
        .collect(joined());
  }

  private String doneAll() throws Exception {
    List<String> order = new ArrayList<>();
    while (true) {
      List<String> running =
          jobs.keySet().stream()
              .filter(name -> states().get(id(name).value()) == JobState.COMPACTING)
              .toList();
      if (running.isEmpty()) {
        break;
      }
      assertThat(running).hasSize(1);
      complete(running);
      assertThat(scheduler.finish(id(running.get(0)))).isEqualTo(JobPhase.DONE);
      order.addAll(running);
    }
    order.forEach(name -> seen.put(name, now(name)));
    return String.join(" ", order) + '\n';
  }

  private static String cancelled(String name, boolean done) {
    return done ? "" : name + ": nothing to cancel\n";
  }

  private String clear(TableName table, String reason) {
    Set<CompactionJobId> ids = Set.copyOf(scheduler.cancelQueuedForOperator(table, reason));
    List<String> names = jobs.keySet().stream().filter(name -> ids.contains(id(name))).toList();
    assertThat(names).hasSameSizeAs(ids);
    return "cleared: " + (names.isEmpty() ? "none" : String.join(" ", names)) + '\n';
  }

  private void elsewhere(Map<String, String> options) {
    scheduler.dataNodesElsewhere(
        options.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, e -> Integer.parseInt(e.getValue()))));
  }

  private String heartbeat(String name) {
    HeartbeatResponse answer = scheduler.heartbeat(id(name));
    StringBuilder printed = new StringBuilder(answer.getState().toString());
    if (answer.hasExpectedWaitMs()) {
      printed.append(", wait ").append(answer.getExpectedWaitMs()).append(" ms");
    }
    for (OutputFile output : answer.getOutputList()) {
      assertThat(output).isEqualTo(ScriptedRunner.OUTPUT);
      printed.append(", output ").append(output.getName());
    }
    return printed + end(answer);
  }

  /** The reason why a job has ended; empty before its end. */
  private static String end(HeartbeatResponse answer) {
    String message = answer.getMessage().replaceAll("cj-\\w+", "(id)");
    return (message.isEmpty() ? "" : ", " + message)
        + (answer.getCancelledByOperator() ? ", by the operator" : "");
  }

  private String reported(JobReport job) {
    return name(job)
        + ": "
        + job.getState()
        + ", waits for "
        + job.getWaitingFor()
        + (job.getDatanodeCount() == 0 ? "" : ", reads " + job.getDatanodeList())
        + (job.hasPace() ? ", " + named(job.getPace()) : "")
        + '\n';
  }

  private String named(String text) {
    String named = text;
    for (String name : jobs.keySet()) {
      named = named.replace(id(name).value(), name);
    }
    return named;
  }

  private String name(JobReport job) {
    return jobs.keySet().stream()
        .filter(name -> id(name).value().equals(job.getJobId()))
        .findAny()
        .orElse("(stream)");
  }

  private String load() {
    SchedulerLoad load = scheduler.load();
    return String.format(
        Locale.ROOT,
        "%d queued, %d running, %s%d bytes reserved, %s%swait %d ms; %d failed, %d cancelled\n",
        load.queued(),
        load.running(),
        load.paused() > 0 ? load.paused() + " paused, " : "",
        load.reservedBytes(),
        load.draining() ? "draining, " : "",
        scheduler.isEmpty() ? "empty, " : "",
        load.expectedWaitMs(),
        events.failed.get(),
        events.cancelled.get());
  }

  /** Waits until the scheduler is at rest; returns jobs with a new state, and deleted folders. */
  private String changes() throws Exception {
    for (Map.Entry<String, Seen> before : seen.entrySet()) {
      if (before.getValue().state() == JobState.COMPLETED
          && now(before.getKey()).state() == JobState.CANCELLED) {
        discarded.add(id(before.getKey()));
      }
    }
    settle();
    StringBuilder printed = new StringBuilder();
    jobs.keySet()
        .forEach(
            name -> {
              Seen now = now(name);
              Seen before = seen.put(name, now);
              boolean refused = before == null && now.state() == JobState.CANCELLED;
              if (!now.equals(before) && !refused) {
                printed.append(name).append(": ").append(now).append('\n');
              }
            });
    deleted.stream()
        .skip(deletionsSeen)
        .forEach(
            id ->
                jobs.keySet().stream()
                    .filter(name -> id(name).equals(id))
                    .forEach(name -> printed.append(name).append(" deleted\n")));
    deletionsSeen = deleted.size();
    return printed.toString();
  }

  /** The current state, read without renewing the lease. */
  private Seen now(String name) {
    JobState state = states().get(id(name).value());
    if (state != null) {
      return new Seen(state, "");
    }
    HeartbeatResponse ended = scheduler.heartbeat(id(name));
    return new Seen(ended.getState(), end(ended));
  }

  /** States of the jobs that have not ended, by id. */
  private Map<String, JobState> states() {
    return scheduler.load().jobs().stream()
        .collect(Collectors.toMap(JobReport::getJobId, JobReport::getState));
  }

  private void settle() throws Exception {
    Waiter.Predicate<Exception> atRest = this::isAtRest;
    assertThat(Waiter.waitFor(new Configuration(false), WAIT_MS, 5, false, atRest))
        .as("milliseconds until the scheduler was at rest")
        .isNotNegative();
  }

  /** Whether no worker is about to act: none stops, none was asked to end, nothing is deleted. */
  private boolean isAtRest() {
    List<JobReport> running =
        scheduler.load().jobs().stream()
            .filter(job -> job.getState() == JobState.COMPACTING)
            .toList();
    return scheduler.load().running() + scheduler.load().paused() == running.size()
        && running.stream().noneMatch(job -> told.contains(job.getJobId()))
        && deleted.containsAll(discarded);
  }

  @Override
  public void close() {
    scheduler.close();
  }
}
