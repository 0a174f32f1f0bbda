// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.engine.range.RangeFile;
import io.lighter.engine.range.RangeLayout;
import io.lighter.engine.range.RangeLimits;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.yetus.audience.InterfaceAudience;

/** HBase's view of a {@link RangeLayout}. */
@InterfaceAudience.Private
class RangeStoreFileManager extends LayoutFileManager<RangeFile, RangeLayout> {
  private static final double MAX_SPLIT_IMBALANCE = 1.5;

  private final CellComparator cells;
  private final RangeLimits limits;

  RangeStoreFileManager(CellComparator cells, Configuration conf, RangeLimits limits) {
    super(
        conf,
        files -> RangeLayout.of(files, limits.rangeBytes()),
        RangeLayout::depth,
        layout -> limits.maxFiles());
    this.cells = cells;
    this.limits = limits;
  }

  @Override
  RangeFile facts(HStoreFile file) {
    return facts(file, true);
  }

  @Override
  String nameOf(RangeFile file) {
    return file.name();
  }

  private static RangeFile facts(HStoreFile file, boolean divisible) {
    byte[] hint = file.getMetadataValue(StripeStoreFileManager.STRIPE_START_KEY);
    byte[] end = file.getMetadataValue(StripeStoreFileManager.STRIPE_END_KEY);
    boolean hasRows = file.getFirstKey().isPresent() && file.getLastKey().isPresent();
    return commonFacts(file)
        .startHint(hint == null ? StripeStoreFileManager.OPEN_KEY : hint)
        .divisible(divisible)
        .merged(
            hasRows
                && isWithin(
                    CellUtil.cloneRow(file.getFirstKey().get()),
                    CellUtil.cloneRow(file.getLastKey().get()),
                    hint,
                    end))
        .build();
  }

  /** Tells whether the metadata of a stripe is there, and agrees with the rows. */
  private static boolean isWithin(byte[] first, byte[] last, byte[] start, byte[] end) {
    return start != null
        && end != null
        && Bytes.compareTo(start, first) <= 0
        && (end.length == 0 || Bytes.compareTo(last, end) < 0);
  }

  @Override
  public void addCompactionResults(Collection<HStoreFile> inputs, Collection<HStoreFile> outputs) {
    boolean divisible = !isStuck(inputs, outputs);
    replace(inputs, outputs, file -> facts(file, divisible));
  }

  /**
   * Tells whether a file that is too large was compacted alone and did not become several files. A
   * file with unknown rows was not to be divided.
   */
  private boolean isStuck(Collection<HStoreFile> inputs, Collection<HStoreFile> outputs) {
    var facts = snapshot().facts(inputs).stream().filter(file -> !file.isEmpty()).toList();
    boolean alone = facts.size() == 1 && outputs.size() == 1 && !facts.get(0).isRowsUnknown();
    return alone && facts.get(0).bytes() > limits.maxInputBytes();
  }

  @Override
  Collection<RangeFile> reads(RangeLayout layout, byte[] from, byte[] to) {
    return layout.reads(from, to);
  }

  /**
   * Returns the boundary nearest to the middle of the bytes if the sides are about equal: a split
   * there needs no half of a file. Else the middle of the range that has the middle.
   */
  @Override
  public Optional<byte[]> getSplitPoint() throws IOException {
    Snapshot now = snapshot();
    List<RangeLayout.Range> ranges = now.layout().ranges();
    long total = ranges.stream().mapToLong(RangeLayout.Range::bytes).sum();
    long before = 0;
    byte[] nearest = null;
    long smallerSide = 0;
    RangeLayout.Range middle = ranges.get(0);
    for (RangeLayout.Range range : ranges) {
      if (Math.min(before, total - before) > smallerSide) {
        smallerSide = Math.min(before, total - before);
        nearest = range.keys().from();
      }
      if (before <= total / 2) {
        middle = range;
      }
      before += range.bytes();
    }
    if (nearest != null && total - smallerSide < MAX_SPLIT_IMBALANCE * smallerSide) {
      return Optional.of(nearest);
    }
    return middle.base().isEmpty()
        ? Optional.empty()
        : StoreUtils.getSplitPoint(now.files(List.of(middle.base().get())), cells);
  }
}
