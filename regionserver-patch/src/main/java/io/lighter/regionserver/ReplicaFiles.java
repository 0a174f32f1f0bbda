package io.lighter.regionserver;

import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileHolds;
import org.apache.hadoop.hbase.regionserver.StoreFileInfo;

/**
 * Chooses the files of a store's folder that a secondary replica reads. The folder may hold the
 * inputs and the outputs of one compaction side by side, for as long as a warm-up of the primary
 * takes.
 *
 * <p>Reads are right with all inputs, with or without the outputs; and with all outputs alone. They
 * are wrong with some inputs, whose delete markers may be in another input, and with some outputs
 * alone. The primary archives inputs after the commit only, and when it commits, all outputs are in
 * the folder. A compaction is therefore known to be committed
 *
 * <ul>
 *   <li>once one of its inputs has left the folder,
 *   <li>once its output is itself the input of a compaction,
 *   <li>or if the primary says so in its WAL: a compaction marker, or the files of a region that
 *       has opened.
 * </ul>
 *
 * <p>From then on the replica reads none of the inputs, be they open already or not. Before that it
 * reads all inputs that are in the folder: HBase may take the outputs back.
 *
 * <p>HBase writes into each output which files went into it. It adds the inputs of those inputs
 * that were not archived yet (HBase's {@code StoreFileWriter}); that one of these has left the
 * folder says nothing about the output. An output without such a list is a file like any other.
 */
public final class ReplicaFiles {
  /** Outputs that are known to be committed; since the last choice, only those in the folder. */
  private final Set<String> committed = ConcurrentHashMap.newKeySet();

  /** What was read of files in the folder that are not open. Used by {@link #choose} alone. */
  private final Map<String, Set<String>> readSources = new HashMap<>();

  /** Reads from a file that is not open of which files a compaction made it. */
  @FunctionalInterface
  public interface SourcesReader {
    /** Returns the names of the files; empty if the file is not a compaction's. */
    Set<String> read(StoreFileInfo file) throws IOException;
  }

  /**
   * What a replica reads from now on.
   *
   * @param names all files
   * @param inputsToOpen those of {@code names} that are not open, and that another one of {@code
   *     names} that is not open was made of. They have to be opened first: of files that are opened
   *     together, HBase leaves out those that another one was made of
   */
  public record Choice(Set<String> names, List<StoreFileInfo> inputsToOpen) {}

  /**
   * Chooses. One call at a time.
   *
   * @param found in the folder; with a tracker that keeps a list: in the list
   * @param open of the replica's store
   * @throws IOException if a file could not be read
   */
  public Choice choose(
      Collection<StoreFileInfo> found, Collection<HStoreFile> open, SourcesReader reader)
      throws IOException {
    Map<String, Set<String>> openSources = new HashMap<>();
    open.forEach(file -> openSources.put(name(file), StoreFileHolds.sourcesOf(List.of(file))));
    Map<String, Set<String>> sources = new HashMap<>();
    for (StoreFileInfo file : found) {
      String name = file.getPath().getName();
      Set<String> known = openSources.getOrDefault(name, readSources.get(name));
      sources.put(name, known != null ? known : reader.read(file));
    }
    readSources.clear();
    readSources.putAll(sources);
    readSources.keySet().removeAll(openSources.keySet());

    committed.addAll(provenCommitted(sources));
    committed.retainAll(sources.keySet());
    Set<String> names = new LinkedHashSet<>(sources.keySet());
    committed.forEach(output -> names.removeAll(sources.get(output)));

    Set<String> inputs = new HashSet<>();
    names.stream()
        .filter(name -> !openSources.containsKey(name))
        .forEach(name -> inputs.addAll(sources.get(name)));
    inputs.retainAll(names);
    inputs.removeAll(openSources.keySet());
    return new Choice(
        names, found.stream().filter(file -> inputs.contains(file.getPath().getName())).toList());
  }

  /** The primary has committed these files. */
  public void committed(Collection<String> names) {
    committed.addAll(names);
  }

  /**
   * The primary has committed a compaction.
   *
   * @param inputs those that the replica had
   * @param files of the replica's store, and outputs that it opens now
   */
  public void compacted(Collection<HStoreFile> inputs, Collection<HStoreFile> files) {
    Set<String> names = StoreChanges.names(inputs);
    for (HStoreFile file : files) {
      if (StoreFileHolds.sourcesOf(List.of(file)).stream().anyMatch(names::contains)) {
        committed.add(name(file));
      }
    }
  }

  /**
   * Outputs whose commit shows in the folder.
   *
   * @param sources of each file in the folder
   */
  static Set<String> provenCommitted(Map<String, Set<String>> sources) {
    Set<String> proven = new HashSet<>();
    sources.forEach(
        (output, inputs) -> {
          Set<String> left = new HashSet<>(inputs);
          for (String input : inputs) {
            if (sources.containsKey(input)) {
              if (!sources.get(input).isEmpty()) {
                proven.add(input); // only what is committed is compacted
              }
              left.remove(input);
              left.removeAll(sources.get(input));
            }
          }
          if (!left.isEmpty()) {
            proven.add(output);
          }
        });
    return proven;
  }

  private static String name(HStoreFile file) {
    return file.getPath().getName();
  }
}
