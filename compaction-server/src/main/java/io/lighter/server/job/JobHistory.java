package io.lighter.server.job;

import io.lighter.common.CompactionJobId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How the latest jobs ended, so that a region server whose call got lost can ask again. Not
 * thread-safe; the scheduler's lock guards it.
 */
final class JobHistory {
  private final Map<CompactionJobId, End> ends;

  /**
   * How a job ended.
   *
   * @param message empty for DONE
   * @param byOperator cancelled by one, for good
   */
  record End(JobPhase phase, String message, boolean byOperator) {}

  JobHistory(int capacity) {
    this.ends =
        new LinkedHashMap<>() {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<CompactionJobId, End> eldest) {
            return size() > capacity;
          }
        };
  }

  void add(CompactionJobId id, End end) {
    ends.put(id, end);
  }

  Optional<End> find(CompactionJobId id) {
    return Optional.ofNullable(ends.get(id));
  }
}
