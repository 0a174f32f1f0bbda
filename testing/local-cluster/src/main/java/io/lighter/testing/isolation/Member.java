package io.lighter.testing.isolation;

/**
 * A process that is to be placed.
 *
 * @param role such as {@link IsolationProfile#REGION_SERVER}
 * @param number 1 for the first of its role
 * @param heap its {@code -Xmx}, such as {@code 512m}
 */
public record Member(String role, int number, String heap) {
  /** The name of its group. */
  String group() {
    return role + '-' + number;
  }
}
