// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.engine.advise.Device;
import io.lighter.engine.advise.KeyOrder;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** What the cluster does not measure, from the command line of {@code lighter advise}. */
final class AdviseFlags {
  private static final String OVERWRITES = "--overwrites";
  private static final String KEY_ORDER = "--key-order";
  private static final String SCANS = "--scans";
  private static final String CACHED = "--cached";
  private static final String DEVICE = "--device";
  private static final int ALL = 100;

  @Spec(Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = OVERWRITES,
      paramLabel = "PERCENT",
      description = "Share of the written bytes that replaces live cells, 0 to 100.")
  private String overwrites;

  @Option(
      names = KEY_ORDER,
      paramLabel = "ORDER",
      description = "Where new rows are: uniform (all over a region) or ascending (at its end).")
  private String keyOrder;

  @Option(
      names = SCANS,
      paramLabel = "PERCENT",
      description = "Share of the rows read that scans read, 0 to 100; gets read the rest.")
  private String scans;

  @Option(
      names = CACHED,
      paramLabel = "PERCENT",
      description = "Share of the reads that the block cache answers, 0 to 100.")
  private String cached;

  @Option(
      names = DEVICE,
      paramLabel = "DEVICE",
      description = "What store files are on: disk or ssd. Default: disk.")
  private String device;

  /** Share of overwrites, from 0 to 1. */
  OptionalDouble overwrites() {
    return share(OVERWRITES, overwrites);
  }

  Optional<KeyOrder> keyOrder() {
    return oneOf(
        KEY_ORDER, keyOrder, KeyOrder.values(), order -> order.name().toLowerCase(Locale.ROOT));
  }

  /** Share of scans, from 0 to 1. */
  OptionalDouble scans() {
    return share(SCANS, scans);
  }

  /** Share of cached reads, from 0 to 1. */
  OptionalDouble cached() {
    return share(CACHED, cached);
  }

  Optional<Device> device() {
    return oneOf(DEVICE, device, Device.values(), Device::tag);
  }

  private OptionalDouble share(String flag, String text) {
    if (text == null) {
      return OptionalDouble.empty();
    }
    if (text.matches("\\d{1,3}") && Integer.parseInt(text) <= ALL) {
      return OptionalDouble.of(Integer.parseInt(text) / (double) ALL);
    }
    throw wrong(flag, text, "a whole number from 0 to 100");
  }

  private <T> Optional<T> oneOf(String flag, String text, T[] values, Function<T, String> name) {
    if (text == null) {
      return Optional.empty();
    }
    Optional<T> value =
        Arrays.stream(values).filter(each -> name.apply(each).equals(text)).findFirst();
    if (value.isEmpty()) {
      String names = Arrays.stream(values).map(name).collect(Collectors.joining(" or "));
      throw wrong(flag, text, names);
    }
    return value;
  }

  private ParameterException wrong(String flag, String text, String allowed) {
    return new ParameterException(
        command.commandLine(), "%s '%s': expected %s".formatted(flag, text, allowed));
  }
}
