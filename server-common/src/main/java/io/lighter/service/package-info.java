/**
 * What Lighter's own processes, managers, compaction servers and the command line, share, and a
 * region server does not need: {@link io.lighter.service.StartupProblems} is checked before one
 * starts, {@link io.lighter.service.ProcessConnections} opens HBase for a process with a log-in of
 * its own. Nothing here is in the region servers' jar.
 */
package io.lighter.service;
