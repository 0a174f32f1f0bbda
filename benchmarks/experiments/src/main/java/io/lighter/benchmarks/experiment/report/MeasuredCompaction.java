// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import io.lighter.benchmarks.experiment.LatencyLog.Timing;
import io.lighter.benchmarks.experiment.Phase;
import io.lighter.benchmarks.experiment.PhaseTimes;
import io.lighter.benchmarks.experiment.SpanLatencies;
import io.lighter.benchmarks.experiment.TimeSpan;
import io.lighter.benchmarks.experiment.TrialResult;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParseException;

/**
 * All latencies of one compaction by span of time and operation, in a run's {@code measured}.
 * {@link PooledJson} takes its figures from them, so that results of several experiments can be
 * pooled. Immutable.
 *
 * @param trial number of the trial among those that are pooled
 * @param spans by name: the phases, {@link #WINDOW} and {@link #WHOLE}
 */
record MeasuredCompaction(int trial, Map<String, Span> spans) {
  /** Name of the window from the commit, beside the phases. */
  static final String WINDOW = "window";

  /** Name of the compaction and the window as one span, with the interval of the commit. */
  static final String WHOLE = "compaction_and_window";

  private static final String SECONDS = "seconds";
  private static final String COVERED = "covered_ms";
  private static final String STALLS = "stalls";
  private static final String MICROS = "micros";

  /**
   * A span of time.
   *
   * @param seconds its length
   * @param operations latencies by operation, with {@link TrialJson#SENT} from the actual start
   */
  record Span(double seconds, Map<String, SpanLatencies> operations) {
    /** Copies the map. */
    Span {
      operations = Collections.unmodifiableMap(new LinkedHashMap<>(operations));
    }

    /** Latencies of an operation; none if the span has none. */
    SpanLatencies latencies(String operation) {
      return operations.getOrDefault(
          operation, new SpanLatencies(new Histogram(3), Duration.ZERO, 0));
    }
  }

  /** Copies the map. */
  MeasuredCompaction {
    spans = Collections.unmodifiableMap(new LinkedHashMap<>(spans));
  }

  /** The compaction of a trial, whose number is 0. */
  static MeasuredCompaction of(TrialResult trial, PhaseTimes times, List<String> operations) {
    Map<String, TimeSpan> spans = new LinkedHashMap<>();
    for (Phase phase : Phase.values()) {
      spans.put(phase.label(), times.measured(phase));
    }
    spans.put(WINDOW, times.fixedWindow());
    spans.put(WHOLE, times.withFixedWindow());
    Map<String, Span> measured = new LinkedHashMap<>();
    spans.forEach(
        (name, span) -> {
          Map<String, SpanLatencies> latencies = new LinkedHashMap<>();
          for (String operation : operations) {
            for (Timing timing : Timing.values()) {
              latencies.put(
                  timing == Timing.DUE ? operation : operation + TrialJson.SENT,
                  trial.latencies().within(span, timing, operation));
            }
          }
          measured.put(name, new Span(span.seconds(), latencies));
        });
    return new MeasuredCompaction(0, measured);
  }

  /**
   * Reads what {@link #toJson} wrote.
   *
   * @throws JsonParseException naming what is damaged
   */
  static MeasuredCompaction of(int trial, JsonObject json) {
    Map<String, Span> spans = new LinkedHashMap<>();
    for (String name : json.keySet()) {
      JsonObject span = json.getAsJsonObject(name);
      Map<String, SpanLatencies> operations = new LinkedHashMap<>();
      for (String operation : span.keySet()) {
        if (!operation.equals(SECONDS)) {
          operations.put(
              operation, latencies(name + "." + operation, span.getAsJsonObject(operation)));
        }
      }
      spans.put(name, new Span(span.get(SECONDS).getAsDouble(), operations));
    }
    return new MeasuredCompaction(trial, spans);
  }

  /** The object, without the trial's number and without operations that have no latencies. */
  JsonObject toJson() {
    JsonObject json = new JsonObject();
    spans.forEach(
        (name, span) -> {
          JsonObject measured = new JsonObject();
          measured.addProperty(SECONDS, Rounding.round(span.seconds));
          span.operations.forEach(
              (operation, latencies) -> {
                if (!latencies.covered().isZero()) {
                  measured.add(operation, json(latencies));
                }
              });
          json.add(name, measured);
        });
    return json;
  }

  /** A span of the compaction; without operations if there is none of this name. */
  Span span(String name) {
    return spans.getOrDefault(name, new Span(0, Map.of()));
  }

  private static JsonObject json(SpanLatencies latencies) {
    Histogram micros = latencies.micros();
    ByteBuffer encoded = ByteBuffer.allocate(micros.getNeededByteBufferCapacity());
    int length = micros.encodeIntoCompressedByteBuffer(encoded);
    JsonObject json = new JsonObject();
    json.addProperty(COVERED, latencies.covered().toMillis());
    json.addProperty(STALLS, latencies.stalls());
    json.addProperty(
        MICROS, Base64.getEncoder().encodeToString(Arrays.copyOf(encoded.array(), length)));
    return json;
  }

  private static SpanLatencies latencies(String name, JsonObject json) {
    try {
      ByteBuffer encoded =
          ByteBuffer.wrap(Base64.getDecoder().decode(json.get(MICROS).getAsString()));
      return new SpanLatencies(
          Histogram.decodeFromCompressedByteBuffer(encoded, 0),
          Duration.ofMillis(json.get(COVERED).getAsLong()),
          json.get(STALLS).getAsInt());
    } catch (DataFormatException | RuntimeException e) { // the latter for damaged lengths
      throw new JsonParseException("damaged latencies of " + name, e);
    }
  }
}
