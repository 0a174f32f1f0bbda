// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.hbase.thirdparty.com.google.gson.Gson;
import org.apache.hbase.thirdparty.com.google.gson.GsonBuilder;
import org.apache.hbase.thirdparty.com.google.gson.JsonParseException;
import org.apache.hbase.thirdparty.com.google.gson.TypeAdapter;
import org.apache.hbase.thirdparty.com.google.gson.reflect.TypeToken;
import org.apache.hbase.thirdparty.com.google.gson.stream.JsonReader;
import org.apache.hbase.thirdparty.com.google.gson.stream.JsonToken;
import org.apache.hbase.thirdparty.com.google.gson.stream.JsonWriter;

/**
 * All measurements of an experiment's trials, one file for each, so that an experiment of many
 * hours can be ended and resumed. Confined to one thread.
 *
 * <p>Files are replaced by a rename; a trial whose writing was broken off is not there.
 */
public final class TrialStore {
  private static final int VERSION = 2;
  private static final String SUFFIX = ".json.gz";
  private static final Gson GSON =
      new GsonBuilder()
          .serializeNulls() // otherwise an empty optional is read as null
          .registerTypeAdapter(Instant.class, new Text<>(Instant::parse))
          .registerTypeAdapter(Duration.class, new Text<>(Duration::parse))
          .registerTypeAdapter(
              new TypeToken<Optional<Instant>>() {}.getType(), new OptionalInstant())
          .create();

  private final Path folder;
  private final Function<ClusterKind, Map<String, Object>> conditions;

  /**
   * A trial as it is stored.
   *
   * @param version of the format
   * @param conditions settings of the trial's kind of cluster, by name
   * @param isolation parts of the profile in force and missing
   */
  private record Stored(
      int version, Map<String, String> conditions, List<String> isolation, TrialResult trial) {}

  /**
   * Trials with the parts of the profile that were in force.
   *
   * @param isolation those of the last trial of each kind of cluster
   */
  public record Contents(List<TrialResult> trials, Map<ClusterKind, List<String>> isolation) {
    /** No trials. */
    public static final Contents NONE = new Contents(List.of(), Map.of());

    /** Copies the collections. */
    public Contents {
      trials = List.copyOf(trials);
      isolation = Map.copyOf(isolation);
    }
  }

  /**
   * Creates a store; reads and writes nothing.
   *
   * @param folder the folder of the files, which need not exist
   * @param conditions settings by name of the trials in a kind of cluster; a trial for which one of
   *     its own was different is refused. The kinds and strategies of an experiment are no
   *     conditions, so that a resumed experiment may have more of them
   */
  public TrialStore(Path folder, Function<ClusterKind, Map<String, Object>> conditions) {
    this.folder = folder;
    this.conditions = conditions;
  }

  /**
   * Requires that there are no trials.
   *
   * @throws IOException if there are
   */
  public void requireEmpty() throws IOException {
    if (!files().isEmpty()) {
      throw new IOException(
          "%s has trials of an earlier run: expected --resume, or another --out".formatted(folder));
    }
  }

  /**
   * All stored trials, in the order of their files' names.
   *
   * @throws IOException naming the file, if it cannot be read, has another version, or was measured
   *     under another condition
   */
  public Contents read() throws IOException {
    List<TrialResult> trials = new ArrayList<>();
    Map<ClusterKind, List<String>> isolation = new HashMap<>();
    for (Path file : files()) {
      Stored stored = read(file);
      requireConditions(file, stored);
      trials.add(stored.trial);
      isolation.put(stored.trial.cluster(), stored.isolation);
    }
    return new Contents(trials, isolation);
  }

  /** Writes a trial, in place of one of the same strategy, cluster and repeat. */
  public void write(TrialResult trial, List<String> isolation) throws IOException {
    Files.createDirectories(folder);
    String name =
        "%s-%s-%s-%d"
            .formatted(
                trial.strategy(), trial.cacheFactor(), trial.variant().label(), trial.repeat());
    Path part = folder.resolve(name + ".part");
    Stored stored = new Stored(VERSION, asText(trial.cluster()), isolation, trial);
    try (Writer out =
        new OutputStreamWriter(
            new GZIPOutputStream(Files.newOutputStream(part)), StandardCharsets.UTF_8)) {
      GSON.toJson(stored, out);
    }
    Files.move(part, folder.resolve(name + SUFFIX), StandardCopyOption.REPLACE_EXISTING);
  }

  private Stored read(Path file) throws IOException {
    try (Reader in =
        new InputStreamReader(
            new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8)) {
      Stored stored = GSON.fromJson(in, Stored.class);
      if (stored == null || stored.version != VERSION) {
        throw new IOException(
            "%s: version %s: expected %d"
                .formatted(file, stored == null ? "none" : stored.version, VERSION));
      }
      return stored;
    } catch (JsonParseException e) {
      throw new IOException(file + ": not a stored trial", e);
    }
  }

  private void requireConditions(Path file, Stored stored) throws IOException {
    for (Map.Entry<String, String> condition : asText(stored.trial.cluster()).entrySet()) {
      String there = stored.conditions.get(condition.getKey());
      if (there != null && !there.equals(condition.getValue())) {
        throw new IOException(
            "%s: measured with %s %s: expected %s, or another --out"
                .formatted(file, condition.getKey(), there, condition.getValue()));
      }
    }
  }

  private Map<String, String> asText(ClusterKind kind) {
    Map<String, String> text = new TreeMap<>();
    conditions.apply(kind).forEach((name, value) -> text.put(name, value.toString()));
    return text;
  }

  private List<Path> files() throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(SUFFIX)).sorted().toList();
    }
  }

  /** A value as its text. */
  private static final class Text<T> extends TypeAdapter<T> {
    private final Function<String, T> parser;

    Text(Function<String, T> parser) {
      this.parser = parser;
    }

    @Override
    public void write(JsonWriter out, T value) throws IOException {
      out.value(value == null ? null : value.toString());
    }

    @Override
    public T read(JsonReader in) throws IOException {
      if (in.peek() == JsonToken.NULL) {
        in.nextNull();
        return null;
      }
      return parser.apply(in.nextString());
    }
  }

  /** A moment, or null. */
  private static final class OptionalInstant extends TypeAdapter<Optional<Instant>> {
    private final Text<Instant> text = new Text<>(Instant::parse);

    @Override
    public void write(JsonWriter out, Optional<Instant> value) throws IOException {
      text.write(out, value.orElse(null));
    }

    @Override
    public Optional<Instant> read(JsonReader in) throws IOException {
      return Optional.ofNullable(text.read(in));
    }
  }
}
