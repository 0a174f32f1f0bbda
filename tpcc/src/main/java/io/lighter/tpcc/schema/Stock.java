// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.schema;

import java.util.ArrayList;
import java.util.List;

/**
 * The constant part of an item's stock.
 *
 * @param districtInfo S_DIST_01 to S_DIST_10
 */
public record Stock(List<String> districtInfo, String data) {
  public Stock {
    districtInfo = List.copyOf(districtInfo);
    if (districtInfo.size() != Scale.MAX_DISTRICTS) {
      throw new IllegalArgumentException("information for " + districtInfo.size() + " districts");
    }
  }

  public boolean isOriginal() {
    return data.contains(Item.ORIGINAL);
  }

  public byte[] pack() {
    PackedWriter writer = new PackedWriter();
    districtInfo.forEach(writer::putText);
    return writer.putText(data).toBytes();
  }

  public static Stock unpack(byte[] bytes) {
    PackedReader reader = new PackedReader(bytes);
    List<String> districtInfo = new ArrayList<>(Scale.MAX_DISTRICTS);
    for (int district = 0; district < Scale.MAX_DISTRICTS; district++) {
      districtInfo.add(reader.getText());
    }
    return new Stock(districtInfo, reader.getText());
  }
}
