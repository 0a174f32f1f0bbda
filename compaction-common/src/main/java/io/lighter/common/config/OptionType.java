// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.config;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;
import org.apache.hbase.thirdparty.com.google.common.net.InetAddresses;

/** The syntax of an option's value, with the words for an error message. */
public enum OptionType {
  /** {@code true} or {@code false}. */
  BOOLEAN("true or false"),
  /** Bytes. */
  SIZE("a number of bytes above 0, such as 1048576, 64MB or 2GB"),
  /** Bytes as {@link #SIZE}, or 0. */
  SIZE_OR_ZERO("0, or a number of bytes, such as 1048576, 64MB or 2GB"),
  /** Bytes as {@link #SIZE}; empty where the option says what that means. */
  OPTIONAL_SIZE("a number of bytes above 0, such as 1048576, 64MB or 2GB, or nothing"),
  /** Bytes of a chunk. */
  CHUNK_SIZE("a number of bytes from 1 to 64MB, such as 65536 or 256KB"),
  /** Bytes per second, 0 for no limit; may be empty where the option says so. */
  RATE("0, or a number of bytes per second, such as 1048576, 64MB or 2GB"),
  /** Time with its unit. */
  DURATION("a time from 1ms to 24d with its unit, such as 500ms, 10s, 5m or 6h"),
  /** A time as {@link #DURATION}, or 0. */
  DURATION_OR_ZERO("0, or a time up to 24d with its unit, such as 500ms, 10s, 5m or 6h"),
  /** Interval, as {@link #DURATION}, of reports that the manager needs for decisions. */
  REPORT_INTERVAL("a time from 1ms to 5s with its unit, such as 500ms or 2s"),
  /** Interval, as {@link #REPORT_INTERVAL}, of reports for display only; 0 for none. */
  REPORT_INTERVAL_OR_ZERO("0, or a time up to 30s with its unit, such as 500ms or 10s"),
  /** Longest wait of a log's entry for a sync; 0 for HBase's own behaviour. */
  SYNC_DELAY_OR_ZERO("0, or a time from 100ms to 60s with its unit, such as 500ms or 3s"),
  /** How long a transaction may be open. */
  TRANSACTION_AGE("a time from 1s to 10m with its unit, such as 10s or 1m"),
  /** 0 and more. */
  COUNT("a whole number from 0 to 1000000"),
  /** 1 and more. */
  POSITIVE_COUNT("a whole number from 1 to 1000000"),
  /** A share, in percent. */
  PERCENT("a whole number from 1 to 100"),
  /** Sorted runs that one compaction merges into one. */
  MERGE_WIDTH("a whole number from 2 to 32"),
  /** Factor by which a level is larger than the one before it. */
  GROWTH("a whole number from 2 to 16"),
  /** Files of a store; 0 stands for no limit. */
  FILE_LIMIT("a whole number from 0 to 8"),
  /** Threads of a pool that may be absent. */
  BUILD_THREADS("a whole number from 0 to 64"),
  /** Bytes of a key range of a store. */
  RANGE_SIZE("a number of bytes from 256KB to 4GB, such as 256MB"),
  /** Bytes of one file of a tree. */
  SST_SIZE("a number of bytes from 256KB to 4GB, such as 128MB"),
  /** Files that one compaction reads. */
  CLUSTER_FILES("a whole number from 2 to 1000"),
  /** When delete markers go. */
  DROP_DELETES("no-older or all-files"),
  /** What makes transactions durable. */
  JOURNAL("wal or flush"),
  /** Where Bloom filters are. */
  FILTER_PLACE("resident or cache"),
  /** A part of a heap; 0 stands for none. */
  FILTER_MEMORY("a number of bytes from 0 to 64GB, such as 256MB"),
  /** How reads look into files. */
  SEARCH("serial, fixed or adaptive"),
  /** Threads of searches. */
  SEARCH_THREADS("a whole number from 1 to 256"),
  /** Storage tiers of a store, see {@link TierListSyntax}. */
  TIERS(TierListSyntax.ALLOWED),
  /** Bytes of a store's smallest level; 0 stands for none given. */
  LEVEL_SIZE_OR_ZERO("0, or a number of bytes of at least 1MB, such as 64MB"),
  /** Least bytes of a store's smallest level. */
  LEAST_LEVEL_SIZE("a number of bytes of at least 64KB, such as 4MB"),
  /** What is done with a file that is in the wrong tier. */
  SETTLE("none, policy or satisfy"),
  /** Time between two looks at all files; 0 for none. */
  AUDIT_INTERVAL_OR_ZERO("0, or a time from 1m to 24d with its unit, such as 10m or 1h"),
  /** Part of a whole. */
  SHARE("a number from 0.01 to 1, such as 0.1"),
  /** A share as {@link #SHARE}, or 0 for never. */
  SHARE_OR_ZERO("0, or a number from 0.01 to 1, such as 0.2"),
  /** Files that a read of one row may meet in a key range. */
  RANGE_FILES("a whole number from 2 to 32"),
  /** 1 and a few more. */
  FEW("a whole number from 1 to 16"),
  /** Time for the index entries of a batch. */
  INDEX_TIMEOUT("a time from 100ms to 60s with its unit, such as 500ms or 3s"),
  /** Time that a write waits for rows of others. */
  LOCK_WAIT("a time from 1ms to 60s with its unit, such as 500ms or 10s"),
  /** Time between a write and a removal of index entries. */
  REMOVAL_DELAY("0, or a time up to 10m with its unit, such as 500ms or 10s"),
  /** Rows in a queue. */
  QUEUE_ROWS("a whole number from 1 to 10000000"),
  /** Threads that answer calls. */
  HANDLERS("a whole number from 1 to 1000"),
  /** Part of the threads that may wait. */
  WAITING_SHARE("a number from 0.1 to 0.9, such as 0.5"),
  /** A TCP port; 0 stands for any free one. */
  PORT("a port from 0 to 65535"),
  /** A TCP port as {@link #PORT}, or -1 for none. */
  OPTIONAL_PORT("a port from 0 to 65535, or -1 for none"),
  /** A host name or an address; may be empty where the option says so. */
  HOST("a host name or an IP address without port"),
  /** A name of letters, digits, dot, dash and underscore. */
  NAME("1 to 64 letters, digits, '.', '-' or '_'"),
  /** An absolute znode path; may be empty where the option says so. */
  ZNODE("an absolute znode path such as /hbase/lighter"),
  /** A {@link WarmupStrategy}. */
  WARMUP_STRATEGY("one of " + WarmupStrategy.names()),
  /** A {@link GroupFallback}. */
  GROUP_FALLBACK("one of " + GroupFallback.names()),
  /** A Java class name. */
  CLASS("the name of a Java class"),
  /** Java class names, separated by commas; empty: none. */
  CLASSES("names of Java classes, separated by commas, or nothing"),
  /** Keys with values; a key without a value was not set. Empty: none. */
  SETTINGS("settings KEY=VALUE, or only KEY for one that was not set, separated by commas");

  /** The least {@link #RANGE_SIZE}. */
  public static final long LEAST_RANGE_BYTES = 256L << 10;

  /** The least {@link #SST_SIZE}. */
  public static final long LEAST_SST_BYTES = 256L << 10;

  private static final Pattern HOST_SYNTAX = Pattern.compile("[A-Za-z0-9._:-]{0,253}");
  private static final Pattern DIGITS_AND_DOTS = Pattern.compile("[0-9.]+");
  private static final Pattern NAME_SYNTAX = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  // Possessive: a plain (...)* takes a stack frame per repetition, and the value may be long.
  private static final Pattern ZNODE_SYNTAX = Pattern.compile("(/[A-Za-z0-9._-]+)*+");
  private static final Pattern CLASS_SYNTAX =
      Pattern.compile("[\\p{L}_$][\\p{L}\\p{N}_$]*(\\.[\\p{L}_$][\\p{L}\\p{N}_$]*)*+");

  private static final Pattern SETTING_SYNTAX =
      Pattern.compile("[A-Za-z0-9._-]{1,128}(=[\\p{L}\\p{N}_$.]{1,1024})?");

  private static final long MAX_COUNT = 1_000_000;

  /** What the format of chunks can hold. */
  private static final long MAX_CHUNK_BYTES = 64 << 20;

  /** ZooKeeper and HBase's RPC take time-outs as an int of milliseconds. */
  private static final long MAX_DURATION_MS = Duration.ofDays(24).toMillis();

  /**
   * Half of the shortest time after which the manager considers a server silent: limits and
   * balancing need its reports.
   */
  private static final long MAX_REPORT_INTERVAL_MS = Duration.ofSeconds(5).toMillis();

  /** Half of the time after which the dashboard considers a region server gone. */
  private static final long MAX_IDLE_REPORT_INTERVAL_MS = Duration.ofSeconds(30).toMillis();

  /** A shorter delay would make a sync of almost every write, which SYNC_WAL does better. */
  private static final long LEAST_SYNC_DELAY_MS = 100;

  private static final long MAX_SYNC_DELAY_MS = Duration.ofSeconds(60).toMillis();

  /** A call waits meanwhile, and a flush of its region with it. */
  private static final long MAX_INDEX_WAIT_MS = Duration.ofSeconds(60).toMillis();

  /** Queued removals take memory. */
  private static final long MAX_REMOVAL_DELAY_MS = Duration.ofMinutes(10).toMillis();

  /** A transaction takes a few calls, each of which may take a second on a busy server. */
  private static final long LEAST_TRANSACTION_AGE_MS = Duration.ofSeconds(1).toMillis();

  /** What an open transaction may read keeps compactions from dropping anything newer. */
  private static final long MAX_TRANSACTION_AGE_MS = Duration.ofMinutes(10).toMillis();

  /** An audit lists the folder of each family. */
  private static final long LEAST_AUDIT_INTERVAL_MS = Duration.ofMinutes(1).toMillis();

  private final String allowed;

  OptionType(String allowed) {
    this.allowed = allowed;
  }

  /** The allowed values, as the end of a sentence that starts with "expected". */
  public String allowed() {
    return allowed;
  }

  /** Whether {@code value}, trimmed, has this type's syntax. */
  public boolean accepts(String value) {
    try {
      return switch (this) { // no default: a new type must have a case
        case BOOLEAN -> value.equals("true") || value.equals("false");
        case SIZE -> parseSize(value) > 0;
        case SIZE_OR_ZERO -> parseSize(value) >= 0;
        case CHUNK_SIZE -> inRange(parseSize(value), 1, MAX_CHUNK_BYTES);
        case OPTIONAL_SIZE -> value.isEmpty() || parseSize(value) > 0;
        case RATE -> value.isEmpty() || parseSize(value) >= 0;
        case DURATION -> inRange(parseDuration(value), 1, MAX_DURATION_MS);
        case DURATION_OR_ZERO -> inRange(parseDuration(value), 0, MAX_DURATION_MS);
        case REPORT_INTERVAL -> inRange(parseDuration(value), 1, MAX_REPORT_INTERVAL_MS);
        case REPORT_INTERVAL_OR_ZERO ->
            inRange(parseDuration(value), 0, MAX_IDLE_REPORT_INTERVAL_MS);
        case SYNC_DELAY_OR_ZERO ->
            parseDuration(value) == 0
                || inRange(parseDuration(value), LEAST_SYNC_DELAY_MS, MAX_SYNC_DELAY_MS);
        case TRANSACTION_AGE ->
            inRange(parseDuration(value), LEAST_TRANSACTION_AGE_MS, MAX_TRANSACTION_AGE_MS);
        case COUNT -> inRange(Long.parseLong(value), 0, MAX_COUNT);
        case POSITIVE_COUNT -> inRange(Long.parseLong(value), 1, MAX_COUNT);
        case PERCENT -> inRange(Long.parseLong(value), 1, 100);
        case MERGE_WIDTH -> inRange(Long.parseLong(value), 2, 32);
        case GROWTH -> inRange(Long.parseLong(value), 2, 16);
        case FILE_LIMIT -> inRange(Long.parseLong(value), 0, 8);
        case BUILD_THREADS -> inRange(Long.parseLong(value), 0, 64);
        case RANGE_SIZE -> inRange(parseSize(value), LEAST_RANGE_BYTES, 4L << 30);
        case SST_SIZE -> inRange(parseSize(value), LEAST_SST_BYTES, 4L << 30);
        case CLUSTER_FILES -> inRange(Long.parseLong(value), 2, 1000);
        case DROP_DELETES -> value.equals("no-older") || value.equals("all-files");
        case JOURNAL -> value.equals("wal") || value.equals("flush");
        case FILTER_PLACE -> value.equals("resident") || value.equals("cache");
        case FILTER_MEMORY -> inRange(parseSize(value), 0, 64L << 30);
        case SEARCH -> value.equals("serial") || value.equals("fixed") || value.equals("adaptive");
        case SEARCH_THREADS -> inRange(Long.parseLong(value), 1, 256);
        case TIERS -> TierListSyntax.mistakes(value).isEmpty();
        case LEVEL_SIZE_OR_ZERO -> parseSize(value) == 0 || parseSize(value) >= 1L << 20;
        case LEAST_LEVEL_SIZE -> parseSize(value) >= 64L << 10;
        case SETTLE -> value.equals("none") || value.equals("policy") || value.equals("satisfy");
        case AUDIT_INTERVAL_OR_ZERO ->
            parseDuration(value) == 0
                || inRange(parseDuration(value), LEAST_AUDIT_INTERVAL_MS, MAX_DURATION_MS);
        case SHARE -> isShare(Double.parseDouble(value));
        case SHARE_OR_ZERO -> Double.parseDouble(value) == 0 || isShare(Double.parseDouble(value));
        case RANGE_FILES -> inRange(Long.parseLong(value), 2, 32);
        case FEW -> inRange(Long.parseLong(value), 1, 16);
        case INDEX_TIMEOUT -> inRange(parseDuration(value), 100, MAX_INDEX_WAIT_MS);
        case LOCK_WAIT -> inRange(parseDuration(value), 1, MAX_INDEX_WAIT_MS);
        case REMOVAL_DELAY -> inRange(parseDuration(value), 0, MAX_REMOVAL_DELAY_MS);
        case QUEUE_ROWS -> inRange(Long.parseLong(value), 1, 10 * MAX_COUNT);
        case HANDLERS -> inRange(Long.parseLong(value), 1, 1000);
        case WAITING_SHARE -> Double.parseDouble(value) >= 0.1 && Double.parseDouble(value) <= 0.9;
        case PORT -> inRange(Long.parseLong(value), 0, 65_535);
        case OPTIONAL_PORT -> inRange(Long.parseLong(value), -1, 65_535);
        case HOST ->
            HOST_SYNTAX.matcher(value).matches()
                && !looksLikeHostAndPort(value)
                && !isMalformedHost(value);
        case NAME -> NAME_SYNTAX.matcher(value).matches() && !isDots(value);
        case ZNODE ->
            ZNODE_SYNTAX.matcher(value).matches()
                && Arrays.stream(value.split("/")).noneMatch(OptionType::isDots);
        case WARMUP_STRATEGY -> WarmupStrategy.byName(value).isPresent();
        case GROUP_FALLBACK -> GroupFallback.byName(value).isPresent();
        case CLASS -> CLASS_SYNTAX.matcher(value).matches();
        case CLASSES ->
            parseNames(value).stream().allMatch(name -> CLASS_SYNTAX.matcher(name).matches());
        case SETTINGS ->
            parseNames(value).stream().allMatch(each -> SETTING_SYNTAX.matcher(each).matches());
      };
    } catch (IllegalArgumentException e) { // thrown by the parsers
      return false;
    }
  }

  /**
   * Parses {@code 1048576}, {@code 64m} or {@code 64MB} into bytes; units are powers of 1024.
   *
   * @throws IllegalArgumentException if the value is no size
   */
  static long parseSize(String value) {
    if (value.isEmpty()) { // Hadoop's parser would look at the last character
      throw new NumberFormatException("empty");
    }
    String upper = value.toUpperCase(Locale.ROOT);
    boolean unit = upper.length() > 1 && upper.endsWith("B");
    return TraditionalBinaryPrefix.string2long(
        unit ? upper.substring(0, upper.length() - 1) : upper);
  }

  /**
   * Parses {@code 500ms}, {@code 10s} or {@code 5m} into milliseconds. Only 0 may lack a unit:
   * {@code 10} is meant as seconds as often as milliseconds.
   *
   * @throws NumberFormatException if the value is no time or has no unit
   */
  static long parseDuration(String value) {
    int length = value.length();
    if (length > 0 && Character.isDigit(value.charAt(length - 1)) && !value.equals("0")) {
      throw new NumberFormatException("no unit: " + value);
    }
    return new Configuration(false).getTimeDurationHelper("duration", value, TimeUnit.MILLISECONDS);
  }

  /** Parses names such as {@code a, b}; an empty value has none. */
  static List<String> parseNames(String value) {
    return value.isBlank()
        ? List.of()
        : Arrays.stream(value.split(",", -1)).map(String::trim).toList();
  }

  private static boolean inRange(long number, long from, long to) {
    return number >= from && number <= to;
  }

  private static boolean isShare(double number) {
    return number >= 0.01 && number <= 1;
  }

  /** Whether {@code value} is {@code .} or {@code ..}, which ZooKeeper refuses in a path. */
  private static boolean isDots(String value) {
    return value.equals(".") || value.equals("..");
  }

  /** Whether no resolver accepts {@code value}; reported at start with the option's name. */
  private static boolean isMalformedHost(String value) {
    return DIGITS_AND_DOTS.matcher(value).matches()
        ? !InetAddresses.isInetAddress(value)
        : value.startsWith(".") || value.contains("..");
  }

  /** Whether {@code value} has one colon, before a port; an IPv6 address has at least two. */
  private static boolean looksLikeHostAndPort(String value) {
    int colon = value.indexOf(':');
    return colon >= 0 && value.indexOf(':', colon + 1) < 0;
  }
}
