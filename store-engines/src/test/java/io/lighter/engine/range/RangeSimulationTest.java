// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.range;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/**
 * A model of bytes: 10 GB of updates all over a store of 10 GB. An update replaces what was there,
 * so a merge writes as much as the base had.
 */
class RangeSimulationTest {
  private static final long MB = 1 << 20;
  private static final long STORE = 10_240 * MB;
  private static final long FLUSH = 128 * MB;
  private static final long RANGE = 256 * MB;
  private static final int KEYS = 100_000_000;

  /** Ratios of un-merged data, and the write amplification for each, as in the design. */
  @Test
  void writeAmplificationFallsWithTheShareOfUnmergedData() {
    assertRun(new Run(0.05), 8.8);
    assertRun(new Run(0.10), 6.7);
    assertRun(new Run(0.20), 5.5);
  }

  private static void assertRun(Run run, double amplification) {
    run.update(STORE);
    assertThat(run.written / (double) STORE).isCloseTo(amplification, within(amplification / 10));
    assertThat(run.largestJob).isLessThanOrEqualTo(4 * RANGE);
    assertThat(run.mostDepth).isLessThanOrEqualTo(9);
  }

  private static final class Run {
    private final RangeLimits limits;
    private final RangePlanner planner;
    private final Set<RangeFile> files = new LinkedHashSet<>();
    private long id;
    private long written;
    private long largestJob;
    private int mostDepth;

    Run(double ratio) {
      limits = new RangeLimits(RANGE, ratio, FLUSH, 4, 4, 2);
      planner = new RangePlanner(limits);
      // Divided ranges have between half and all of the allowed size.
      long at = 0;
      for (int i = 0; at < STORE; i++) {
        long bytes = Math.min(STORE - at, RANGE / 2 + i * 37 % 100 * RANGE / 200);
        add(bytes, key(at), key(at + bytes) - 1);
        at += bytes;
      }
    }

    private static int key(long offset) {
      return (int) ((double) offset / STORE * KEYS);
    }

    void update(long bytes) {
      for (long done = 0; done < bytes; done += FLUSH) {
        id += 2; // as flushes have more than one write, no two are tied
        written += FLUSH;
        add(FLUSH, 0, KEYS - 1);
        while (true) {
          RangeLayout layout = RangeLayout.of(files, RANGE);
          mostDepth = Math.max(mostDepth, layout.depth());
          var plan = planner.next(layout, Set.of(), MajorSweep.NONE);
          if (plan.isEmpty()) {
            break;
          }
          carryOut(plan.get());
        }
      }
    }

    private void carryOut(RangePlan plan) {
      files.removeAll(plan.inputs());
      long out = 0;
      if (plan.boundaries().isEmpty()) {
        RangeFile first = plan.inputs().get(0);
        long bytes = plan.job().isMerge() ? first.bytes() : plan.inputBytes();
        int from = number(first.first());
        int keys = number(first.last()) + 1 - from;
        for (int i = 0; i < plan.outputs(); i++) {
          int start = from + (int) ((long) keys * i / plan.outputs());
          int end = from + (int) ((long) keys * (i + 1) / plan.outputs());
          out += add(bytes / plan.outputs(), start, end - 1);
        }
      } else {
        List<byte[]> ends = new ArrayList<>(plan.boundaries());
        for (int i = 0; i + 1 < ends.size(); i++) {
          int start = ends.get(i).length == 0 ? 0 : number(ends.get(i));
          int end = ends.get(i + 1).length == 0 ? KEYS : number(ends.get(i + 1));
          out += add((long) ((double) plan.inputBytes() * (end - start) / KEYS), start, end - 1);
        }
      }
      written += out;
      largestJob = Math.max(largestJob, plan.inputBytes() + out);
    }

    private long add(long bytes, int first, int last) {
      files.add(
          RangeFile.named("f" + files.size() + "-" + first + "-" + written + "-" + id, bytes, id)
              .rows(row(first), row(last))
              .build());
      return bytes;
    }

    private static byte[] row(int key) {
      return Bytes.toBytes("%09d".formatted(key));
    }

    private static int number(byte[] row) {
      return Integer.parseInt(Bytes.toString(row));
    }
  }
}
