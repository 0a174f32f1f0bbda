// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.chaos;

import io.lighter.cli.EngineName;
import io.lighter.testing.check.CheckCommand;
import io.lighter.testing.check.LocalRun;
import io.lighter.testing.check.StoreFaults;
import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.SupportedFaults;
import io.lighter.testing.isolation.VirtualHosts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code lighter chaos}: exits with 0 if nothing was lost, wrong, stuck or left over. */
@Command(
    name = "chaos",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Starts a local cluster and kills, stops, partitions or throttles one process after the"
            + " other at the worst moments of compactions and warm-ups, while every read is checked"
            + " against what was written.")
public final class ChaosCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      defaultValue = "20",
      description = "Minutes after which no fault begins (default: ${DEFAULT-VALUE}).")
  private int minutes;

  @Option(names = "--once", description = "Each fault once instead, however long that takes.")
  private boolean once;

  @Option(
      names = "--fault",
      paramLabel = "WORDS",
      description = "Only faults with these words in their description; may be repeated.")
  private List<String> words = List.of();

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Seed of the order of faults and of the data (default: random).")
  private Long seed;

  @Option(names = "--json", paramLabel = "FILE", description = "Also writes the result here.")
  private Path json;

  @Option(
      names = "--engine",
      paramLabel = "NAME",
      description =
          "Store engine below Lighter's of the first table: default, stripe, date-tiered, range,"
              + " forest or tiered. With range or tiered, the live table changes to the default one"
              + " and back; with forest also to range in between (default: default).")
  private String engine;

  @Option(
      names = "--object-store",
      description =
          "Keeps store files in an object store, as 'lighter demo' does, which refuses some requests"
              + " and does not answer others; networks and disks have no faults. In the end, no file"
              + " may be there that no list names, but for those that HBase's bulk loads leave.")
  private boolean objectStore;

  /** Creates the command without running it. */
  public ChaosCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    LocalRun run = new LocalRun(spec);
    Duration duration = run.duration(minutes);
    run.checkJson(json);
    EngineName chosenEngine = run.engine(engine);
    checkWords();
    if (objectStore && chosenEngine == EngineName.TIERED) {
      throw new ParameterException(
          spec.commandLine(),
          "--engine tiered: expected without --object-store, which has no storage policies");
    }
    if (!objectStore && VirtualHosts.refusal().isEmpty()) {
      OptionalInt elsewhere =
          VirtualHosts.run(spec.root().commandLine().getParseResult().originalArgs());
      if (elsewhere.isPresent()) {
        return elsewhere.getAsInt();
      }
    }
    supportedFaults()
        .missing()
        .forEach(missing -> run.say("Left out, since processes have no " + missing));
    if (chosenEngine != EngineName.DEFAULT) {
      run.say(
          "Left out with --engine %s: the number of files after a major compaction%s"
              .formatted(
                  chosenEngine.tag(), chosenEngine.isOwn() ? ", compacted files that stay" : ""));
    }
    List<Fault> faults = chosenFaults();
    long chosenSeed = run.seed(seed);
    return run.run(
        (objectStore ? ChaosRun.objectStoreSettings(chosenSeed) : ChaosRun.clusterSettings())
            .build(),
        "%s, seed %d%s%s"
            .formatted(
                once
                    ? "%d faults".formatted(faults.size())
                    : "Faults for %d min".formatted(minutes),
                chosenSeed,
                chosenEngine == EngineName.DEFAULT ? "" : ", engine " + chosenEngine.tag(),
                objectStore ? ", on an object store" : ""),
        cluster -> injectFaults(cluster, faults, chosenEngine, chosenSeed, duration, run));
  }

  private void checkWords() {
    for (String some : words) {
      if (FaultMatrix.all().stream().noneMatch(fault -> fault.words().contains(some))) {
        throw new ParameterException(
            spec.commandLine(),
            "--fault '%s': expected words of one of%n%s"
                .formatted(
                    some,
                    FaultMatrix.all().stream()
                        .map(fault -> "  " + fault.words())
                        .collect(Collectors.joining(System.lineSeparator()))));
      }
    }
  }

  /** The requested faults that this machine can inject. */
  private List<Fault> chosenFaults() {
    List<Fault> chosen =
        FaultMatrix.possible(supportedFaults()).stream()
            .filter(fault -> words.isEmpty() || words.stream().anyMatch(fault.words()::contains))
            .toList();
    if (chosen.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(),
          "--fault %s: expected faults that can be brought about here; processes have no %s"
              .formatted(words, String.join(", no ", supportedFaults().missing())));
    }
    return chosen;
  }

  private SupportedFaults supportedFaults() {
    return objectStore ? ChaosRun.faultsOfProcesses() : SupportedFaults.here();
  }

  private Optional<String> injectFaults(
      LocalCluster cluster,
      List<Fault> faults,
      EngineName chosenEngine,
      long chosenSeed,
      Duration duration,
      LocalRun run)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + duration.toNanos();
    Random random = new Random(chosenSeed);
    ChaosReport report =
        new ChaosRun(
                cluster, objectStore, chosenSeed, chosenEngine, outcome -> run.say(outcome.words()))
            .run(
                once ? shuffled(faults, random).iterator() : endless(faults, random),
                () -> once || System.nanoTime() - deadline < 0);
    run.say(report.toText());
    if (json != null) {
      Files.writeString(json, report.toJson());
    }
    Optional<String> unowned =
        objectStore
            ? run.unownedFiles(cluster, Optional.of(ChaosRun.cleaning()))
            : Optional.empty();
    Optional<String> unmet = objectStore ? unmetFaults(cluster, run) : Optional.empty();
    if (!report.passed()) {
      return Optional.of("see above");
    }
    if (unowned.isPresent() || unmet.isPresent()) {
      return unowned.or(() -> unmet);
    }
    return chosenEngine.isOwn() && report.verdict().engineChanges() == 0
        ? Optional.of(CheckCommand.ENGINE_STAYED)
        : Optional.empty();
  }

  /** Prints the faults of the object store; returns the one that nothing met. */
  private static Optional<String> unmetFaults(LocalCluster cluster, LocalRun run)
      throws IOException {
    StoreFaults faults = StoreFaults.of(cluster);
    run.say(faults.inWords());
    return faults.shortfall();
  }

  /** All faults in a random order, then in another, and so on. */
  private static Iterator<Fault> endless(List<Fault> faults, Random random) {
    return Stream.generate(() -> shuffled(faults, random)).flatMap(List::stream).iterator();
  }

  private static List<Fault> shuffled(List<Fault> faults, Random random) {
    List<Fault> order = new ArrayList<>(faults);
    Collections.shuffle(order, random);
    return order;
  }
}
