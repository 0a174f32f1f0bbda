// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.hbase;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.util.VersionInfo;

/**
 * The releases of HBase that Lighter can be built for. A build runs with one of them: HBase's
 * internal classes, which Lighter extends, change even between patch releases.
 */
public enum HBaseRelease {
  V2_5_13(5, 13, Integer.MAX_VALUE),
  /** Without later changes, in which a store file's tracker makes its description. */
  V2_6_1(6, 1, 1),
  V2_6_4(6, 4, Integer.MAX_VALUE);

  private static final int MAJOR = 2;

  /** A version, optionally with a dash and a suffix, as in {@code 2.6.4-hadoop3}. */
  private static final Pattern VERSION =
      Pattern.compile("(\\d{1,4})\\.(\\d{1,4})\\.(\\d{1,4})(-.*)?");

  private final int minor;
  private final int firstPatch;
  private final int lastPatch;

  HBaseRelease(int minor, int firstPatch, int lastPatch) {
    this.minor = minor;
    this.firstPatch = firstPatch;
    this.lastPatch = lastPatch;
  }

  /** The problem with the HBase on the class path; empty if this build supports it. */
  public static Optional<String> problem() {
    return problem(VersionInfo.getVersion());
  }

  /** The problem with an HBase of this version; empty if this build supports it. */
  public static Optional<String> problem(String version) {
    return BuiltFor.RELEASE.problemWith(version);
  }

  Optional<String> problemWith(String version) {
    if (includes(version)) {
      return Optional.empty();
    }
    String other =
        Arrays.stream(values())
            .filter(release -> release.includes(version))
            .findFirst()
            .map(release -> "; there is another build, for " + release)
            .orElse("");
    return Optional.of(
        "HBase %s is on the class path; this Lighter is built for %s%s"
            .formatted(version, this, other));
  }

  private boolean includes(String version) {
    Matcher matcher = VERSION.matcher(version);
    if (!matcher.matches()
        || Integer.parseInt(matcher.group(1)) != MAJOR
        || Integer.parseInt(matcher.group(2)) != minor) {
      return false;
    }
    int patch = Integer.parseInt(matcher.group(3));
    return firstPatch <= patch && patch <= lastPatch;
  }

  /** The release in words: {@code HBase 2.6.4 or a later 2.6}. */
  @Override
  public String toString() {
    String line = MAJOR + "." + minor;
    return "HBase %s.%d%s"
        .formatted(line, firstPatch, lastPatch > firstPatch ? " or a later " + line : "");
  }
}
