package io.lighter.common.metrics;

/** What a metric's number is of. */
public enum MetricUnit {
  /** Things, named by the metric. */
  COUNT("count"),
  BYTES("bytes"),
  BYTES_PER_SECOND("bytes/s"),
  MILLISECONDS("ms"),
  MICROSECONDS("µs"),
  PERCENT("percent"),
  /** 1 for true, 0 for false. */
  BOOLEAN("0 or 1");

  private final String symbol;

  MetricUnit(String symbol) {
    this.symbol = symbol;
  }

  /** As the reference page shows it. */
  public String symbol() {
    return symbol;
  }
}
