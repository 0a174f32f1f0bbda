// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.schema;

/** Address of a warehouse, a district or a customer. */
public record Address(String street1, String street2, String city, String state, String zip) {
  void pack(PackedWriter writer) {
    writer.putText(street1).putText(street2).putText(city).putText(state).putText(zip);
  }

  static Address unpack(PackedReader reader) {
    return new Address(
        reader.getText(), reader.getText(), reader.getText(), reader.getText(), reader.getText());
  }
}
