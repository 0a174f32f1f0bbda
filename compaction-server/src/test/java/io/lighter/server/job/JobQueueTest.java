package io.lighter.server.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.service.QueueRank;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JobQueueTest {
  private final JobQueue queue = new JobQueue(100);
  private final Admission admission = new Admission(100, () -> 0);
  private final DataNodeSlots dataNodes = new DataNodeSlots(1);
  private long arrivals;
  private long now;

  @Test
  void mostUrgentComesFirstThenTheOneThatCameFirst() {
    Job late = add(1, 5);
    Job urgent = add(1, -3);
    Job later = add(1, 5);

    assertThat(drain()).containsExactly(urgent, late, later);
  }

  @Test
  void urgencyIsComparedAcrossRegionServers() {
    Job calm = from("calm.example.org,16020,1", 9);
    Job blocked = from("blocked.example.org,16020,1", -1);
    Job full = from("full.example.org,16020,1", 1);

    assertThat(drain()).containsExactly(blocked, full, calm);
  }

  @Test
  void waitingMakesUrgentAtTheRateOfOnePointForEachAgingPeriod() {
    Job waiting = add(1, 3);
    now += 2 * QueueRank.AGING_MS + 1;
    Job twoPointsMoreUrgent = add(1, 1);
    Job threePointsMoreUrgent = add(1, 0);

    assertThat(drain()).containsExactly(threePointsMoreUrgent, waiting, twoPointsMoreUrgent);
  }

  @Test
  void noJobStarvesHoweverUrgentTheOthersAre() {
    Job starving = add(1, Integer.MAX_VALUE);
    now += 2L * QueueRank.MAX_PRIORITY * QueueRank.AGING_MS;
    Job urgent = add(1, Integer.MIN_VALUE);

    assertThat(drain()).containsExactly(starving, urgent);
  }

  @Test
  void jobThatWaitsForADataNodeIsPassedOverAndHoldsUpNobody() {
    Job reading = add(1, 0, "a");
    assertThat(start()).contains(reading);
    dataNodes.take(reading, now);
    Job waiting = add(1, -5, "a");
    for (int i = 0; i < 3 * JobQueue.MAX_OVERTAKEN; i++) {
      Job other = add(1, 5, "b");
      assertThat(start()).contains(other);
      admission.release(1);
    }
    assertThat(start()).isEmpty();

    dataNodes.release(reading);

    assertThat(start()).contains(waiting);
  }

  @Test
  void fullAtItsCapacity() {
    JobQueue two = new JobQueue(2);
    two.add(job(1, 0));
    assertThat(two.isFull()).isFalse();
    two.add(job(1, 0));
    assertThat(two.isFull()).isTrue();
  }

  @Test
  void reservationsNeverExceedTheCapacity() {
    add(60, 0);
    add(60, 0);
    Job first = start().orElseThrow();

    assertThat(start()).isEmpty();
    assertThat(admission.reserved()).isEqualTo(60);

    admission.release(first.spec().inputBytes());
    assertThat(start()).isPresent();
    assertThatThrownBy(() -> admission.reserve(41)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void jobLargerThanAllMemoryRunsAlone() {
    add(10, 0);
    Job huge = add(1_000, 1);
    add(10, 2);
    Job small = start().orElseThrow();
    assertThat(start()).as("the last one overtakes").isPresent();
    assertThat(start()).isEmpty();

    admission.release(20);
    assertThat(small).isNotSameAs(huge);
    assertThat(start()).contains(huge);
    add(1, -100);
    assertThat(start()).as("nothing beside it").isEmpty();

    admission.release(1_000);
    assertThat(start()).isPresent();
  }

  @Test
  void lengthsWhoseSumOverflowsDoNotFit() {
    admission.reserve(Long.MAX_VALUE);

    assertThat(admission.fits(Long.MAX_VALUE)).isFalse();
    assertThat(admission.fits(1)).isFalse();
  }

  @Test
  void smallJobsPassABigOneThatDoesNotFitButNotForEver() {
    add(50, 0);
    start();
    Job big = add(80, 1);
    int passed = 0;
    for (int i = 0; i < 100; i++) {
      add(10, 2);
      Optional<Job> started = start();
      if (started.isPresent()) {
        passed++;
        admission.release(10); // each ends at once, and would make room for the next for ever
      }
    }

    assertThat(passed).isEqualTo(JobQueue.MAX_OVERTAKEN);
    admission.release(50);
    assertThat(start()).contains(big);
  }

  @Test
  void bytesAheadCountsOnlyWhatStartsBefore() {
    Job last = add(1, 9);
    add(30, 1);
    add(20, 1);

    assertThat(queue.bytesAhead(last)).isEqualTo(50);
  }

  private Job add(long bytes, int priority) {
    Job job = job(bytes, priority);
    queue.add(job);
    return job;
  }

  private Job add(long bytes, int priority, String dataNode) {
    Job job = new Job(TestJobs.spec(bytes, priority, List.of(dataNode)), arrivals++, now);
    queue.add(job);
    return job;
  }

  private Job from(String regionServer, int priority) {
    JobSpec spec = TestJobs.spec(1, priority);
    Job job =
        new Job(
            new JobSpec(
                spec.id(),
                spec.request().toBuilder().setRegionServer(regionServer).build(),
                Optional.empty(),
                spec.table(),
                spec.family(),
                spec.region(),
                spec.tableDir(),
                spec.regionTempDir(),
                1,
                List.of(),
                List.of()),
            arrivals++,
            now);
    queue.add(job);
    return job;
  }

  private Job job(long bytes, int priority) {
    return new Job(TestJobs.spec(bytes, priority), arrivals++, now);
  }

  private Optional<Job> start() {
    Optional<Job> job = queue.pollAdmissible(admission, dataNodes, now);
    job.ifPresent(started -> admission.reserve(started.spec().inputBytes()));
    return job;
  }

  private List<Job> drain() {
    List<Job> jobs = new ArrayList<>();
    for (Optional<Job> job = start(); job.isPresent(); job = start()) {
      jobs.add(job.get());
    }
    return jobs;
  }
}
