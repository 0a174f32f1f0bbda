/**
 * How many compaction servers a load needs. {@link io.lighter.manager.plan.CapacityPlan} is the
 * formula, a pure function that the command line and the manager share; {@link
 * io.lighter.manager.plan.LoadHistory} measures what goes into it, and {@link
 * io.lighter.manager.plan.WantedServers} makes a steady signal of what comes out. Nothing here
 * starts or stops a server.
 */
package io.lighter.manager.plan;
