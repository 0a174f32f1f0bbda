// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.schema;

/**
 * The constant part of a warehouse or of a district. Immutable; all components are non-null.
 *
 * @param name ASCII text
 * @param tax in hundredths of a percent
 */
public record Site(String name, Address address, int tax) {
  /** The cell {@code p} of the row, in the format that {@link #unpack} reads. */
  public byte[] pack() {
    PackedWriter writer = new PackedWriter().putText(name);
    address.pack(writer);
    return writer.putInt(tax).toBytes();
  }

  /**
   * Reads the result of {@link #pack}.
   *
   * @throws java.nio.BufferUnderflowException if {@code bytes} are too short
   */
  public static Site unpack(byte[] bytes) {
    PackedReader reader = new PackedReader(bytes);
    return new Site(reader.getText(), Address.unpack(reader), reader.getInt());
  }
}
