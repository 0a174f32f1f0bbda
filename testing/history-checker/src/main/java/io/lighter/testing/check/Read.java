package io.lighter.testing.check;

/**
 * A read, or a part of it, that came back.
 *
 * @param what its options, for the report
 * @param start before it was sent
 * @param end after the answer, or this part of it, came
 */
record Read(String what, long start, long end) {
  Read endingAt(long time) {
    return new Read(what, start, time);
  }
}
