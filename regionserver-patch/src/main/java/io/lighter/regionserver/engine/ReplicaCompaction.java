// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.engine;

import io.lighter.regionserver.engine.ReplicaFiles.Origin;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileReferences;

/**
 * The inputs and outputs of one or more compactions that a secondary replica has seen together. A
 * read finds the same cells in the inputs as in the outputs: the replica had all inputs open. A
 * replica that lacks an input has its cells in the memstore at best, and HBase drops them with the
 * change of the files ({@code HRegion.dropMemStoreContentsForSeqId}).
 *
 * @param inputs files that the change removes, all of them; empty if no compaction was recognised
 * @param outputs added files that replace {@code inputs}
 * @param <F> a store file
 */
public record ReplicaCompaction<F>(List<F> inputs, List<F> outputs) {
  /** Recognises the compactions in a change of a replica's files. */
  public static ReplicaCompaction<HStoreFile> of(
      Collection<HStoreFile> removed, Collection<HStoreFile> added) {
    return of(removed, added, file -> file.getPath().getName(), Origin::of);
  }

  /**
   * Recognises compactions if the removed files are all inputs of the added outputs, and all inputs
   * of those outputs are among the removed files. Names that a removed file lists itself are inputs
   * of inputs.
   */
  static <F> ReplicaCompaction<F> of(
      Collection<F> removed,
      Collection<F> added,
      Function<F, String> name,
      Function<F, Origin> origin) {
    Map<String, Origin> origins = new HashMap<>();
    added.forEach(file -> origins.put(name.apply(file), origin.apply(file)));
    Set<String> outputs = new HashSet<>();
    Set<String> inputs = new HashSet<>();
    origins.forEach(
        (file, of) -> {
          if (!of.inputs().isEmpty()) {
            outputs.add(file);
            outputs.addAll(of.earlierOutputs());
            inputs.addAll(of.inputs());
          }
        });
    removed.forEach(file -> inputs.removeAll(origin.apply(file).indirectInputs()));
    Set<String> removedNames = new HashSet<>();
    removed.forEach(file -> removedNames.add(name.apply(file)));
    if (removedNames.isEmpty()
        || !inputs.equals(removedNames)
        || !origins.keySet().containsAll(outputs)) {
      return new ReplicaCompaction<>(List.of(), List.of());
    }
    return new ReplicaCompaction<>(
        List.copyOf(removed),
        added.stream().filter(file -> outputs.contains(name.apply(file))).toList());
  }

  /**
   * Time in ms before which the primary has committed none of the compactions, by HDFS's clock. The
   * primary commits after the last output is written.
   *
   * @return 0 if the time is not known
   */
  public static long committedMillis(ReplicaCompaction<HStoreFile> compactions) {
    return committedMillis(
        compactions,
        file -> file.getPath().getName(),
        Origin::of,
        StoreFileReferences::writtenMillis);
  }

  static <F> long committedMillis(
      ReplicaCompaction<F> compactions,
      Function<F, String> name,
      Function<F, Origin> origin,
      ToLongFunction<F> writtenMillis) {
    Map<String, Long> byInput = new HashMap<>();
    for (F output : compactions.outputs) {
      long written = writtenMillis.applyAsLong(output);
      origin.apply(output).inputs().forEach(input -> byInput.merge(input, written, Math::max));
    }
    return compactions.inputs.stream()
        .mapToLong(input -> byInput.getOrDefault(name.apply(input), 0L))
        .min()
        .orElse(0);
  }
}
