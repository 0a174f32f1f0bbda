// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
/**
 * Figures of experiments. {@link io.lighter.benchmarks.experiment.report.ResultsJson} computes the
 * figures and defines the format of {@code results.json}. The HTML page, the plots and the
 * comparison of two runs read only this format, so they can be recreated from a file. {@link
 * io.lighter.benchmarks.experiment.report.ReportPage} writes the page.
 */
package io.lighter.benchmarks.experiment.report;
