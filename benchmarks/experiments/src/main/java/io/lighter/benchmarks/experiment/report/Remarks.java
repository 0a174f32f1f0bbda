// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import io.lighter.benchmarks.experiment.Machine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** Sentences about a whole experiment, for both kinds of reports. */
final class Remarks {
  private Remarks() {}

  /** Which strategies have no trial in a variant of the cluster; empty in older results. */
  static List<String> leftOut(JsonObject results) {
    List<String> remarks = new ArrayList<>();
    if (results.has("left_out")) {
      for (JsonElement element : results.getAsJsonArray("left_out")) {
        JsonObject leftOut = element.getAsJsonObject();
        List<String> names =
            leftOut.getAsJsonArray("strategies").asList().stream()
                .map(JsonElement::getAsString)
                .toList();
        remarks.add(
            "%s: %s; %s"
                .formatted(
                    leftOut.get("variant").getAsString(),
                    String.join(", ", names),
                    leftOut.get("reason").getAsString()));
      }
    }
    return remarks;
  }

  /** Whether data nodes have Hadoop's native library; empty in results that do not say. */
  static Optional<String> nativeLibrary(JsonObject results) {
    return Optional.ofNullable(results.getAsJsonObject("machine").get(Machine.NATIVE_LIBRARY))
        .map(
            loaded ->
                loaded.getAsBoolean()
                    ? "Data nodes have loaded Hadoop's native library"
                    : "Data nodes have not loaded Hadoop's native library, so their drop-behind"
                        + " and read-ahead are off");
  }
}
