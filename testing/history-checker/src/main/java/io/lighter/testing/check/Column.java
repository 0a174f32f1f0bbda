// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

/** The columns of a row; each exists in both families, with the same versions. */
enum Column {
  A('a'),
  B('b');

  private final byte qualifier;

  Column(char qualifier) {
    this.qualifier = (byte) qualifier;
  }

  byte[] qualifier() {
    return new byte[] {qualifier};
  }

  byte tag() {
    return qualifier;
  }
}
