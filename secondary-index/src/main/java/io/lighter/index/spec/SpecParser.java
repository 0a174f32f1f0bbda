// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.spec;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads one definition and collects what is wrong with it. Not thread-safe. */
final class SpecParser {
  private static final String FORMS =
      "allowed: 'value FAMILY:COLUMN TYPE', 'parts FAMILY:COLUMN TYPE, FAMILY:COLUMN TYPE...',"
          + " 'split FAMILY:COLUMN DELIMITER TYPE', 'qualifier FAMILY:PREFIX TYPE'";
  private static final String SALT = "salt";
  private static final String CLEANUP = "cleanup";

  private final String name;
  private final String text;
  private final List<String> problems = new ArrayList<>();

  SpecParser(String name, String text) {
    this.name = name;
    this.text = text;
  }

  IndexSpec parse() {
    String nameProblem = IndexNames.nameProblem(name);
    if (!nameProblem.isEmpty()) {
      problems.add("index name '%s': %s".formatted(name, nameProblem));
    }
    List<String> words = new ArrayList<>();
    Map<String, String> options = new TreeMap<>();
    for (String word : text.isBlank() ? new String[0] : text.trim().split("\\s+", -1)) {
      // Options come last. Before them, '=' may be part of a column's name.
      if (isOption(word) || (words.size() > 1 && isAssignment(word))) {
        addOption(options, word);
      } else if (options.isEmpty()) {
        words.add(word);
      } else {
        problem("'%s' after %s".formatted(word, options.keySet()), "options come last");
      }
    }
    KeyExtractor keys = keys(words);
    int salt = salt(options.get(SALT));
    Cleanup cleanup = cleanup(options.get(CLEANUP));
    if (!problems.isEmpty()) {
      throw new IndexSpecException(problems);
    }
    return new IndexSpec(name, keys, salt, cleanup);
  }

  private static boolean isOption(String word) {
    return word.startsWith(SALT + "=") || word.startsWith(CLEANUP + "=");
  }

  /** Whether a word can only be meant as an option: a column's name has a colon. */
  private static boolean isAssignment(String word) {
    return word.indexOf('=') > 0 && word.indexOf(':') < 0;
  }

  private void addOption(Map<String, String> options, String word) {
    int end = word.indexOf('=');
    String key = word.substring(0, end);
    if (!key.equals(SALT) && !key.equals(CLEANUP)) {
      problem("option '%s'".formatted(key), "allowed: salt=N, cleanup=eager");
    } else if (options.put(key, word.substring(end + 1)) != null) {
      problem("option '%s' twice".formatted(key), "allowed: once");
    }
  }

  private KeyExtractor keys(List<String> words) {
    String kind = words.isEmpty() ? "" : words.get(0);
    List<String> rest = words.isEmpty() ? words : words.subList(1, words.size());
    return switch (kind) {
      case ValueKeys.WORD -> valueKeys(rest);
      case CompoundKeys.WORD -> compoundKeys(String.join(" ", rest));
      case SplitKeys.WORD -> splitKeys(rest);
      case QualifierKeys.WORD -> qualifierKeys(rest);
      default -> {
        problem(kind.isEmpty() ? "nothing" : "kind '%s'".formatted(kind), FORMS);
        yield null;
      }
    };
  }

  private KeyExtractor valueKeys(List<String> words) {
    return column(words).map(ValueKeys::new).orElse(null);
  }

  private KeyExtractor compoundKeys(String parts) {
    List<IndexedColumn> columns = new ArrayList<>();
    String[] texts = parts.split(",", -1);
    if (texts.length < 2) {
      problem("one part", "at least two, separated by commas; for one: value");
    }
    for (String part : texts) {
      column(List.of(part.trim().split("\\s+", -1))).ifPresent(columns::add);
    }
    if (columns.stream().map(IndexedColumn::columnText).distinct().count() < columns.size()) {
      problem("a column twice", "each part is another column");
    }
    if (columns.stream().map(each -> SpecText.escape(each.family())).distinct().count() > 1) {
      problem("two families", "all columns of an index are in one family");
    }
    return columns.isEmpty() ? null : new CompoundKeys(columns);
  }

  private KeyExtractor splitKeys(List<String> words) {
    if (words.size() != 3) {
      problem("%d words after split".formatted(words.size()), FORMS);
      return null;
    }
    IndexedColumn column = column(List.of(words.get(0), words.get(2))).orElse(null);
    byte[] delimiter = bytes(words.get(1));
    if (column == null) {
      return null;
    }
    if (column.type() != KeyType.BYTES && column.type() != KeyType.STRING) {
      problem(
          "split with type '%s'".formatted(column.type().word()),
          "allowed: bytes, string, since the bytes of a number may hold the delimiter");
    }
    return new SplitKeys(column, delimiter);
  }

  private KeyExtractor qualifierKeys(List<String> words) {
    if (words.size() != 2) {
      problem("%d words after qualifier".formatted(words.size()), FORMS);
      return null;
    }
    int colon = words.get(0).indexOf(':');
    byte[] family = bytes(colon < 0 ? words.get(0) : words.get(0).substring(0, colon));
    byte[] prefix = colon < 0 ? new byte[0] : bytes(words.get(0).substring(colon + 1));
    KeyType type = type(words.get(1)).orElse(null);
    if (family.length == 0) {
      problem("'%s'".formatted(words.get(0)), "expected FAMILY or FAMILY:PREFIX");
    }
    return type == null || family.length == 0 ? null : new QualifierKeys(family, prefix, type);
  }

  /** Reads escaped bytes; none if they are malformed, which is then a problem. */
  private byte[] bytes(String word) {
    try {
      return SpecText.unescape(word);
    } catch (IndexKeyException e) {
      problem("name", e.getMessage());
      return new byte[0];
    }
  }

  /** Reads {@code f:q type}. */
  private Optional<IndexedColumn> column(List<String> words) {
    if (words.size() != 2) {
      problem("'%s'".formatted(String.join(" ", words)), "expected FAMILY:COLUMN TYPE");
      return Optional.empty();
    }
    int colon = words.get(0).indexOf(':');
    if (colon <= 0) {
      problem("column '%s'".formatted(words.get(0)), "expected FAMILY:COLUMN");
    }
    Optional<KeyType> type = type(words.get(1));
    if (colon <= 0 || type.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new IndexedColumn(
            bytes(words.get(0).substring(0, colon)),
            bytes(words.get(0).substring(colon + 1)),
            type.get()));
  }

  private Optional<KeyType> type(String word) {
    Optional<KeyType> type = KeyType.byWord(word);
    if (type.isEmpty()) {
      problem("type '%s'".formatted(word), "allowed: " + KeyType.words());
    }
    return type;
  }

  private int salt(String value) {
    if (value == null) {
      return 0;
    }
    try {
      int buckets = Integer.parseInt(value);
      if (buckets >= IndexSpec.LEAST_SALT_BUCKETS && buckets <= IndexSpec.MOST_SALT_BUCKETS) {
        return buckets;
      }
    } catch (NumberFormatException e) {
      // Reported below, as a number outside the range is.
    }
    problem(
        "salt=" + value,
        "allowed: salt=%d to salt=%d"
            .formatted(IndexSpec.LEAST_SALT_BUCKETS, IndexSpec.MOST_SALT_BUCKETS));
    return 0;
  }

  private Cleanup cleanup(String value) {
    if (value == null) {
      return Cleanup.EAGER;
    }
    Optional<Cleanup> cleanup =
        Arrays.stream(Cleanup.values()).filter(each -> each.word().equals(value)).findFirst();
    if (cleanup.isEmpty()) {
      problem("cleanup=" + value, "allowed: cleanup=eager, cleanup=compaction");
    }
    return cleanup.orElse(Cleanup.EAGER);
  }

  private void problem(String what, String allowed) {
    problems.add(
        "%s = '%s': %s; %s".formatted(IndexNames.definitionKey(name), text, what, allowed));
  }
}
