/**
 * What the leading manager knows for those who look: a snapshot of the cluster each second, the
 * last hour of each compaction server, and alerts.
 *
 * <p>Start at {@link io.lighter.manager.monitor.Monitor}, whose one thread makes all of it; others
 * read what it published. Nothing here decides anything about compactions.
 */
package io.lighter.manager.monitor;
