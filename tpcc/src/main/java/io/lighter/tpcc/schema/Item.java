// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.schema;

/**
 * An item of the catalogue.
 *
 * @param price in cents
 */
public record Item(int image, String name, int price, String data) {
  /** Text in {@code data} of one item in ten, and of one stock row in ten. */
  public static final String ORIGINAL = "ORIGINAL";

  public boolean isOriginal() {
    return data.contains(ORIGINAL);
  }

  public byte[] pack() {
    return new PackedWriter().putInt(image).putText(name).putInt(price).putText(data).toBytes();
  }

  public static Item unpack(byte[] bytes) {
    PackedReader reader = new PackedReader(bytes);
    return new Item(reader.getInt(), reader.getText(), reader.getInt(), reader.getText());
  }
}
