/**
 * What experiments have measured, as figures: {@link
 * io.lighter.benchmarks.experiment.report.ResultsJson} computes them and is the format of {@code
 * results.json}; the HTML page, the plots and the comparison of two runs read that format alone, so
 * that they can be made again from a file.
 */
package io.lighter.benchmarks.experiment.report;
