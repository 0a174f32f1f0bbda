package io.lighter.regionserver.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.regionserver.warmup.Routing.Route;
import io.lighter.warmup.WarmupThreshold;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Files are letters; a compaction of a and b wrote N. */
class RoutingTest {
  private final LongAdder below = new LongAdder();
  private final LongAdder above = new LongAdder();
  private final Routing<String> routing = new Routing<>(below, above);

  @Test
  void withoutAWarmupEveryReadGetsTheCurrentFiles() {
    List<String> current = List.of("N", "c");

    assertThat(routing.route(row(1), current)).isSameAs(current);
  }

  @Test
  void readBelowTheThresholdGetsTheNewFileAndThoseOutsideTheCompaction() {
    warmup(List.of("a", "b"), List.of("N")).advanceBefore(row(500));

    assertThat(filesFor(row(499), "N", "c")).containsExactlyInAnyOrder("N", "c");
    assertThat(below.sum()).isEqualTo(1);
  }

  @Test
  void readAboveTheThresholdGetsTheOldFilesAndThoseOutsideTheCompaction() {
    warmup(List.of("a", "b"), List.of("N")).advanceBefore(row(500));

    assertThat(filesFor(row(500), "N", "c")).containsExactlyInAnyOrder("a", "b", "c");
    assertThat(above.sum()).isEqualTo(1);
  }

  @Test
  void beforeTheThresholdHasMovedNoReadGetsTheNewFile() {
    warmup(List.of("a", "b"), List.of("N"));

    assertThat(filesFor(new byte[0], "N")).containsExactlyInAnyOrder("a", "b");
  }

  @Test
  void completeThresholdSendsEveryReadToTheNewFile() {
    warmup(List.of("a", "b"), List.of("N")).complete();

    assertThat(filesFor(row(999), "N")).containsExactly("N");
  }

  @Test
  void removedRouteIsForgotten() {
    Route<String> route = new Route<>(List.of("a"), List.of("N"), new WarmupThreshold());
    routing.add(route);
    routing.remove(route);

    assertThat(filesFor(row(1), "N")).containsExactly("N");
  }

  @Test
  void whoGetsTheInputsOfTheSecondCompactionIsRoutedByTheFirst() {
    WarmupThreshold first = warmup(List.of("a", "b"), List.of("N"));
    warmup(List.of("N", "c"), List.of("M"));
    first.advanceBefore(row(500));

    assertThat(filesFor(row(1), "M", "d")).containsExactlyInAnyOrder("N", "c", "d");
    assertThat(filesFor(row(500), "M", "d")).containsExactlyInAnyOrder("a", "b", "c", "d");
  }

  @Test
  void whoGetsTheOutputOfTheSecondCompactionGetsNothingOfTheFirst() {
    WarmupThreshold first = warmup(List.of("a", "b"), List.of("N"));
    WarmupThreshold second = warmup(List.of("N", "c"), List.of("M"));
    first.advanceBefore(row(300));
    second.advanceBefore(row(500));

    assertThat(filesFor(row(400), "M", "d")).containsExactlyInAnyOrder("M", "d");
  }

  /** As with stripes: the second compaction took one of two outputs; the other one stays in use. */
  @Test
  void outputThatWasCompactedInPartIsNeverMixedWithItsInputs() {
    warmup(List.of("a", "b"), List.of("N1", "N2"));
    WarmupThreshold second = warmup(List.of("N1"), List.of("M"));

    assertThat(filesFor(row(1), "M", "N2")).containsExactlyInAnyOrder("a", "b");
    second.advanceBefore(row(500));
    assertThat(filesFor(row(1), "M", "N2")).containsExactlyInAnyOrder("M", "N2");
  }

  @Test
  void compactionsOfOtherFilesAreRoutedEachByItsOwnThreshold() {
    WarmupThreshold first = warmup(List.of("a", "b"), List.of("N"));
    warmup(List.of("c", "d"), List.of("M"));
    first.advanceBefore(row(500));

    assertThat(filesFor(row(1), "N", "M")).containsExactlyInAnyOrder("N", "c", "d");
  }

  private WarmupThreshold warmup(List<String> oldFiles, List<String> newFiles) {
    WarmupThreshold threshold = new WarmupThreshold();
    routing.add(new Route<>(oldFiles, newFiles, threshold));
    return threshold;
  }

  private Collection<String> filesFor(byte[] row, String... current) {
    return routing.route(row, List.of(current));
  }

  private static byte[] row(int number) {
    return Bytes.toBytes("%03d".formatted(number));
  }
}
