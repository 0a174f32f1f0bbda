// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.isolation;

/**
 * A process to be placed in a group.
 *
 * @param role role such as {@link IsolationProfile#REGION_SERVER}
 * @param number number within the role, from 1
 * @param heap {@code -Xmx}, such as {@code 512m}
 */
public record Member(String role, int number, String heap) {
  /** The name of the group. */
  String group() {
    return role + '-' + number;
  }
}
