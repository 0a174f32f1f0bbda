/**
 * Who compacts what: {@link io.lighter.manager.assign.Assigner}, whose one thread decides, over the
 * regions of {@link io.lighter.manager.assign.RegionCensus}, and writes by {@link
 * io.lighter.manager.assign.AssignmentStore}. The decision itself is {@link
 * io.lighter.manager.balance.TablePlanner}, which does no I/O.
 */
package io.lighter.manager.assign;
