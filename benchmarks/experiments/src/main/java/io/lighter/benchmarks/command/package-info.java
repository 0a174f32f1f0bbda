/**
 * Commands of {@code bin/lighter} that are no part of an installation: {@link
 * io.lighter.benchmarks.command.BenchmarkCommands} adds them. Each reads its options and hands over
 * to the package that does the work; everything runs in the main thread.
 */
package io.lighter.benchmarks.command;
